#include "method/options/loss_option.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "support/tables.h"

namespace espalier {
namespace {

const Target kNumbers = test::regression({1, 2}), kTwo = test::classes({0, 1}), kThree = test::classes({0, 1, 2}, 3);

TEST(ChooseLoss, GoesWithTheTargetWhereNoneIsGiven) {
  EXPECT_TRUE(std::holds_alternative<SquaredLoss>(choose_loss({}, kNumbers)));
  EXPECT_TRUE(std::holds_alternative<LogisticLoss>(choose_loss({}, kTwo)));
  EXPECT_TRUE(std::holds_alternative<SoftmaxLoss>(choose_loss({}, kThree)));
}

TEST(ChooseLoss, TakesWhatIsGivenWhereItGoesWithTheTarget) {
  EXPECT_TRUE(std::holds_alternative<HingeLoss>(choose_loss(LossName::hinge, kTwo)));
  EXPECT_TRUE(std::holds_alternative<ExponentialLoss>(choose_loss(LossName::exponential, kTwo)));
  EXPECT_TRUE(std::holds_alternative<SoftmaxLoss>(choose_loss(LossName::softmax, kTwo)));
}

TEST(ChooseLoss, RefusesOthersWithTheReason) {
  EXPECT_ERROR(choose_loss(LossName::hinge, kNumbers), ErrorCode::usage,
               "loss must be squared for regression, got hinge");
  EXPECT_ERROR(choose_loss(LossName::squared, kTwo), ErrorCode::usage,
               "the loss squared is for regression, not for classes");
  EXPECT_ERROR(choose_loss(LossName::hinge, kThree), ErrorCode::usage, "loss must be softmax for 3 classes, got hinge");
  EXPECT_ERROR(choose_loss(LossName::exponential, kThree), ErrorCode::usage,
               "loss must be softmax for 3 classes, got exponential");
}

}  // namespace
}  // namespace espalier
