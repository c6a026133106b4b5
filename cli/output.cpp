#include "cli/output.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "espalier/error.h"

namespace espalier::cli {
namespace {

[[noreturn]] void refuse(const std::string& path, const char* reason) {
  throw Error(ErrorCode::usage,
              fmt::format("cannot write {}: {}", path == kStandardStream ? "standard output" : path, reason));
}

enum class Kind { absent, regular, direct };

Kind kind_of(const std::string& path) {
  if (path == kStandardStream) return Kind::direct;
  if (path.empty()) refuse("\"\"", "not a file name");
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return Kind::absent;
    refuse(path, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) refuse(path, std::strerror(EISDIR));
  return S_ISREG(status.st_mode) ? Kind::regular : Kind::direct;
}

// The target of a link, so that the file is replaced and not the link.
std::string resolved(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path real = std::filesystem::canonical(path, problem);
  return problem ? path : real.string();
}

std::string temporary_name(const std::string& path) { return fmt::format("{}.{}.part", path, getpid()); }

}  // namespace

void check_writable(const std::string& path) {
  if (path == kStandardStream) return;
  const Kind kind = kind_of(path);
  if (kind != Kind::absent && access(path.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  if (kind == Kind::direct) return;
  const std::string temporary = temporary_name(resolved(path));
  std::FILE* file = std::fopen(temporary.c_str(), "wbx");
  if (file == nullptr) refuse(path, std::strerror(errno));
  std::fclose(file);
  std::remove(temporary.c_str());
}

bool same_file(const std::string& first, const std::string& second) {
  namespace fs = std::filesystem;
  if (first == kStandardStream || second == kStandardStream) return false;
  std::error_code problem;
  const fs::file_status status = fs::status(first, problem);
  if (fs::exists(status) && fs::exists(second, problem)) {
    return fs::is_regular_file(status) && fs::equivalent(first, second, problem);
  }
  const auto whole = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, problem), problem);
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

Output::Output(const std::string& path) : path_(path), stream_(&file_) {
  check_writable(path);
  if (path == kStandardStream) {
    stream_ = &std::cout;
    return;
  }
  if (kind_of(path) != Kind::direct) temporary_ = temporary_name(resolved(path));
  file_.open(temporary_.empty() ? path : temporary_, std::ios::binary);
  if (!file_) refuse(path, std::strerror(errno));
}

Output::~Output() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void Output::commit() {
  errno = 0;
  stream_->flush();
  if (!*stream_) refuse(path_, errno == 0 ? "write failed" : std::strerror(errno));
  if (temporary_.empty()) return;
  file_.close();
  if (!file_ || std::rename(temporary_.c_str(), resolved(path_).c_str()) != 0) refuse(path_, std::strerror(errno));
  temporary_.clear();
}

void print_out(const std::string& text) {
  Output out(kStandardStream);
  out.stream() << text;
  out.commit();
}

}  // namespace espalier::cli
