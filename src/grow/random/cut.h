// One candidate: a column, and its cut.
#pragma once

#include <cstdint>
#include <vector>

#include "grow/random/node_targets.h"
#include "grow/random/value_table.h"

namespace espalier {

struct NodeCut {
  double gain = kNoCut;  // of the criterion, in units of total row weight
  std::uint32_t column = 0;
  float threshold = 0;                    // numeric
  std::vector<std::uint32_t> left_codes;  // categorical
  bool missing_left = false;
  bool missing_seen = false;  // otherwise missing_left is meaningless
  double by_chance = 0;       // of the gain, as in SplitChoice

  bool found() const noexcept { return gain > kNoCut; }
  double worth() const noexcept { return gain - by_chance; }
};

// A column over a node's rows.
struct Candidate {
  std::uint32_t column = 0;
  const float* values = nullptr;  // padded
  ValueRange range;
  std::span<const std::uint32_t> rows;
};

// The categories that go left, to be looked up by code.
class CodeSet {
 public:
  void assign(const std::vector<std::uint32_t>& codes, std::size_t labels) {
    if (member_.size() < labels) member_.resize(labels);
    for (const std::uint32_t code : codes_) member_[code] = 0;
    codes_ = codes;
    for (const std::uint32_t code : codes_) member_[code] = 1;
  }
  bool contains(std::size_t code) const noexcept { return member_[code] != 0; }

 private:
  std::vector<std::uint8_t> member_;
  std::vector<std::uint32_t> codes_;
};

}  // namespace espalier
