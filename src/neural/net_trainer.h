// Backpropagation for one net (Dawer 2018, algorithm 4, step 6): Adam on batches of shuffled rows. The same bits on any
// number of threads: they share the groups of rules, each of which has its own numbers, and the groups' contributions
// to the scores are joined in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/neural_rules.h"
#include "neural/adam.h"
#include "neural/net_rows.h"
#include "neural/rule_pruning.h"

namespace espalier {

struct TrainOptions {
  std::size_t epochs = 100;
  std::size_t batch = 128;
  double rate = 0.01;
  bool cosine = true;  // the rate falls to 0 over the epochs, along a cosine
  double weight_decay = 0;
  PruneSchedule prune;
};

struct TrainedNet {
  NeuralNet net;
  std::vector<double> intercept;
  RuleStatistics statistics;
};

class NetTrainer {
 public:
  // `rows` must outlive it. The intercept starts at 0.
  NetTrainer(const NeuralNet& start, bool deep, const NetRows& rows, const TrainOptions& options);

  // The next epoch; `random` shuffles the rows.
  void epoch(Random random, Threads& threads);

  // Adds the net's scores of the rows to `scores`, rows × outputs.
  void add_scores_of(const NetRows& rows, std::span<float> scores, Threads& threads) const;

  // Whether at most as many rules are left as are allowed.
  bool is_pruned() const noexcept { return alive_rules_ <= options_.prune.keep; }

  // Rules that were pruned, or cover none of the rows, have value 0. If too many are still left, they are pruned now.
  TrainedNet result(Threads& threads);

  // The gradient of the mean loss of some rows: for all groups, and for the intercept.
  struct Gradient {
    double loss = 0;
    std::vector<RuleGroup> groups;
    std::vector<float> intercept;
  };
  Gradient gradient(std::span<const std::uint32_t> of, Threads& threads);

 private:
  // A group with its training state.
  struct GroupState {
    explicit GroupState(const RuleGroup& group);
    RuleGroup gradients;
    AdamMoments moments;
    RuleActivity activity;
    std::vector<float> scores;
  };

  double rate() const;
  double backward(Threads& threads);
  void step(const AdamStep& adam, Threads& threads);
  void drop_rules(std::size_t left);
  void add_scores_of_part(const NetRows& rows, std::size_t begin, std::size_t end, float* scores) const;

  const NetRows* rows_;
  TrainOptions options_;
  std::vector<std::uint32_t> inputs_;
  std::vector<RuleGroup> start_, groups_;
  std::vector<GroupState> states_;
  std::vector<std::uint32_t> alive_;  // by group, one bit per rule
  std::size_t rules_, alive_rules_;
  std::vector<float> intercept_, intercept_gradient_;
  AdamMoments intercept_moments_;
  std::vector<std::uint32_t> order_;
  std::size_t epochs_ = 0, steps_ = 0;
  NetBatch batch_;
  std::vector<float> scores_, gradients_;
};

}  // namespace espalier
