#include "grow/induced/node_loss.h"

namespace espalier {

double NodeLoss::best_weight(std::span<const std::uint32_t> rows, const NodeRidge& ridge, std::span<double> weight,
                             Threads& threads) const {
  const std::size_t width = sum_count();
  std::vector<double> sums((rows.size() + kNodeBlock - 1) / kNodeBlock * width);
  threads.blocks(rows.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
    add_up(rows.subspan(begin, end - begin), std::span(sums).subspan(begin / kNodeBlock * width, width));
  });
  for (std::size_t i = width; i < sums.size(); ++i) sums[i % width] += sums[i];
  sums.resize(width);
  return best_weight_of(sums, ridge, weight);
}

void NodeLoss::add(std::span<const std::uint32_t> rows, std::span<const double> weight, Threads& threads) {
  threads.blocks(rows.size(), kNodeBlock,
                 [&](std::size_t begin, std::size_t end) { add(rows.subspan(begin, end - begin), weight); });
}

void NodeLoss::slopes(std::span<const std::uint32_t> rows, std::span<float> out, Threads& threads) const {
  threads.blocks(rows.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
    slopes(rows.subspan(begin, end - begin), out.subspan(begin * width(), (end - begin) * width()));
  });
}

}  // namespace espalier
