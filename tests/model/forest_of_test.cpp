#include "model/forest_of.h"

#include <gtest/gtest.h>

#include "espalier/error.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

TEST(ForestOf, GivesTheTreesOrSaysThatThereAreNone) {
  const Model trees = samples::tiny();
  EXPECT_EQ(&forest_of(trees, "rules"), &std::get<Forest>(trees.body));
  const Model line = samples::line();
  samples::expect_error(ErrorCode::usage, "a linear model has no rules", [&] { forest_of(line, "rules"); });
  samples::expect_error(ErrorCode::usage, "a linear model has no trees", [&] { to_pool(line); });
}

}  // namespace
}  // namespace espalier
