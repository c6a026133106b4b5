// Category labels: gathered while a column is read, then sorted, or matched with the labels that a model knows.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/read/cell.h"
#include "data/read/number_style.h"
#include "espalier/error.h"
#include "espalier/table.h"

namespace espalier {

// Labels numbered in order of first appearance: open addressing over one array of entries, since a column of names that
// are all different is common, and one node per name would cost more than the rest of the reader. Points at the labels.
class LabelIndex {
 public:
  struct Entry {
    std::string_view label;
    std::size_t hash = 0;
    std::uint64_t count = 0;
  };

  // The code of the label, which occurs `count` times more.
  std::int32_t add(std::string_view label, std::size_t hash, std::uint64_t count);

  std::size_t size() const noexcept { return entries_.size(); }
  const std::vector<Entry>& entries() const noexcept { return entries_; }

 private:
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::int32_t> slots_;  // codes by hash, kMissingCode if free; the size is a power of two
};

// The labels of a part of a column. Points into the text.
class LocalLabels {
 public:
  std::int32_t code(const Cell& cell);  // kMissingCode if the cell is missing

 private:
  friend class Labels;
  LabelIndex index_;
  std::deque<std::string> unescaped_;  // of cells with doubled quotes, whose text differs from the file's bytes
};

// The labels of a whole column. Codes are provisional, and depend on the order of the merges, until they are renumbered
// by sort() or match().
class Labels {
 public:
  // Adds a part's labels and rewrites the part's codes. May be called from any thread.
  void merge(LocalLabels&& part, std::span<std::int32_t> codes);

  // The labels in order of their bytes; `renumbered` gets the new code of every provisional one.
  std::vector<std::string> sort(std::vector<std::int32_t>& renumbered) const;

  // The new code of every provisional one: the code of the same label in `feature`, else of a label that is the same
  // number, else kMissingCode. Throws if the column holds numbers but the feature has none among its labels.
  std::vector<std::int32_t> match(const Feature& feature, const std::string& source) const;

  // Whether at least 99% of the cells with these labels, and any, are numbers of this style.
  bool mostly_numbers(const NumberStyle& style) const;

  // The label of all that comes first in the order of bytes.
  std::string_view some() const;

 private:
  std::mutex mutex_;
  LabelIndex index_;
  std::vector<std::deque<std::string>> unescaped_;  // moving a deque does not move its strings
};

// Whether at least 99% of the cells that are not missing are numbers.
constexpr bool mostly_numbers(std::uint64_t numbers, std::uint64_t texts) noexcept { return numbers >= 99 * texts; }

// Finds the code of a text among a feature's labels, as Labels::match() says.
class LabelMatcher {
 public:
  explicit LabelMatcher(const Feature& feature);
  std::int32_t code(std::string_view text) const;
  std::int32_t code(double number) const;
  bool has_numbers() const noexcept { return !numbers_.empty(); }

 private:
  std::unordered_map<std::string_view, std::int32_t> texts_;
  std::unordered_map<double, std::int32_t> numbers_;
};

Error expects_categories(const std::string& source, const Feature& feature);

}  // namespace espalier
