#include "method/finish/largest_within.h"

#include <algorithm>

namespace espalier {

std::size_t largest_within(std::size_t most, const std::function<Model(std::size_t)>& model_of, const Budget& budget) {
  const auto in_budget = [&](std::size_t count) { return fits(size_of(stripped(model_of(count))), budget); };
  if (most == 0 || in_budget(most)) return most;
  std::size_t good = 0, bad = 1;
  while (bad < most && in_budget(bad)) {
    good = bad;
    bad = std::min(most, 2 * bad);
  }
  while (bad > good + 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (in_budget(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace espalier
