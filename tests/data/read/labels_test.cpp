#include "data/read/labels.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/read/csv.h"
#include "data/read/naive_csv.h"
#include "data/same_table.h"

namespace espalier {
namespace {

// Long common beginnings, bytes above 127 and zeros that are not ends: what a sort by the first bytes could get wrong.
std::string random_label(Random& random) {
  std::string label = random.below(2) == 0 ? "seventy" : "";
  const std::uint64_t length = 1 + random.below(6);
  for (std::uint64_t i = 0; i < length; ++i) label += std::string("az\0\xFFZ", 5)[random.below(5)];
  return label;
}

TEST(Labels, SortsThousandsOfThemByBytesFromChunksOfAnySize) {
  Random random(1, "labels");
  std::string text = "t,x\n";
  for (int row = 0; row < 8000; ++row) text += random_label(random) + ",1\n";
  const Table expected = naive::read_csv(text, ',', "t.csv");
  ASSERT_GT(expected.columns[0].feature.labels.size(), 3000U);
  for (const std::size_t chunk_bytes : {50, 5000, 1000000}) {
    EXPECT_EQ(difference(read_csv({"t.csv", text, chunk_bytes}, ',', {}, {}), expected), "");
  }
}

TEST(LabelIndex, NumbersLabelsByFirstAppearanceAndCountsThem) {
  LabelIndex index;
  std::map<std::string, std::int32_t> codes;
  std::map<std::string, std::uint64_t> counts;
  std::set<std::string> labels;
  Random random(2, "index");
  for (int i = 0; i < 5000; ++i) {
    const std::string& label = *labels.insert(std::to_string(random.below(900))).first;  // stays where it is
    const std::size_t same_hash = label.size();  // three hashes for all: labels must be told apart by themselves
    const auto code = codes.emplace(label, static_cast<std::int32_t>(codes.size())).first->second;
    counts[label] += 2;
    ASSERT_EQ(index.add(label, same_hash, 2), code);
  }
  ASSERT_EQ(index.size(), codes.size());
  for (const auto& [label, code] : codes) {
    EXPECT_EQ(index.entries()[static_cast<std::size_t>(code)].label, label);
    EXPECT_EQ(index.entries()[static_cast<std::size_t>(code)].count, counts[label]);
  }
}

}  // namespace
}  // namespace espalier
