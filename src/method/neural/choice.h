// The candidates of neural rules, and their results on rows that they were not trained on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/neural_rules.h"
#include "method/neural/data.h"
#include "method/neural/options.h"

namespace espalier {

struct NeuralCandidate {
  std::size_t data = 0;  // index of the transform
  bool all_inputs = true;
  int depth = 6;
  std::size_t epochs = 100;  // of the schedule; training may end earlier
  bool operator==(const NeuralCandidate&) const = default;
};

struct NeuralChoice {
  NeuralCandidate candidate;
  std::size_t epochs = 0;
};

struct NeuralChoiceInput {
  const NeuralOptions& options;
  std::span<const NeuralData> data;  // one per transform
  std::size_t nets = 1;
  // The number of rules that the budget allows for each of this many nets like this one.
  std::function<std::size_t(const NeuralData&, const NeuralNet&, std::size_t nets)> keep;
  std::uint64_t seed = 1;
  std::function<void()> after_epoch;  // of one net; called from any thread
};

// Up to this many rows the search is always that of `--effort high`.
inline constexpr std::size_t kFewNeuralRows = 5'000;
// A cheaper search fits at most this many rows, and watches at most as many others.
inline constexpr std::size_t kMostNeuralRows = 10'000;

// The nets of one candidate, trained side by side: the first from the tree of all rows, each other from the tree of its
// own bootstrap sample, all on all rows.
class NeuralEnsemble {
 public:
  // `rows` are the numbers of the rows in `trained`, which must outlive this.
  NeuralEnsemble(const NeuralChoiceInput& input, const NeuralCandidate& candidate, std::span<const std::uint32_t> rows,
                 const NetRows& trained, Threads& threads);

  void train(std::size_t epochs, Threads& threads);
  // The mean of the nets, rows × outputs.
  std::vector<float> scores(const NetRows& rows, Threads& threads) const;
  bool is_pruned() const noexcept;
  bool has_rules() const noexcept { return has_rules_; }  // false if the budget leaves a net without rules
  std::vector<TrainedNet> result(Threads& threads);

 private:
  const NeuralChoiceInput& input_;
  std::vector<NetTrainer> nets_;
  std::size_t epochs_ = 0;
  bool has_rules_ = true;
};

// The maximum number of epochs of single nets.
std::size_t epochs_to_try(const NeuralChoiceInput& input);

// First the transform, at a middle depth; then whether planes use all inputs; then the depth. With high effort or few
// rows every trial trains for all epochs until it stops improving, and so also gives the number of epochs. Otherwise
// trials are short and on some of the rows, and how long to train is chosen last.
NeuralChoice choose_neural(const NeuralChoiceInput& input, Threads& threads);

}  // namespace espalier
