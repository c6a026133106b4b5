#include "method/finish/path_point.h"

#include <gtest/gtest.h>

#include "espalier/evaluate.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

TEST(PathPoint, HasTheStrippedSizeAndTheErrorsOfBothSets) {
  const LabelledRows rows = test::annealed_sample(100, 0, 1), others = test::annealed_sample(50, 0, 2);
  const LabelledView train = {rows.table, rows.target}, validation = {others.table, others.target};
  FitRequest request{&train, nullptr, {}, {}, false};
  const Model model = fit(find_method("tree"), request).model;
  const PathPoint alone = path_point(model, request, {});
  EXPECT_EQ(alone.size.bytes, encode(stripped(model)).size());
  EXPECT_EQ(alone.train_error, error_of(evaluate(model, rows.table, rows.target)));
  EXPECT_FALSE(alone.validation_error);
  request.validation = &validation;
  EXPECT_EQ(path_point(model, request, {}).validation_error, error_of(evaluate(model, others.table, others.target)));
}

}  // namespace
}  // namespace espalier
