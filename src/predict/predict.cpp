// Scores, probabilities, classes and terminals of every row, in parallel over blocks of rows; each row is computed by
// itself, so that results depend neither on the blocks nor on the threads.
#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/forest_of.h"
#include "predict/batch/batch.h"
#include "predict/batch/blocks.h"
#include "predict/columns/bound_columns.h"
#include "predict/linear/linear_scores.h"
#include "predict/neural/neural_scores.h"
#include "predict/reference/reference.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 512;

std::size_t scores_per_row(const Model& model) {
  return std::visit([](const auto& body) { return body.intercept.size(); }, model.body);
}

void require_classification(const Model& model, std::string_view what) {
  if (model.task != Task::classification)
    throw Error(ErrorCode::usage, fmt::format("{} need a classification model, but this one is for regression", what));
}

template <class Body>
void for_each_row(std::size_t rows, const Run& run, Body&& body) {
  for_each_block(rows, kRowsPerBlock, run, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) body(row);
  });
}

// Measured costs, in units of one walk of a small tree by the reference: preparing one of its splits costs one, counted
// as two since the reference is quicker on few rows. A split of a large tree costs a quarter, its walk more as it
// leaves the caches.
bool pays_to_prepare(const Forest& forest, std::size_t rows) {
  double prepare = 0;
  double walk = 0;
  for (const TreeSpan& tree : forest.trees) {
    prepare += (tree.splits < kMostProgramTerminals ? 2 : 0.5) * tree.splits;
    walk += 1 + 1e-3 * tree.splits;
  }
  return static_cast<double>(rows) * walk > prepare;
}

std::size_t most_probable(std::span<const double> probabilities) {
  return static_cast<std::size_t>(std::ranges::max_element(probabilities) - probabilities.begin());
}

template <class Engine>
void score_by(const Engine& engine, const BoundTable& table, std::span<double> scores, const Run& run) {
  const std::size_t outputs = engine.outputs();
  for_each_block(scores.size() / outputs, kRowsPerBlock, run, [&](std::size_t begin, std::size_t end) {
    engine.scores(table, begin, end, scores.data() + begin * outputs);
  });
}

void score(const Model& model, const Linear& linear, const BoundTable& table, std::span<double> scores,
           const Run& run) {
  score_by(LinearScores(model.features, linear), table, scores, run);
}

void score(const Model&, const NeuralRules& rules, const BoundTable& table, std::span<double> scores, const Run& run) {
  score_by(BatchedNeuralScores(rules), table, scores, run);
}

void score(const Model& model, const Forest& forest, const BoundTable& table, std::span<double> scores,
           const Run& run) {
  const std::size_t outputs = forest.intercept.size();
  const std::size_t rows = scores.size() / outputs;
  if (pays_to_prepare(forest, rows)) {
    const Batch batch(model.features, forest);
    for_each_block(rows, batch.task_rows(rows, run), run, [&](std::size_t begin, std::size_t end) {
      batch.scores(table, begin, end, scores.data() + begin * outputs);
    });
    return;
  }
  for_each_row(rows, run,
               [&](std::size_t row) { scores_of(forest, table, row, scores.subspan(row * outputs, outputs)); });
}

}  // namespace

std::vector<double> predict_scores(const Model& model, const TableView& table, const Run& run) {
  const BoundTable bound(model.features, table);
  std::vector<double> scores(table.rows * scores_per_row(model));
  std::visit([&](const auto& body) { score(model, body, bound, scores, run); }, model.body);
  return scores;
}

std::vector<double> predict_probabilities(const Model& model, const TableView& table, const Run& run) {
  require_classification(model, "probabilities");
  const std::vector<double> scores = predict_scores(model, table, run);
  const std::size_t outputs = scores_per_row(model);
  const std::size_t classes = model.classes.size();
  std::vector<double> probabilities(table.rows * classes);
  // Scores are nearly all of the work; the rest can still be stopped.
  Reporter reporter(run, "predicting", table.rows);
  reporter.advance(table.rows);
  Threads(run.threads, &reporter).blocks(table.rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      to_probabilities(model.link, std::span(scores).subspan(row * outputs, outputs),
                       std::span(probabilities).subspan(row * classes, classes));
  });
  return probabilities;
}

std::vector<std::int32_t> predict_classes(const Model& model, const TableView& table, const Run& run) {
  require_classification(model, "classes");
  const std::vector<double> probabilities = predict_probabilities(model, table, run);
  const std::size_t classes = model.classes.size();
  std::vector<std::int32_t> codes(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row)
    codes[row] = static_cast<std::int32_t>(most_probable(std::span(probabilities).subspan(row * classes, classes)));
  return codes;
}

std::vector<std::uint32_t> predict_terminals(const Model& model, const TableView& table, const Run& run) {
  const Forest& forest = forest_of(model, "leaves");
  const BoundTable bound(model.features, table);
  const std::size_t trees = forest.trees.size();
  std::vector<std::uint32_t> terminals(table.rows * trees);
  if (pays_to_prepare(forest, table.rows)) {
    const Batch batch(model.features, forest);
    const auto put = [&](std::uint32_t tree, std::size_t row, const Terminals& of_rows) {
      std::uint32_t* out = terminals.data() + row * trees + tree;
      std::visit(
          [&](const auto& ids) {
            for (std::size_t i = 0; i < ids.size(); ++i) out[i * trees] = ids[i];
          },
          of_rows);
    };
    for_each_block(table.rows, batch.task_rows(table.rows, run), run,
                   [&](std::size_t begin, std::size_t end) { batch.terminals(bound, begin, end, put); });
    return terminals;
  }
  for_each_row(table.rows, run, [&](std::size_t row) {
    for (std::size_t t = 0; t < trees; ++t)
      terminals[row * trees + t] = terminal_of(forest, forest.trees[t], bound, row);
  });
  return terminals;
}

}  // namespace espalier
