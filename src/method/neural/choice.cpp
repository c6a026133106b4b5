#include "method/neural/choice.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/choose/ladder.h"
#include "method/choose/setting_search.h"
#include "neural/start_rules.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{500, 20'000};

bool is_wrong(const NetRows& rows, std::size_t row, const float* scores) {
  if (rows.loss == NetLoss::logistic) return (scores[0] > 0) != (rows.values[row] > 0);
  return std::max_element(scores, scores + rows.outputs) - scores != rows.classes[row];
}

// The error, plus a little of the loss, which distinguishes equal errors.
double judge(const NetRows& rows, std::span<const float> scores) {
  constexpr double kLossShare = 1e-3;
  std::vector<std::uint32_t> all(rows.rows());
  std::iota(all.begin(), all.end(), 0U);
  NetBatch batch;
  batch.take(rows, all, {});
  std::vector<float> gradients;
  const double loss = batch.gradients(scores, gradients);
  double weight = 0, wrong = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    weight += rows.weight(row);
    if (rows.loss != NetLoss::squared && is_wrong(rows, row, scores.data() + row * rows.outputs))
      wrong += rows.weight(row);
  }
  return (rows.loss == NetLoss::squared ? loss : wrong + kLossShare * loss) / weight;
}

bool is_thorough(const NeuralChoiceInput& input) {
  return input.options.effort == Effort::high || input.data[0].rows().rows() <= kFewNeuralRows;
}

// Lengths of training to try, ascending, the last one as given. Without early stopping there is no choice. A short
// training whose rate has fallen to 0 is better than the beginning of a long one, and less noisy to compare.
std::vector<std::size_t> schedules(const NeuralChoiceInput& input) {
  const auto most = static_cast<std::size_t>(input.options.epochs);
  if (is_thorough(input) || input.options.patience == 0) return {most};
  constexpr std::size_t kFactor = 3, kLeast = 3;
  std::vector<std::size_t> lengths = {most};
  while (lengths.back() / kFactor >= kLeast) lengths.push_back(lengths.back() / kFactor);
  std::ranges::reverse(lengths);
  return lengths;
}

// The length at which settings are compared.
std::size_t length_of_trials(std::span<const std::size_t> lengths) {
  return lengths[std::min<std::size_t>(lengths.size() - 1, 1)];
}

Fold draw_some(const NeuralData& data, std::uint64_t seed) {
  const std::size_t rows = data.rows().rows();
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  const std::span<const std::int32_t> classes = data.target().classes;
  if (data.validation()) return draw_fold(std::move(all), kMostNeuralRows, 0, seed, classes);
  return draw_fold(std::move(all), std::min(kMostNeuralRows, rows - rows / kFolds), kMostNeuralRows, seed, classes);
}

class Chooser {
 public:
  Chooser(const NeuralChoiceInput& input, Threads& threads) : input_(input), threads_(threads) {
    const NeuralData& data = input.data[0];
    if (is_thorough(input))
      folds_ = make_folds(data.target(), kFoldRule, data.validation().has_value(), input.seed);
    else
      folds_ = {draw_some(data, input.seed)};
  }

  NeuralChoice operator()() {
    const NeuralOptions& options = input_.options;
    const std::vector<std::size_t> lengths = schedules(input_);
    const std::size_t length = length_of_trials(lengths);
    NeuralCandidate next{0, options.inputs != RuleInputs::tree, options.depth[(options.depth.size() - 1) / 2], length};
    if (folds_.empty()) return {next, length};
    SettingSearch<NeuralCandidate, NeuralChoice> search([&](const NeuralCandidate& tried) { return measured(tried); });
    std::vector<NeuralCandidate> candidates;
    for (; next.data < input_.data.size(); ++next.data) candidates.push_back(next);
    search.improve_by_any(candidates, threads_);
    next = search.setting();
    if (options.inputs == RuleInputs::automatic) {
      next.all_inputs = false;
      search.improve(next);
      if (search.best().cost < kNever) next = search.setting();  // otherwise: the rules that take the least room
    }
    candidates.clear();
    for (const int depth : options.depth) candidates.push_back({next.data, next.all_inputs, depth, length});
    search.improve_by_any(candidates, threads_);
    if (!(search.best().cost < kNever)) return {next, length};
    // Ever longer as long as that helps, otherwise ever shorter.
    const auto next_of = [](const std::vector<std::size_t>& sorted) {
      return [&](NeuralCandidate& changed) {
        const auto at = std::ranges::find(sorted, changed.epochs);
        if (at + 1 == sorted.end()) return false;
        changed.epochs = at[1];
        return true;
      };
    };
    const std::vector<std::size_t> descending(lengths.rbegin(), lengths.rend());
    if (!search.climb(next_of(lengths))) search.climb(next_of(descending));
    return search.best().choice;
  }

