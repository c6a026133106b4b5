// The bytes of a file or of stdin, unpacked if they are gzipped.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "espalier/run.h"

namespace espalier {

// Bytes in memory that grow by realloc: for large blocks the system then moves pages instead of copying, and pages that
// were never written take no memory, so growing never holds the text twice.
class Bytes {
 public:
  // The memory behind the bytes may be written, then counted by added().
  char* room() const noexcept { return data_.get() + size_; }
  std::size_t room_size() const noexcept { return capacity_ - size_; }
  void grow();
  void added(std::size_t bytes) noexcept { size_ += bytes; }
  std::string_view view() const noexcept { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(char* p) const noexcept { std::free(p); }
  };
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// A regular file is mapped; anything else is read to its end, which may take long: run.progress is asked after every
// read, and when a signal interrupts one. Nobody may truncate the mapped file while it is read.
class Input {
 public:
  Input(const std::string& path, const std::string& name, const Run& run);  // "-" is stdin
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  std::string_view bytes() const noexcept;

 private:
  void map(int file, std::size_t size, const std::string& name);
  void read(int file, const std::string& name, const Run& run);

  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
  Bytes read_;
};

bool looks_like_gzip(std::string_view bytes) noexcept;

// All members of a gzip file, one after the other.
Bytes inflate_gzip(std::string_view packed, const std::string& name, const Run& run);

}  // namespace espalier
