// A mapped file takes no memory of its own: its pages belong to the system's file cache. Packed bytes, and bytes from a
// pipe, are held in memory as a whole while they are read (a table of numbers is about half as large as its text),
// because the readers go over the text more than once.
// Tested by tests/data/read/read_table_test.cpp.
#include "data/read/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/progress.h"
#include "espalier/error.h"

namespace espalier {
namespace {

Error system_error(const std::string& name, int number) {
  return Error(ErrorCode::data, fmt::format("{}: {}", name, std::strerror(number)));
}

class File {
 public:
  File(const std::string& path, const std::string& name)
      : descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)), owned_(path != "-") {
    if (descriptor_ < 0) throw system_error(name, errno);
  }
  ~File() {
    if (owned_) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
  bool owned_;
};

class Inflater {
 public:
  Inflater(std::string_view packed, const std::string& name) : packed_(packed), name_(name) {
    constexpr int kGzip = 16;  // added to the window bits: a gzip header and checksum, nothing else
    if (inflateInit2(&stream_, MAX_WBITS + kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Unpacks one step into `out` and returns how much of the packed bytes it took.
  std::size_t step(Bytes& out) {
    if (out.room_size() == 0) out.grow();
    constexpr std::size_t kStep = std::size_t{1} << 22;
    const std::size_t given = std::min(kStep, packed_.size() - taken_);
    const std::size_t room = std::min(kStep, out.room_size());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + taken_));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(given);
    stream_.next_out = reinterpret_cast<Bytef*>(out.room());
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t taken = given - stream_.avail_in;
    const std::size_t made = room - stream_.avail_out;
    taken_ += taken;
    out.added(made);
    check_progress(status, taken + made);
    return taken;
  }

  bool done() const noexcept { return done_; }

 private:
  void check_progress(int status, std::size_t moved) {
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      // Another member may follow, or zeros that fill a block of tape.
      const std::string_view rest = packed_.substr(taken_);
      done_ = rest.find_first_not_of('\0') == std::string_view::npos;
      inflateReset(&stream_);
      return;
    }
    if (status != Z_OK && status != Z_BUF_ERROR) {
      throw Error(ErrorCode::data, fmt::format("{}: not a gzip file, or a corrupt one ({})", name_,
                                               stream_.msg != nullptr ? stream_.msg : "unknown"));
    }
    if (moved == 0) throw Error(ErrorCode::data, fmt::format("{}: the gzip file ends too early", name_));
  }

  std::string_view packed_;
  const std::string& name_;
  z_stream stream_{};
  std::size_t taken_ = 0;
  bool done_ = false;
};

}  // namespace

void Bytes::grow() {
  constexpr std::size_t kFirst = std::size_t{1} << 16;
  const std::size_t capacity = std::max(kFirst, capacity_ + capacity_ / 2);
  auto* const moved = static_cast<char*>(std::realloc(data_.get(), capacity));
  if (moved == nullptr) throw std::bad_alloc();
  static_cast<void>(data_.release());
  data_.reset(moved);
  capacity_ = capacity;
}

Input::Input(const std::string& path, const std::string& name, const Run& run) {
  const File file(path, name);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) throw system_error(name, errno);
  if (S_ISDIR(status.st_mode)) throw system_error(name, EISDIR);
  // Standard input may be a regular file that was already read in part.
  if (S_ISREG(status.st_mode) && path != "-" && status.st_size > 0) {
    map(file.descriptor(), static_cast<std::size_t>(status.st_size), name);
  } else {
    read(file.descriptor(), name, run);
  }
}

Input::~Input() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
}

std::string_view Input::bytes() const noexcept {
  return mapped_ != nullptr ? std::string_view(static_cast<const char*>(mapped_), mapped_size_) : read_.view();
}

void Input::map(int file, std::size_t size, const std::string& name) {
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (address == MAP_FAILED && errno == ENOMEM) throw std::bad_alloc();
  if (address == MAP_FAILED) throw system_error(name, errno);
  mapped_ = address;
  mapped_size_ = size;
}

void Input::read(int file, const std::string& name, const Run& run) {
  const std::string stage = "reading " + name;
  while (true) {
    if (read_.room_size() == 0) read_.grow();
    const ssize_t got = ::read(file, read_.room(), read_.room_size());
    if (got == 0) return;
    if (got < 0 && errno != EINTR) throw system_error(name, errno);
    if (got > 0) read_.added(static_cast<std::size_t>(got));
    // The total is not known.
    if (run.progress && !run.progress({stage, read_.view().size(), 0})) {
      throw Error(ErrorCode::interrupted, "interrupted");
    }
  }
}

bool looks_like_gzip(std::string_view bytes) noexcept { return bytes.starts_with("\x1F\x8B"); }

Bytes inflate_gzip(std::string_view packed, const std::string& name, const Run& run) {
  Reporter reporter(run, "unpacking " + name, packed.size());
  Inflater inflater(packed, name);
  Bytes text;
  while (!inflater.done()) reporter.advance(inflater.step(text));
  return text;
}

}  // namespace espalier
