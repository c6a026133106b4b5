#include "method/neural/options.h"

namespace espalier {

TrainOptions train_options(const NeuralOptions& options) {
  TrainOptions result;
  result.epochs = static_cast<std::size_t>(options.epochs);
  result.batch = static_cast<std::size_t>(options.batch);
  result.rate = options.rate;
  result.cosine = options.decay == RateDecay::cosine;
  result.weight_decay = options.weight_decay;
  result.prune.speed = options.prune_speed;
  return result;
}

}  // namespace espalier
