// Linear in the length of the line; a line whose indices do not ascend is sorted to find repeated indices.
// Tested by tests/data/read/libsvm_test.cpp.
#include "data/read/libsvm_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/read/cell.h"
#include "data/read/source.h"

namespace espalier {
namespace {

std::string_view next_token(const char*& p, const char* end) noexcept {
  while (p < end && is_blank(*p)) ++p;
  const char* const begin = p;
  while (p < end && !is_blank(*p)) ++p;
  return {begin, static_cast<std::size_t>(p - begin)};
}

bool is_number_token(std::string_view token) noexcept { return !token.empty() && token.find(':') == token.npos; }

}  // namespace

std::optional<Fault> LibsvmLine::read(const char* begin, const char* end, std::uint64_t max_index) {
  label = {};
  entries.clear();
  end = std::find(begin, end, '#');
  const char* p = begin;
  label = next_token(p, end);
  if (label.empty()) return std::nullopt;
  if (!is_number_token(label))
    return Fault{begin, fmt::format("the line must begin with its label, got {}", shown(label))};

  bool ascending = true;
  for (std::string_view token = next_token(p, end); !token.empty(); token = next_token(p, end)) {
    if (token.starts_with("qid:")) continue;
    const std::size_t colon = token.find(':');
    const std::string_view digits = token.substr(0, colon);
    LibsvmEntry entry;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), entry.index);
    const bool all_digits = result.ptr == digits.data() + digits.size() && !digits.empty();
    if (colon == token.npos || colon + 1 == token.size() || !all_digits) {
      return Fault{begin, fmt::format("{} is not index:value", shown(token))};
    }
    if (result.ec != std::errc() || entry.index > max_index) {
      return Fault{begin,
                   fmt::format("an index must be at most {}, since the table is dense, got {}", max_index, digits)};
    }
    entry.value = token.substr(colon + 1);
    ascending = ascending && (entries.empty() || entries.back().index < entry.index);
    entries.push_back(entry);
  }
  return ascending ? std::nullopt : check_repeats();
}

std::optional<Fault> LibsvmLine::check_repeats() {
  sorted_ = entries;
  const auto by_index = [](const LibsvmEntry& a, const LibsvmEntry& b) { return a.index < b.index; };
  std::sort(sorted_.begin(), sorted_.end(), by_index);
  const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end(),
                                        [](const LibsvmEntry& a, const LibsvmEntry& b) { return a.index == b.index; });
  if (twice == sorted_.end()) return std::nullopt;
  return Fault{label.data(), fmt::format("index {} appears twice", twice->index)};
}

}  // namespace espalier
