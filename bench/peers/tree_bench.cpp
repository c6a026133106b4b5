// tree_bench FILE REPEATS [method=NAME] [OPTION=VALUE …]: fits the method, by default tree, to FILE (target: the column
// "target") on one thread and prints, as JSON, the least CPU seconds of a fit, the training error and the leaves.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>

#include "espalier/espalier.h"

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: tree_bench FILE REPEATS [OPTION=VALUE ...]\n");
    return 2;
  }
  espalier::ReadOptions read;
  read.targets = {"target"};
  const espalier::Table table = espalier::read_table(argv[1], read);
  espalier::FitRequest request;
  std::optional<espalier::Task> task;
  std::string method = "tree";
  for (int i = 3; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (word.starts_with("method=")) {
      method = word.substr(equals + 1);
    } else if (word == "task=classification") {
      task = espalier::Task::classification;
    } else {
      request.options[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  if (!task) task = table.targets[0].numbers.empty() ? espalier::Task::classification : espalier::Task::regression;
  const espalier::TrainingSet train = {table, espalier::make_target(table, task)};
  request.train = &train;

  const espalier::Run run = {1, 1, {}};
  double least = 1e300;
  espalier::Model model;
  for (int repeat = 0; repeat < std::atoi(argv[2]); ++repeat) {
    const std::clock_t start = std::clock();
    model = espalier::fit(espalier::find_method(method), request, run).model;
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  const double error = espalier::error_of(espalier::evaluate(model, table, train.target, run));
  std::printf("{\"seconds\": %.6f, \"error\": %.17g, \"leaves\": %zu}\n", least, error,
              espalier::size_of(model).leaves);
  return 0;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "tree_bench: %s\n", problem.what());
  return 1;
}
