#include "base/text.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace espalier {
namespace {

// Insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

// Without differences that people overlook: letter case (of ASCII) and blanks around the word.
std::string folded(std::string_view word) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = word.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  std::string text(word.substr(begin, word.find_last_not_of(kBlanks) + 1 - begin));
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  if (std::ranges::find(candidates, word) != candidates.end()) return std::string(word);
  const std::string plain = folded(word);
  for (const std::string& candidate : candidates) {
    if (!plain.empty() && folded(candidate) == plain) return candidate;
  }
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string listed(std::span<const std::string> items, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool at_last = i + 1 == items.size();
    if (i > 0) text.append(at_last ? " " : ", ").append(at_last ? last : "").append(at_last ? " " : "");
    text += items[i];
  }
  return text;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::string best = nearest(word, candidates);
  std::string text;
  if (!best.empty()) text.append(" (did you mean \"").append(best).append("\"?)");
  return text;
}

}  // namespace espalier