 private:
  // The candidate with its best number of epochs.
  Best<NeuralChoice> measured(const NeuralCandidate& candidate) const {
    const NeuralData& data = input_.data[candidate.data];
    std::vector<NetRows> trained, watched;
    std::deque<NeuralEnsemble> ensembles;
    for (const Fold& fold : folds_) {
      trained.push_back(data.rows(fold.rows));
      watched.push_back(fold.by_validation() ? *data.validation() : data.rows(fold.held_out));
    }
    for (std::size_t f = 0; f < folds_.size(); ++f)
      ensembles.emplace_back(input_, candidate, folds_[f].rows, trained[f], threads_);
    Best<NeuralChoice> best;
    if (!std::ranges::all_of(ensembles, &NeuralEnsemble::has_rules)) return best;
    Patience patience(input_.options.patience);
    const bool may_stop = is_thorough(input_) && patience.is_limited();
    const std::size_t at_once = may_stop ? 1 : std::max<std::size_t>(1, candidate.epochs);
    for (std::size_t epoch = 0; epoch <= candidate.epochs && !patience.is_over(); epoch += at_once) {
      if (epoch > 0) threads_.each(folds_.size(), [&](std::size_t f) { ensembles[f].train(at_once, threads_); });
      const bool any_epoch = may_stop && std::ranges::all_of(ensembles, &NeuralEnsemble::is_pruned);
      if (!any_epoch && epoch < candidate.epochs) continue;
      double cost = 0;
      for (std::size_t f = 0; f < folds_.size(); ++f)
        cost += judge(watched[f], ensembles[f].scores(watched[f], threads_));
      best.take({candidate, epoch}, cost);
      patience.add(epoch, cost);
    }
    return best;
  }

  const NeuralChoiceInput& input_;
  Threads& threads_;
  std::vector<Fold> folds_;
};

}  // namespace

NeuralEnsemble::NeuralEnsemble(const NeuralChoiceInput& input, const NeuralCandidate& candidate,
                               std::span<const std::uint32_t> rows, const NetRows& trained, Threads& threads)
    : input_(input) {
  const NeuralData& data = input.data[candidate.data];
  const bool deep = input.options.form == RuleForm::deep;
  std::vector<std::optional<NetTrainer>> nets(input.nets);
  std::vector<std::size_t> keeps(input.nets);
  threads.each(nets.size(), [&](std::size_t i) {
    std::optional<Random> sample;
    if (i > 0) sample.emplace(input.seed, "sample of neural rules", i);
    const Tree tree = data.tree(rows, candidate.depth, sample);
    std::vector<std::uint32_t> inputs = used_features(tree);
    if (candidate.all_inputs) {
      inputs.resize(data.inputs().size());
      std::iota(inputs.begin(), inputs.end(), 0U);
    }
    const NeuralNet start = start_rules(tree, inputs, data.outputs(), deep);
    TrainOptions options = train_options(input.options);
    options.epochs = candidate.epochs;
    options.prune.keep = input.keep(data, start, nets.size());
    keeps[i] = start.planes.empty() ? 1 : options.prune.keep;  // a tree without splits needs no room
    nets[i].emplace(start, deep, trained, options);
  });
  for (std::optional<NetTrainer>& net : nets) nets_.push_back(std::move(*net));
  has_rules_ = std::ranges::find(keeps, 0U) == keeps.end();
}

void NeuralEnsemble::train(std::size_t epochs, Threads& threads) {
  threads.each(nets_.size(), [&](std::size_t i) {
    for (std::size_t epoch = epochs_ + 1; epoch <= epochs_ + epochs; ++epoch) {
      nets_[i].epoch(Random(input_.seed, "batches of neural rules", i << 32 | epoch), threads);
      input_.after_epoch();
    }
  });
  epochs_ += epochs;
}

std::vector<float> NeuralEnsemble::scores(const NetRows& rows, Threads& threads) const {
  std::vector<float> scores(rows.rows() * rows.outputs);
  for (const NetTrainer& net : nets_) net.add_scores_of(rows, scores, threads);
  for (float& score : scores) score /= static_cast<float>(nets_.size());
  return scores;
}

bool NeuralEnsemble::is_pruned() const noexcept { return std::ranges::all_of(nets_, &NetTrainer::is_pruned); }

std::vector<TrainedNet> NeuralEnsemble::result(Threads& threads) {
  std::vector<TrainedNet> result(nets_.size());
  threads.each(nets_.size(), [&](std::size_t i) { result[i] = nets_[i].result(threads); });
  return result;
}

std::size_t epochs_to_try(const NeuralChoiceInput& input) {
  const std::size_t inputs = input.options.inputs == RuleInputs::automatic ? 1 : 0;
  const std::size_t candidates = input.data.size() + inputs + input.options.depth.size() - 1;
  const std::vector<std::size_t> lengths = schedules(input);
  const std::size_t length = length_of_trials(lengths);
  const std::size_t folds = count_folds(kFoldRule, input.data[0].rows().rows(), input.data[0].validation().has_value());
  if (is_thorough(input)) return candidates * input.nets * folds * length;
  // The last trials are longer or shorter.
  const std::size_t longer = std::reduce(lengths.begin(), lengths.end()) - length;
  return input.nets * (candidates * length + longer);
}

NeuralChoice choose_neural(const NeuralChoiceInput& input, Threads& threads) { return Chooser(input, threads)(); }

}  // namespace espalier
