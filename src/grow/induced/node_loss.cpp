#include "grow/induced/node_loss.h"

#include <algorithm>

namespace espalier {
namespace {

struct Block {
  std::size_t node = 0;
  std::span<const std::uint32_t> rows;
};

}  // namespace

double NodeLoss::best_weight(std::span<const std::uint32_t> rows, const NodeRidge& ridge, std::span<double> weight,
                             Threads& threads) const {
  return best_weight_of(sums_of({&rows, 1}, threads), ridge, weight);
}

// One loop over the blocks of all nodes, of which small ones share a task.
std::vector<double> NodeLoss::sums_of(std::span<const std::span<const std::uint32_t>> nodes, Threads& threads) const {
  std::vector<Block> blocks;
  std::vector<std::size_t> tasks = {0};  // the first block of each
  std::size_t rows_of_task = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    for (std::size_t begin = 0; begin < nodes[node].size(); begin += kNodeBlock) {
      blocks.push_back({node, nodes[node].subspan(begin, std::min(kNodeBlock, nodes[node].size() - begin))});
      rows_of_task += blocks.back().rows.size();
      if (rows_of_task < kNodeBlock) continue;
      tasks.push_back(blocks.size());
      rows_of_task = 0;
    }
  }
  if (tasks.back() < blocks.size()) tasks.push_back(blocks.size());
  const std::size_t width = sum_count();
  std::vector<double> of_blocks(blocks.size() * width), sums(nodes.size() * width);
  threads.each(tasks.size() - 1, [&](std::size_t task) {
    for (std::size_t b = tasks[task]; b < tasks[task + 1]; ++b)
      add_up(blocks[b].rows, std::span(of_blocks).subspan(b * width, width));
  });
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t i = 0; i < width; ++i) sums[blocks[b].node * width + i] += of_blocks[b * width + i];
  return sums;
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
