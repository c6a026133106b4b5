// The C library's own functions under their other names, so that those of every library are counted.
#include "memory/heap_meter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

std::atomic<std::size_t> bytes = 0;
std::atomic<std::size_t> peak = 0;

void* taken(void* block) noexcept {
  if (block == nullptr) return block;
  const std::size_t now = bytes += malloc_usable_size(block);
  std::size_t most = peak;
  while (most < now && !peak.compare_exchange_weak(most, now)) {
  }
  return block;
}

void given_back(void* block) noexcept {
  if (block != nullptr) bytes -= malloc_usable_size(block);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return taken(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) { return taken(__libc_calloc(count, size)); }
void* realloc(void* block, std::size_t size) {
  given_back(block);
  return taken(__libc_realloc(block, size));
}
void* memalign(std::size_t alignment, std::size_t size) { return taken(__libc_memalign(alignment, size)); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return taken(__libc_memalign(alignment, size)); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = taken(__libc_memalign(alignment, size));
  return *block == nullptr ? ENOMEM : 0;
}
void free(void* block) {
  given_back(block);
  __libc_free(block);
}
}

namespace espalier::test {

std::size_t heap_bytes() noexcept { return bytes; }
std::size_t heap_peak() noexcept { return peak; }
void reset_heap_peak() noexcept { peak = bytes.load(); }

}  // namespace espalier::test
