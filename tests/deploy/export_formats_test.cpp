#include <gtest/gtest.h>

#include <set>

#include "deploy/trees.h"
#include "espalier/export.h"

namespace espalier {
namespace {

TEST(ExportFormats, EachHasANameOfItsOwnAndASummary) {
  std::set<std::string_view> names;
  for (const ExportFormat& format : export_formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_FALSE(format.summary.empty()) << format.name;
  }
}

TEST(ExportFormats, WriteWhatTheFunctionOfTheirNameWrites) {
  const Model model = samples::one_tree();
  for (const ExportFormat& format : export_formats()) {
    if (format.name == "dot") EXPECT_EQ(format.write(model), export_dot(model));
    if (format.name == "json") EXPECT_EQ(format.write(model), export_json(model));
  }
}

}  // namespace
}  // namespace espalier
