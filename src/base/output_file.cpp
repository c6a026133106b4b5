#include "base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "espalier/error.h"

namespace espalier {
namespace {

[[noreturn]] void refuse(const std::string& path, const char* reason) {
  const std::string name = path == kStandardStream ? "standard output" : path.empty() ? "\"\"" : path;
  throw Error(ErrorCode::usage, fmt::format("cannot write {}: {}", name, reason));
}

[[noreturn]] void refuse(const std::string& path, int problem) { refuse(path, std::strerror(problem)); }

enum class Kind { absent, regular, direct };

// Refuses what nobody can write.
Kind kind_of(const std::string& path, struct stat& status) {
  if (path == kStandardStream) return Kind::direct;
  if (path.empty()) refuse(path, "not a file name");
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return Kind::absent;
    refuse(path, errno);
  }
  if (S_ISDIR(status.st_mode)) refuse(path, EISDIR);
  if (::access(path.c_str(), W_OK) != 0) refuse(path, errno);
  return S_ISREG(status.st_mode) ? Kind::regular : Kind::direct;
}

// Creates a file beside `target` that nobody else has; `name` becomes its path.
int create_beside(const std::string& target, std::string& name) {
  constexpr mode_t kMode = 0666;  // and the user's umask
  constexpr int kAttempts = 100;
  for (int attempt = 0;; ++attempt) {
    name = fmt::format("{}.{}.{}.part", target, ::getpid(), attempt);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
    if (descriptor >= 0) return descriptor;
    if (errno == EEXIST && attempt < kAttempts) continue;
    const int problem = errno;
    name.clear();
    errno = problem;
    return -1;
  }
}

// Who is not the administrator may not give files away; the file is then the user's own.
void inherit(int descriptor, const struct stat& from) noexcept {
  constexpr mode_t kPermissions = 0777;
  if (::fchown(descriptor, from.st_uid, from.st_gid) != 0) static_cast<void>(::fchown(descriptor, -1U, from.st_gid));
  static_cast<void>(::fchmod(descriptor, from.st_mode & kPermissions));
}

}  // namespace

std::string followed(const std::string& path) {
  constexpr int kMostLinks = 40;  // as Linux has it
  std::filesystem::path place = path;
  std::error_code problem;
  for (int links = 0; links < kMostLinks; ++links) {
    const std::filesystem::path next = std::filesystem::read_symlink(place, problem);
    if (problem) break;
    place = place.parent_path() / next;  // which is `next` if that is absolute
  }
  return place.string();
}

void check_writable(const std::string& path) {
  struct stat status {};
  if (kind_of(path, status) == Kind::direct) return;
  std::string temporary;
  const int descriptor = create_beside(followed(path), temporary);
  if (descriptor < 0) refuse(path, errno);
  ::close(descriptor);
  ::unlink(temporary.c_str());
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  struct stat status {};
  const Kind kind = kind_of(path, status);
  if (kind == Kind::direct) {
    descriptor_ = path == kStandardStream ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    target_ = followed(path);
    descriptor_ = create_beside(target_, temporary_);
  }
  if (descriptor_ < 0) refuse(path, errno);
  if (kind == Kind::regular) inherit(descriptor_, status);
}

OutputFile::~OutputFile() {
  close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::close() noexcept {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && path_ != kStandardStream) ::close(descriptor);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) refuse(path_, errno);
  const int descriptor = std::exchange(descriptor_, -1);
  if (path_ != kStandardStream && ::close(descriptor) != 0) refuse(path_, errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) refuse(path_, errno);
  temporary_.clear();
}

}  // namespace espalier
