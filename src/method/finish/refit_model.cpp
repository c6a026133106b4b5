#include "method/finish/refit_model.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"
#include "base/progress.h"
#include "basis/ids/fill_basis.h"
#include "espalier/evaluate.h"
#include "espalier/labelled.h"
#include "espalier/metrics.h"
#include "espalier/predict.h"
#include "method/choose/best.h"
#include "method/choose/score_measure.h"
#include "model/forest_of.h"

namespace espalier {
namespace {

constexpr int kSquaredIterations = 30;  // for losses that one step minimises
constexpr int kMostSteps = 10;
constexpr int kIterations = 15;
constexpr double kWorthAStep = 1e-3;  // of the objective

// One tree's values among all weights: the first one, the distance between terminals, and the number per terminal.
struct TreeWeights {
  std::size_t first, stride, count;
};

TreeWeights weights_of(const Forest& forest, std::size_t t, std::size_t width) {
  const TreeSpan& tree = forest.trees[t];
  const std::size_t output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
  return {tree.first_terminal * width + output, width, forest.width(tree)};
}

std::vector<std::int32_t> outputs_of(const Forest& forest) {
  std::vector<std::int32_t> outputs;
  for (const TreeSpan& tree : forest.trees) outputs.push_back(tree.output);
  return outputs;
}

float to_value(double weight) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(weight, -kMost, kMost)) + 0.0F;  // -0 becomes 0
}

double loss_on(const Model& model, const Loss& loss, const LabelledView& rows, const Run& run) {
  // The metrics know neither of these.
  if (std::holds_alternative<HingeLoss>(loss) || std::holds_alternative<ExponentialLoss>(loss)) {
    Threads threads(run.threads);
    return measure(loss, rows.target, predict_scores(model, rows.table, run), threads).loss;
  }
  const Metrics metrics = evaluate(model, rows.table, rows.target, run);
  if (const auto* regression = std::get_if<RegressionMetrics>(&metrics)) return regression->mse;
  return std::get<ClassificationMetrics>(metrics).log_loss;
}

}  // namespace

ModelRefit::ModelRefit(const Model& model, const LabelledView& rows, const Loss& loss, Threads& threads)
    : model_(model),
      forest_(forest_of(model, "leaf values")),
      loss_(loss, rows.target),
      design_(make_basis(forest_, model.features, rows.table, Run{1, threads.count(), {}}), outputs_of(forest_)),
      refit_(design_, loss_, threads),
      scores_(rows.table.rows * loss_.width()) {
  ESPALIER_ASSERT(model.targets.size() == 1 && forest_.intercept.size() == loss_.outputs());
  weights_ = start();
  refit_.score(weights_, scores_);
}

DesignWeights ModelRefit::start() const {
  const std::size_t width = loss_.width();
  DesignWeights weights{std::vector<float>(design_.parameters() * width), loss_.start()};
  if (model_.link == Link::probability) return weights;
  for (std::size_t k = 0; k < forest_.intercept.size(); ++k)
    weights.intercept[k] = static_cast<float>((forest_.intercept[k] - loss_.offset()) / loss_.scale());
  for (std::size_t t = 0; t < forest_.trees.size(); ++t) {
    const TreeWeights to = weights_of(forest_, t, width);
    const float* from = forest_.values.data() + forest_.trees[t].first_value;
    for (std::size_t leaf = 0; leaf <= forest_.trees[t].splits; ++leaf)
      for (std::size_t k = 0; k < to.count; ++k)
        weights.weights[to.first + leaf * to.stride + k] =
            static_cast<float>(static_cast<double>(*from++) / loss_.scale());
  }
  return weights;
}

Model ModelRefit::run(double ridge) {
  if (std::holds_alternative<SquaredLoss>(loss_.loss())) {
    refit_.run({ridge, 1, kSquaredIterations}, weights_, scores_);
    return model();
  }
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMostSteps; ++i) {
    const double objective = refit_.run({ridge, 1, kIterations}, weights_, scores_);
    if (!(objective < (1 - kWorthAStep) * before)) break;
    before = objective;
  }
  return model();
}

Model ModelRefit::model() const {
  Model result = model_;
  result.link = link_of(loss_.loss());
  auto& forest = std::get<Forest>(result.body);
  for (std::size_t k = 0; k < forest.intercept.size(); ++k)
    forest.intercept[k] = loss_.offset() + loss_.scale() * static_cast<double>(weights_.intercept[k]);
  for (std::size_t t = 0; t < forest.trees.size(); ++t) {
    const TreeWeights from = weights_of(forest, t, loss_.width());
    float* to = forest.values.data() + forest.trees[t].first_value;
    for (std::size_t leaf = 0; leaf <= forest.trees[t].splits; ++leaf)
      for (std::size_t k = 0; k < from.count; ++k)
        *to++ = to_value(loss_.scale() * static_cast<double>(weights_.weights[from.first + leaf * from.stride + k]));
  }
  forest.stages.reset();  // the values that rows end in have changed
  return result;
}

RefittedModel refit_model(Model model, const FitRequest& request, const Loss& loss, std::span<const double> ridges,
                          const Run& run) {
  std::vector<double> falling(ridges.begin(), ridges.end());
  std::ranges::sort(falling, std::ranges::greater{});
  falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
  if (falling.empty() || falling.front() <= 0) return {std::move(model), 0, {}};
  Reporter reporter(run, "refitting", falling.size());
  Threads threads(run.threads, &reporter);
  ModelRefit refit(model, *request.train, loss, threads);
  const Run quiet{run.seed, run.threads, {}};
  Best<RefittedModel> best{{model, 0, {}}};
  for (const double ridge : falling) {
    Model next = ridge > 0 ? refit.run(ridge) : model;
    reporter.advance();
    if (falling.size() == 1) return {std::move(next), ridge, {}};
    ESPALIER_ASSERT(request.validation != nullptr);
    const double loss_there = loss_on(next, loss, *request.validation, quiet);
    best.take({std::move(next), ridge, loss_there}, loss_there);
  }
  return best.choice;
}

}  // namespace espalier
