#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

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
  std::map<std::string_view, std::string> written;
  for (const ExportFormat& format : export_formats()) written[format.name] = format.write(model);
  EXPECT_EQ(written.at("dot"), export_dot(model));
  EXPECT_EQ(written.at("json"), export_json(model));
}

}  // namespace
}  // namespace espalier
