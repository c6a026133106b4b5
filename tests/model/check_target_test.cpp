#include "model/check_target.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espalier/error.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "support/tables.h"

namespace espalier {
namespace {

using samples::expect_error;

void expect_refused(const Target& target, const std::string& part, ErrorCode code = ErrorCode::data) {
  expect_error(code, part, [&] { check_target(target, "training rows: "); });
}

TEST(CheckTarget, TakesWhatCanBeFitted) {
  check_target(test::regression({1, 1, -2.5}));
  check_target(test::regression({0, 0}, {0, 3}));
  check_target(test::classes({0, 1, 1}, 2, {1, 0, 0.5}));
  check_target(test::classes({1, 1}, 2));  // a class that no row has
}

TEST(CheckTarget, RefusesNumbersThatAreNotFiniteOrDoNotFitInALeaf) {
  expect_refused(test::regression({1, std::nan("")}), "training rows: target \"y\" must be finite, row 2 is nan");
  expect_refused(test::regression({-std::numeric_limits<double>::infinity()}), "row 1 is -inf");
  expect_refused(test::regression({1, -1e39}),
                 "training rows: target \"y\" must be scaled: its largest value is 1e+39");
  expect_refused(test::regression({1e-31}), "its largest value is 1e-31");
}

TEST(CheckTarget, RefusesCodesOfNoClassAndLessThanTwoClasses) {
  expect_refused(test::classes({0, 2}, 2), "target \"y\" must have class codes in [0, 1], row 2 has 2");
  expect_refused(test::classes({0, kMissingCode}, 3), "in [0, 2], row 2 has -1");
  expect_refused(test::classes({0, 0}, 1),
                 "target \"y\" has one class only (\"c0\"); classification needs at least two");
  expect_refused(test::classes({0, 0}, 0), "target \"y\" has no class;");
}

TEST(CheckTarget, RefusesWeightsThatCannotCount) {
  expect_refused(test::regression({1, 2}, {1, -1}), "row weights must be finite and not negative, row 2 has -1");
  expect_refused(test::regression({1, 2}, {std::nan(""), 1}), "row 1 has nan");
  expect_refused(test::regression({1, 2}, {0, 0}), "training rows: all row weights are zero");
  expect_refused(test::regression({1, 2}, {1e308, 1e308}), "got inf");
  expect_refused(test::regression({1, 2}, {1}), "a weight for each of the 2 rows, got 1", ErrorCode::usage);
}

TEST(CheckTarget, LooksAtEachOfSeveralTargets) {
  Target target = test::regression({1, 10, 2, 20});
  target.names = {"a", "b"};
  check_target(target);
  target.values[3] = std::nan("");
  expect_refused(target, "training rows: target \"b\" must be finite, row 2 is nan");
  target.values = {1, 1e-31, 2, 0};
  expect_refused(target, "target \"b\" must be scaled");
  target.values = {1, 10, 2};
  expect_refused(target, "a value for each of the 2 targets in every row, got 3 values", ErrorCode::usage);
  target.values = {1, 10};
  target.names = {"a", "a"};
  expect_refused(target, "target \"a\" appears twice", ErrorCode::usage);
  target.names = {};
  expect_refused(target, "there must be one target or more, got 0", ErrorCode::usage);
  Target classes = test::classes({0, 1}, 2);
  classes.names = {"a", "b"};
  expect_refused(classes, "there must be one target for classification, got 2", ErrorCode::usage);
}

}  // namespace
}  // namespace espalier
