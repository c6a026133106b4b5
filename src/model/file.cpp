// Models in files, which are read by mapping, without a copy.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/output_file.h"
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
  ~File() {
    if (is_open()) ::close(descriptor_);
  }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void throw_unreadable(const std::string& path, int problem) {
  throw Error(ErrorCode::model, fmt::format("cannot read \"{}\": {}", path, std::strerror(problem)));
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
  OutputFile file(path);
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  file.commit();
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
