#include "method/options/loss_option.h"

#include <fmt/format.h>

#include "espalier/error.h"
#include "method/options/options.h"

namespace espalier {

Loss choose_loss(std::optional<LossName> given, const Target& target) {
  const std::size_t classes = target.labels.size();
  const LossName wanted = given.value_or(classes == 0   ? LossName::squared
                                         : classes <= 2 ? LossName::logistic
                                                        : LossName::softmax);
  if ((wanted == LossName::squared) != (classes == 0)) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be {} for {}, got {}", classes == 0 ? "squared" : "logistic, softmax or hinge",
                            classes == 0 ? "regression" : "classification", choice_name(kLosses, wanted)));
  }
  if (classes > 2 && wanted != LossName::softmax) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be softmax for {} classes, got {}", classes, choice_name(kLosses, wanted)));
  }
  switch (wanted) {
    case LossName::squared:
      return SquaredLoss{};
    case LossName::logistic:
      return LogisticLoss{};
    case LossName::hinge:
      return HingeLoss{};
    case LossName::softmax:
      break;
  }
  return SoftmaxLoss{};
}

}  // namespace espalier
