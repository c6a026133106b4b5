// Finds the format by the file's name, unpacks packed files, and hands the text to the reader of the format.
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>

#include "base/threads.h"
#include "data/read/csv.h"
#include "data/read/input.h"
#include "data/read/libsvm.h"
#include "data/read/source.h"
#include "data/read/utf16.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

FileFormat format_by_suffix(std::string_view path) {
  const std::string lower = lower_case(path);
  std::string_view name = lower;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  for (const std::string_view suffix : {".tsv", ".tab"}) {
    if (name.ends_with(suffix)) return FileFormat::tsv;
  }
  for (const std::string_view suffix : {".libsvm", ".svm", ".svmlight"}) {
    if (name.ends_with(suffix)) return FileFormat::libsvm;
  }
  return FileFormat::csv;
}

// No text begins with gzip's magic bytes; a file called .gz that lacks them is more likely corrupt than text.
bool is_packed(std::string_view bytes, std::string_view path) {
  return looks_like_gzip(bytes) || lower_case(path).ends_with(".gz");
}

// The name of the file in messages.
std::string name_of(const std::string& path) { return path == "-" ? "stdin" : path; }

// A NUL byte would be part of a label that nobody can see.
void check_no_nul(const Source& source, const Run& run) {
  const std::string_view text = source.text;
  const std::size_t none = text.size();
  const std::size_t first = Threads(run.threads)
                                .reduce(
                                    text.size(), kChunkBytes, none,
                                    [&](std::size_t begin, std::size_t end) {
                                      const std::size_t at = text.substr(begin, end - begin).find('\0');
                                      return at == std::string_view::npos ? none : begin + at;
                                    },
                                    [](std::size_t one, std::size_t other) { return std::min(one, other); });
  if (first == none) return;
  throw error_at(source, text.data() + first, "a NUL byte; text must be UTF-8, or UTF-16 that begins with its mark");
}

Table parse_text(std::string_view text, const std::string& path, const ReadOptions& options, const Run& run) {
  Source source;
  source.name = name_of(path);
  std::string converted;
  if (looks_like_utf16(text)) text = converted = utf16_to_utf8(text, source.name);
  source.text = text;
  check_no_nul(source, run);
  const FileFormat format = options.format == FileFormat::automatic ? format_by_suffix(path) : options.format;
  Table table = format == FileFormat::libsvm ? read_libsvm(source, LibsvmLimits{}, options, run)
                                             : read_csv(source, format == FileFormat::tsv ? '\t' : ',', options, run);
  table.weight_name = options.weight;
  return table;
}

Table parse_bytes(std::string_view bytes, const std::string& path, const ReadOptions& options, const Run& run) {
  if (bytes.empty()) throw Error(ErrorCode::data, name_of(path) + " is empty");
  if (!is_packed(bytes, path)) return parse_text(bytes, path, options, run);
  const Bytes text = inflate_gzip(bytes, name_of(path), run);
  return parse_text(text.view(), path, options, run);
}

Error out_of_memory(const std::string& path) {
  return Error(ErrorCode::memory, "not enough memory to read " + name_of(path));
}

}  // namespace

Table read_table(const std::string& path, const ReadOptions& options, const Run& run) try {
  const Input input(path, name_of(path), run);
  return parse_bytes(input.bytes(), path, options, run);
} catch (const std::bad_alloc&) {
  throw out_of_memory(path);
}

Table parse_table(std::string_view bytes, const std::string& name, const ReadOptions& options, const Run& run) try {
  return parse_bytes(bytes, name, options, run);
} catch (const std::bad_alloc&) {
  throw out_of_memory(name);
}

}  // namespace espalier
