#include "method/neural/choice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>

#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "method/choose/parts.h"
#include "neural/start_rules.h"

namespace espalier {
namespace {

// Parts of the rows that are held out, one after the other: the fewer the rows, the more a single part depends on
// chance.
std::size_t count_parts(const NeuralData& data) {
  constexpr std::size_t kFewRows = 500, kManyRows = 20'000;
  constexpr std::size_t kSomeParts = 3;
  if (data.validation() || data.rows().rows() > kManyRows) return 1;
  return data.rows().rows() > kFewRows ? kSomeParts : kFolds;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Tried {
  NeuralCandidate candidate;
  double judged = kNever;
  std::size_t epochs = 0;
};

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
  Chooser(const NeuralSearch& search, Threads& threads) : search_(search), threads_(threads) {
    const NeuralData& any = search.data[0];
    if (any.validation()) {
      RowPart part;
      part.rows.resize(any.rows().rows());
      std::iota(part.rows.begin(), part.rows.end(), 0U);
      parts_.push_back(std::move(part));
    } else {
      parts_ = make_parts(any.target(), count_parts(any), search.seed);
    }
  }

  NeuralChoice operator()() {
    const NeuralOptions& options = search_.options;
    NeuralCandidate first{0, options.inputs != RuleInputs::tree, options.depth[(options.depth.size() - 1) / 2]};
    if (parts_.empty()) return {first, static_cast<std::size_t>(options.epochs)};
    std::vector<NeuralCandidate> candidates;
    for (first.data = 0; first.data < search_.data.size(); ++first.data) candidates.push_back(first);
    Tried best = best_of(candidates, {candidates[0]});
    if (options.inputs == RuleInputs::automatic) {
      NeuralCandidate own = best.candidate;
      own.all_inputs = false;
      best = best_of({own}, best);
      if (best.judged == kNever) best.candidate = own;  // the tree whose rules take the least room
    }
    candidates.clear();
    for (const int depth : options.depth) {
      if (depth == first.depth) continue;
      candidates.push_back(best.candidate);
      candidates.back().depth = depth;
    }
    best = best_of(candidates, best);
    if (best.judged == kNever) best.epochs = static_cast<std::size_t>(options.epochs);  // nothing could be compared
    return {best.candidate, best.epochs};
  }

 private:
  // The first on ties, `best` before all others.
  Tried best_of(const std::vector<NeuralCandidate>& candidates, Tried best) {
    for (const NeuralCandidate& candidate : candidates) {
      const Tried tried = try_candidate(candidate, threads_);
      if (tried.judged < best.judged) best = tried;
    }
    return best;
  }

  Tried try_candidate(const NeuralCandidate& candidate, Threads& threads) const {
    const NeuralData& data = search_.data[candidate.data];
    std::vector<NetRows> trained, watched;
    std::deque<NeuralEnsemble> ensembles;
    for (const RowPart& part : parts_) {
      trained.push_back(data.rows(part.rows));
      watched.push_back(data.validation() ? *data.validation() : data.rows(part.others));
    }
    for (std::size_t p = 0; p < parts_.size(); ++p)
      ensembles.emplace_back(search_, candidate, parts_[p].rows, trained[p], threads);
    Tried tried{candidate};
    if (!std::ranges::all_of(ensembles, &NeuralEnsemble::has_rules)) return tried;
    const auto epochs = static_cast<std::size_t>(search_.options.epochs);
    const auto patience = static_cast<std::size_t>(search_.options.patience);
    for (std::size_t epoch = 0; epoch <= epochs; ++epoch) {
      if (epoch > 0)
        for (NeuralEnsemble& ensemble : ensembles) ensemble.epoch(threads);
      if (!std::ranges::all_of(ensembles, &NeuralEnsemble::is_pruned) && epoch < epochs) continue;
      double judged = 0;
      for (std::size_t p = 0; p < parts_.size(); ++p)
        judged += judge(watched[p], ensembles[p].scores(watched[p], threads));
      if (judged < tried.judged || patience == 0) {
        tried.judged = judged;
        tried.epochs = epoch;
      }
      if (patience > 0 && epoch >= tried.epochs + patience) break;
    }
    return tried;
  }

  const NeuralSearch& search_;
  Threads& threads_;
  std::vector<RowPart> parts_;
};

}  // namespace

NeuralEnsemble::NeuralEnsemble(const NeuralSearch& search, const NeuralCandidate& candidate,
                               std::span<const std::uint32_t> rows, const NetRows& trained, Threads& threads)
    : search_(search) {
  const NeuralData& data = search.data[candidate.data];
  const bool deep = search.options.form == RuleForm::deep;
  std::vector<std::optional<NetTrainer>> nets(search.nets);
  std::vector<std::size_t> keeps(search.nets);
  threads.each(nets.size(), [&](std::size_t i) {
    std::optional<Random> sample;
    if (i > 0) sample.emplace(search.seed, "sample of neural rules", i);
    const Tree tree = data.tree(rows, candidate.depth, sample);
    std::vector<std::uint32_t> inputs = used_features(tree);
    if (candidate.all_inputs) {
      inputs.resize(data.inputs().size());
      std::iota(inputs.begin(), inputs.end(), 0U);
    }
    const NeuralNet start = start_rules(tree, inputs, data.outputs(), deep);
    TrainOptions options = train_options(search.options);
    options.prune.keep = search.keep(data, start, nets.size());
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
    nets_[i].epoch(Random(search_.seed, "batches of neural rules", i << 32 | epochs_), of_net);
    search_.after_epoch();
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

std::size_t nets_to_try(const NeuralSearch& search) {
  const std::size_t inputs = search.options.inputs == RuleInputs::automatic ? 1 : 0;
  const std::size_t candidates = search.data.size() + inputs + search.options.depth.size() - 1;
  return candidates * search.nets * count_parts(search.data[0]);
}

NeuralChoice choose_neural(const NeuralSearch& search, Threads& threads) { return Chooser(search, threads)(); }

}  // namespace espalier
