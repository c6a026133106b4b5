// The sums over rows that combinations and refits spend their time on, for the instruction set of the machine. The
// order of every sum is the same on all of them. The naive twins are in the tests.
#pragma once

#include <cstdint>
#include <span>

namespace espalier {

// The sum of the values whose side is 1; the others are 0. The values i ≡ j (mod 4) have a sum of their own.
double left_sum(std::span<const double> values, const std::uint8_t* sides) noexcept;

// sums[k] += values[row · width + k], row after row; with a width of 1, every fourth row has a sum of its own.
void add_rows(const double* values, std::size_t width, std::span<const std::uint32_t> rows, double* sums) noexcept;

// values[row · width + k] -= change[k]
void subtract_from_rows(double* values, std::size_t width, std::span<const std::uint32_t> rows,
                        const double* change) noexcept;

}  // namespace espalier
