// The bytes that the program has from its allocator, and the most that it had at once.
#pragma once

#include <cstddef>

namespace espalier::test {

std::size_t heap_bytes() noexcept;
std::size_t heap_peak() noexcept;
void reset_heap_peak() noexcept;  // to the bytes that it has now

}  // namespace espalier::test
