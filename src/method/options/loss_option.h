// The option `loss`, and the loss that fits a target.
#pragma once

#include <optional>
#include <string_view>

#include "espalier/loss.h"
#include "espalier/target.h"
#include "method/options/option_kinds.h"

namespace espalier {

enum class LossName : std::uint8_t { squared, logistic, softmax, hinge, exponential };

// Annealing and joint growth need a loss whose second derivative is bounded; boosting does not.
inline constexpr Choices<LossName, 5> kBoostLosses = {{{"squared", LossName::squared},
                                                       {"logistic", LossName::logistic},
                                                       {"softmax", LossName::softmax},
                                                       {"hinge", LossName::hinge},
                                                       {"exponential", LossName::exponential}}};
inline constexpr Choices<LossName, 4> kLosses = {{kBoostLosses[0], kBoostLosses[1], kBoostLosses[2], kBoostLosses[3]}};
inline constexpr std::string_view kLossHelp =
    "loss to minimise; by default squared for regression, logistic for two classes, softmax for more";

// The loss that is given, or squared for regression, logistic for two classes and softmax for more. An error if it does
// not fit the target.
Loss choose_loss(std::optional<LossName> given, const Target& target);
}  // namespace espalier
