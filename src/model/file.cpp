// Models in files. A file is written under a temporary name beside its own and renamed once it is safely on the disk,
// so that there is never half a model; it is read by mapping, without a copy.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "espalier/error.h"
#include "espalier/model.h"
#include "model/format.h"

namespace espalier {
namespace {

class File {
 public:
  explicit File(int descriptor) noexcept : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  int descriptor() const noexcept { return descriptor_; }
  bool close() noexcept {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

bool write_all(int descriptor, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void throw_unwritable(const std::string& path, int problem) {
  throw Error(ErrorCode::usage, fmt::format("cannot write \"{}\": {}", path, std::strerror(problem)));
}

[[noreturn]] void throw_unreadable(const std::string& path, int problem) {
  throw Error(ErrorCode::model, fmt::format("cannot read \"{}\": {}", path, std::strerror(problem)));
}

// Devices and pipes cannot be replaced by a file; they are written as they are.
bool is_special(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void write_in_place(const std::string& path, std::span<const std::byte> bytes) {
  File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open() || !write_all(file.descriptor(), bytes) || !file.close()) throw_unwritable(path, errno);
}

// The target of a link, so that the file is replaced and not the link.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

// Creates a file beside `target` that nobody else has; `name` becomes its path.
int create_beside(const std::string& target, std::string& name) {
  constexpr mode_t kMode = 0666;  // and the user's umask
  constexpr int kAttempts = 100;
  for (int attempt = 0;; ++attempt) {
    name = fmt::format("{}.tmp.{}.{}", target, ::getpid(), attempt);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
    if (descriptor >= 0 || errno != EEXIST || attempt == kAttempts) return descriptor;
  }
}

void replace_file(const std::string& path, std::span<const std::byte> bytes) {
  const std::string target = resolved(path);
  std::string temporary;
  File file(create_beside(target, temporary));
  if (!file.is_open()) throw_unwritable(path, errno);
  const bool written = write_all(file.descriptor(), bytes) && ::fsync(file.descriptor()) == 0 && file.close() &&
                       ::rename(temporary.c_str(), target.c_str()) == 0;
  if (written) return;
  const int problem = errno;
  ::unlink(temporary.c_str());
  throw_unwritable(path, problem);
}

std::vector<std::byte> read_all(int descriptor, const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::vector<std::byte> bytes;
  std::size_t used = 0;
  while (used <= kMaxFileBytes) {
    bytes.resize(std::max(used + kBlock, bytes.size()));
    const ssize_t got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_unreadable(path, errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

class Mapping {
 public:
  Mapping(int descriptor, std::size_t size) noexcept
      : data_(::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0)), size_(size) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (is_mapped()) ::munmap(data_, size_);
  }

  bool is_mapped() const noexcept { return data_ != MAP_FAILED; }
  std::span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  void* data_;
  std::size_t size_;
};

}  // namespace

void save(const Model& model, const std::string& path) {
  const std::vector<std::byte> bytes = encode(model);
  if (path == "-") {
    if (!write_all(STDOUT_FILENO, bytes)) throw_unwritable("standard output", errno);
  } else if (is_special(path)) {
    write_in_place(path, bytes);
  } else {
    replace_file(path, bytes);
  }
}

Model load(const std::string& path) {
  if (path == "-") return decode(read_all(STDIN_FILENO, "standard input"), "standard input");
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw_unreadable(path, errno);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) throw_unreadable(path, errno);
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const Mapping mapping(file.descriptor(), static_cast<std::size_t>(status.st_size));
    if (mapping.is_mapped()) return decode(mapping.bytes(), path);
  }
  return decode(read_all(file.descriptor(), path), path);
}

}  // namespace espalier
