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
  if (classes == 0 && wanted != LossName::squared) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be squared for regression, got {}", choice_name(kBoostLosses, wanted)));
  }
  if (classes > 0 && wanted == LossName::squared) {
    throw Error(ErrorCode::usage, "the loss squared is for regression, not for classes");
  }
  if (classes > 2 && wanted != LossName::softmax) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be softmax for {} classes, got {}", classes, choice_name(kBoostLosses, wanted)));
  }
  switch (wanted) {
    case LossName::squared:
      return SquaredLoss{};
    case LossName::logistic:
      return LogisticLoss{};
    case LossName::hinge:
      return HingeLoss{};
    case LossName::exponential:
      return ExponentialLoss{};
    case LossName::softmax:
      break;
  }
  return SoftmaxLoss{};
}

}  // namespace espalier
