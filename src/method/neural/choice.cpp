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

class Chooser {
 public:
  Chooser(const NeuralChoiceInput& input, Threads& threads)
      : input_(input),
        threads_(threads),
        folds_(make_folds(input.data[0].target(), kFoldRule, input.data[0].validation().has_value(), input.seed)) {}

  NeuralChoice operator()() {
    const NeuralOptions& options = input_.options;
    const auto all_epochs = static_cast<std::size_t>(options.epochs);
    NeuralCandidate next{0, options.inputs != RuleInputs::tree, options.depth[(options.depth.size() - 1) / 2]};
    if (folds_.empty()) return {next, all_epochs};
    SettingSearch<NeuralCandidate, NeuralChoice> search([&](const NeuralCandidate& tried) { return measured(tried); });
    for (; next.data < input_.data.size(); ++next.data) search.improve(next);
    next = search.setting();
    if (options.inputs == RuleInputs::automatic) {
      next.all_inputs = false;
      search.improve(next);
      if (search.best().cost < kNever) next = search.setting();  // otherwise: the rules that take the least room
    }
    for (const int depth : options.depth) search.improve({next.data, next.all_inputs, depth});
    return search.best().cost < kNever ? search.best().choice : NeuralChoice{next, all_epochs};
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
    const auto epochs = static_cast<std::size_t>(input_.options.epochs);
    Patience patience(input_.options.patience);
    for (std::size_t epoch = 0; epoch <= epochs && !patience.is_over(); ++epoch) {
      if (epoch > 0)
        for (NeuralEnsemble& ensemble : ensembles) ensemble.epoch(threads_);
      const bool any_epoch = patience.is_limited() && std::ranges::all_of(ensembles, &NeuralEnsemble::is_pruned);
      if (!any_epoch && epoch < epochs) continue;
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
  const std::vector<Fold> folds_;
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
    options.prune.keep = input.keep(data, start, nets.size());
    keeps[i] = start.planes.empty() ? 1 : options.prune.keep;  // a tree without splits needs no room
    nets[i].emplace(start, deep, trained, options);
  });
  for (std::optional<NetTrainer>& net : nets) nets_.push_back(std::move(*net));
  has_rules_ = std::ranges::find(keeps, 0U) == keeps.end();
}

void NeuralEnsemble::epoch(Threads& threads) {
  ++epochs_;
  // Nets side by side if there are enough of them, otherwise groups of rules.
  const bool side_by_side = nets_.size() >= static_cast<std::size_t>(threads.count());
  const auto one_net = [&](std::size_t i, Threads& of_net) {
    nets_[i].epoch(Random(input_.seed, "batches of neural rules", i << 32 | epochs_), of_net);
    input_.after_epoch();
  };
  if (side_by_side) {
    threads.each(nets_.size(), [&](std::size_t i) {
      Threads one = threads.one();
      one_net(i, one);
    });
    return;
  }
  for (std::size_t i = 0; i < nets_.size(); ++i) one_net(i, threads);
}

std::vector<float> NeuralEnsemble::scores(const NetRows& rows, Threads& threads) const {
  std::vector<float> scores(rows.rows() * rows.outputs);
  for (const NetTrainer& net : nets_) net.add_scores_of(rows, scores, threads);
  for (float& score : scores) score /= static_cast<float>(nets_.size());
  return scores;
}

bool NeuralEnsemble::is_pruned() const noexcept { return std::ranges::all_of(nets_, &NetTrainer::is_pruned); }

std::vector<TrainedNet> NeuralEnsemble::result(Threads& threads) {
  std::vector<TrainedNet> result;
  for (NetTrainer& net : nets_) result.push_back(net.result(threads));
  return result;
}

std::size_t nets_to_try(const NeuralChoiceInput& input) {
  const std::size_t inputs = input.options.inputs == RuleInputs::automatic ? 1 : 0;
  const std::size_t candidates = input.data.size() + inputs + input.options.depth.size() - 1;
  return candidates * input.nets *
         count_folds(kFoldRule, input.data[0].rows().rows(), input.data[0].validation().has_value());
}

NeuralChoice choose_neural(const NeuralChoiceInput& input, Threads& threads) { return Chooser(input, threads)(); }

}  // namespace espalier
