#include "method/prefix.h"

namespace espalier {

std::size_t largest_within(std::size_t most, const std::function<Model(std::size_t)>& model_of, const Budget& budget) {
  const auto within = [&](std::size_t count) { return fits(size_of(stripped(model_of(count))), budget); };
  if (most == 0 || within(most)) return most;
  std::size_t low = 0, high = most;
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (within(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace espalier
