// The checksum, and the search for texts that occur twice: O(n log n) comparisons.
// Tested by tests/model/decode_damage_test.cpp.
#include "model/format.h"

#include <zlib.h>

#include <algorithm>

namespace espalier {

std::vector<const std::string*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const std::string*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(&text);
  return pointers;
}

std::vector<const std::string*> pointers_to_names(const std::vector<Feature>& features) {
  std::vector<const std::string*> pointers;
  pointers.reserve(features.size());
  for (const Feature& feature : features) pointers.push_back(&feature.name);
  return pointers;
}

const std::string* first_duplicate(std::vector<const std::string*> texts) {
  std::sort(texts.begin(), texts.end(), [](const auto* a, const auto* b) { return *a < *b; });
  const auto found =
      std::adjacent_find(texts.begin(), texts.end(), [](const auto* a, const auto* b) { return *a == *b; });
  return found == texts.end() ? nullptr : *found;
}

std::uint32_t checksum_of(std::span<const std::byte> file) noexcept {
  const auto add = [](uLong crc, std::span<const std::byte> bytes) {
    return crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  };
  // The empty crc first: crc32_z(crc, nullptr, 0) would start over.
  uLong crc = add(0, file.first(kChecksumAt));
  if (file.size() > kHeaderBytes) crc = add(crc, file.subspan(kHeaderBytes));
  return static_cast<std::uint32_t>(crc);
}

}  // namespace espalier
