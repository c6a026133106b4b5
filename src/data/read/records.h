// Cuts the text under the header into chunks that begin and end between records, so that they can be read in parallel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/threads.h"

namespace espalier {

struct Chunk {
  const char* begin = nullptr;  // the first byte of a record
  const char* end = nullptr;    // the first byte of the next chunk's first record, or the end of the text
  std::size_t first_row = 0;
  std::size_t rows = 0;
};

struct Cut {
  std::vector<Chunk> chunks;  // those that hold a record
  std::size_t rows = 0;
};

struct CutRules {
  enum class EmptyLines : std::uint8_t { skipped, records };
  enum class Quotes : std::uint8_t { rfc4180, plain };  // plain: a quote is a byte like any other
  EmptyLines empty_lines = EmptyLines::skipped;
  Quotes quotes = Quotes::rfc4180;
  std::size_t chunk_bytes = 0;
};

// `text` begins with a record and does not end with an empty line. Lines end with LF, CRLF or CR.
Cut cut_records(std::string_view text, const CutRules& rules, Threads& threads);

}  // namespace espalier
