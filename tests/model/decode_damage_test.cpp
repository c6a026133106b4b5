// Models cut off at every byte, and with every byte changed in every way.
#include <gtest/gtest.h>

#include <cmath>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "model/craft.h"
#include "model/errors.h"
#include "support/samples.h"
#include "support/test_size.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::expect_error;
using samples::FileBytes;

// A file that decode() takes must be a model that can be used and written again; any other must be refused politely.
void expect_valid_or_refused(const FileBytes& file, const std::string& what) {
  Model model;
  try {
    model = decode(file, "m.esp");
  } catch (const Error& error) {
    ASSERT_EQ(error.code(), ErrorCode::model) << what;
    ASSERT_EQ(std::string(error.what()).find("m.esp: "), 0U) << what;
    return;
  }
  ASSERT_EQ(samples::problem_of(model), "") << what;
  ASSERT_EQ(decode(encode(model), "again"), model) << what;
  Random random(1, "rows");
  const Table rows = samples::random_rows(model, 5, random);
  for (const double score : predict_scores(model, samples::view_of(rows))) ASSERT_TRUE(std::isfinite(score)) << what;
}

TEST(Decode, EveryTruncationIsRefused) {
  for (const Model& model : {samples::tiny(), samples::mixed(), samples::several(), samples::line(), samples::lines(),
                             samples::plane(), samples::planes()}) {
    const FileBytes whole = encode(model);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      FileBytes file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      expect_error(ErrorCode::model, "m.esp", [&] { decode(file, "m.esp"); });
      // With the checksum repaired, a file that ends after a section is a file without the later ones.
      samples::repair_checksum(file);
      expect_valid_or_refused(file, "first " + std::to_string(size) + " bytes");
    }
  }
}

TEST(Decode, EveryChangeOfOneByteIsRefusedByTheChecksum) {
  for (const Model& model : {samples::mixed(), samples::several(), samples::lines(), samples::planes()}) {
    const FileBytes whole = encode(model);
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (int change = 1; change < 256; ++change) {
        FileBytes file = whole;
        file[i] ^= static_cast<std::byte>(change);
        ASSERT_THROW(decode(file, "m.esp"), Error) << i << " " << change;
      }
  }
}

TEST(Decode, EveryChangeOfOneByteGivesAValidModelOrAnErrorWhenTheChecksumFits) {
  for (const Model& model : {samples::tiny(), samples::mixed(), samples::several(), samples::line(), samples::lines(),
                             samples::plane(), samples::planes()}) {
    const FileBytes whole = encode(model);
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (int change = 1; change < 256; change += test::sized(1, 3)) {
        FileBytes file = whole;
        file[i] ^= static_cast<std::byte>(change);
        samples::repair_checksum(file);
        expect_valid_or_refused(file, "byte " + std::to_string(i) + " ^ " + std::to_string(change));
        if (testing::Test::HasFatalFailure()) return;
      }
  }
}

}  // namespace
}  // namespace espalier
