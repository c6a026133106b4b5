// Data small enough to work the answers out by hand.
#pragma once

namespace espalier::cli {

// Depth 1 splits between 2 and 3 (the left-over squares are 0.5 + 2; one row further left they are 26, further right
// 20.7), so it predicts 2, 2, 8.5, 8.5:
//   mse = (2 · 0.5² + 2 · 1²) / 4 = 0.625, mae = (2 · 0.5 + 2 · 1) / 4 = 0.75,
//   r2 = 1 - 2.5 / 44.75, since the squares around the mean 5.25 are 14.0625 + 7.5625 + 5.0625 + 18.0625.
inline constexpr const char* kRegression = "x,y\n1,1.5\n2,2.5\n3,7.5\n4,9.5\n";

// Depth 1 splits between 2 and 3: all "no" on the left, "yes" with probability 2/3 on the right, so row 5 is wrong.
//   error = 1/5, log_loss = (2 ln(3/2) + ln 3) / 5,
//   auc: of the 2 · 3 pairs of a yes and a no, 4 are in order and 2 tie: (4 + 2/2) / 6,
//   balanced_accuracy = (2/3 + 1) / 2.
inline constexpr const char* kClasses = "x,y\n1,no\n2,no\n3,yes\n4,yes\n5,no\n";
inline constexpr double kLogLoss = (2 * 0.40546510810816438 + 1.0986122886681098) / 5;

}  // namespace espalier::cli
