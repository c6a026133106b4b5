#include "module/labels.h"

#include <algorithm>
#include <unordered_map>

#include "espalier/data.h"

namespace espalier::python {
namespace {

std::vector<std::string> occurring_labels(std::span<const std::int32_t> codes, const std::vector<std::string>& labels) {
  std::vector<std::uint8_t> occurs(labels.size());
  for (const std::int32_t code : codes) {
    if (code != kMissingCode) occurs[static_cast<std::size_t>(code)] = 1;
  }
  std::vector<std::string> found;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (occurs[i]) found.push_back(labels[i]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

Coded recode(std::span<const std::int32_t> codes, const std::vector<std::string>& labels,
             const std::optional<std::vector<std::string>>& known) {
  Coded result;
  result.labels = known ? *known : occurring_labels(codes, labels);
  std::unordered_map<std::string, std::int32_t> code_of;
  for (const std::string& label : result.labels) code_of.emplace(label, static_cast<std::int32_t>(code_of.size()));
  std::vector<std::int32_t> renumbered;
  for (const std::string& label : labels) {
    const auto found = code_of.find(label);
    renumbered.push_back(found == code_of.end() ? kMissingCode : found->second);
  }
  result.codes.reserve(codes.size());
  for (const std::int32_t code : codes) {
    result.codes.push_back(code == kMissingCode ? kMissingCode : renumbered[static_cast<std::size_t>(code)]);
  }
  return result;
}

}  // namespace espalier::python
