// The text that a table is read from, and messages that name the place in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "espalier/error.h"

namespace espalier {

// The readers' unit of parallel work, in bytes: large enough that a task costs nothing, small enough for the cache.
inline constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

struct Source {
  std::string name;  // stands for the file in messages
  std::string_view text;
  std::size_t chunk_bytes = kChunkBytes;  // tests make it tiny, so that chunks begin everywhere
};

// The 1-based physical line of a place in the text. Walks the text: for messages only.
std::size_t line_of(const Source& source, const char* at) noexcept;

// "train.csv:317: what"
Error error_at(const Source& source, const char* at, std::string_view what);

// The cell in quotes, shortened, without control characters.
std::string shown(std::string_view cell);

}  // namespace espalier
