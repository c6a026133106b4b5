// Short fits by ret and rules, for the tests of what they share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "method/annealed/annealed_sample.h"

namespace espalier::test {

inline OptionValues quick() {
  return {{"trees", "24"}, {"chains", "4"},       {"depths", "2,3"}, {"iterations", "10"},
          {"levels", "6"}, {"shrinkage", "3,30"}, {"folds", "2"}};
}

inline OptionValues quick_with(const OptionValues& others) {
  OptionValues options = quick();
  for (const auto& [name, value] : others) options[name] = value;
  return options;
}

// By method and number of classes; 0: regression.
class AnnealedRun : public testing::TestWithParam<std::tuple<std::string, int>> {
 protected:
  const std::string name = std::get<0>(GetParam());
  const int classes = std::get<1>(GetParam());
  const LabelledRows rows = annealed_sample(300, classes, 1), others = annealed_sample(200, classes, 2);
  const LabelledView train = {rows.table, rows.target}, held_out = {others.table, others.target};

  FitResult run(FitRequest request, int threads = 1, ProgressCallback progress = {}) const {
    request.train = &train;
    return fit(find_method(name), request, {3, threads, std::move(progress)});
  }
  std::size_t units(const Size& size) const { return name == "rules" ? size.rules : size.trees; }
  Unit unit() const { return name == "rules" ? Unit::rules : Unit::trees; }
};

inline const auto kAnnealedRuns = testing::Combine(testing::Values("ret", "rules"), testing::Values(0, 2, 3));

inline std::string name_of_run(const testing::TestParamInfo<std::tuple<std::string, int>>& of) {
  return std::get<0>(of.param) + std::to_string(std::get<1>(of.param)) + "Classes";
}

}  // namespace espalier::test
