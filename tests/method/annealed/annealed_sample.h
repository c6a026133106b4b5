// Rows whose target depends on three of four columns, for the tests of pools and of what is selected from them.
#pragma once

#include "base/random.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "support/tables.h"

namespace espalier::test {

// A signal of two numbers and a category, cut into as many classes; none: regression.
inline LabelledRows annealed_sample(std::size_t rows, int classes_wanted, std::uint64_t seed) {
  Random random(seed, "annealed sample");
  std::vector<float> a(rows), b(rows), c(rows);
  std::vector<std::int32_t> d(rows), codes(rows);
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    a[i] = static_cast<float>(random.normal());
    b[i] = random.below(15) == 0 ? kNaN : static_cast<float>(random.normal());
    c[i] = static_cast<float>(random.normal());
    d[i] = static_cast<std::int32_t>(random.below(4));
    y[i] = (a[i] > 0 ? 2 : 0) + (b[i] > 0.3F ? 1.5 : 0) - (d[i] % 2 == 0 ? 1 : 0) + 0.5 * random.normal();
    codes[i] = classes_wanted == 3 ? (y[i] > 0) + (y[i] > 1.5) : (y[i] > 0.8);
  }
  LabelledRows result;
  result.table =
      table_of({numeric("a", a), numeric("b", b), numeric("c", c), categorical("d", {"p", "q", "r", "s"}, d)});
  result.target = classes_wanted == 0 ? regression(y) : classes(codes, classes_wanted);
  return result;
}

inline Loss loss_for(int classes_wanted) {
  if (classes_wanted == 0) return SquaredLoss{};
  return classes_wanted == 2 ? Loss(LogisticLoss{}) : Loss(SoftmaxLoss{});
}

}  // namespace espalier::test
