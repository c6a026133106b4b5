#include "cli/output.h"

#include <fmt/format.h>

#include <filesystem>

#include "espalier/error.h"

namespace espalier::cli {

bool same_file(const std::string& first, const std::string& second) {
  namespace fs = std::filesystem;
  if (first == kStandardStream || second == kStandardStream) return false;
  std::error_code problem;
  const fs::file_status status = fs::status(first, problem);
  if (fs::exists(status) && fs::exists(second, problem)) {
    return fs::is_regular_file(status) && fs::equivalent(first, second, problem);
  }
  const auto whole = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(followed(path), problem), problem);
  };
  const fs::path one = whole(first), other = whole(second);
  return !one.empty() && one == other;
}

void check_not_replaced(const std::string& flag, const std::string& output, const std::string& what,
                        std::initializer_list<std::string> inputs) {
  for (const std::string& input : inputs) {
    if (!input.empty() && same_file(output, input))
      throw Error(ErrorCode::usage, fmt::format("{} {} would replace {} {}", flag, output, what, input));
  }
}

Output::Buffer::Buffer(OutputFile& file) : file_(file), bytes_(std::size_t{1} << 16) {
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

int Output::Buffer::sync() {
  const std::string_view gathered(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  file_.write(gathered);
  return 0;
}

Output::Buffer::int_type Output::Buffer::overflow(int_type c) {
  sync();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

Output::Output(const std::string& path) : file_(path), buffer_(file_), stream_(&buffer_) {
  stream_.exceptions(std::ios::badbit);  // so that errors of the buffer get through
}

void Output::commit() {
  stream_.flush();
  file_.commit();
}

void save_model(const Model& model, const std::string& path) {
  const WhileWriting held;
  save(model, path);
}

void print_out(const std::string& text) {
  Output out(kStandardStream);
  out.stream() << text;
  out.commit();
}

}  // namespace espalier::cli
