#include "base/random.h"

#include "base/math.h"

namespace espalier {
namespace {

__extension__ using Uint128 = unsigned __int128;

// The finaliser of splitmix64: every input bit changes every output bit with probability near one half.
std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::uint64_t hash(std::uint64_t seed, std::string_view purpose, std::uint64_t index) noexcept {
  std::uint64_t h = mix(seed + 0x9e3779b97f4a7c15ULL);
  for (const char c : purpose) h = mix(h ^ static_cast<unsigned char>(c)) + 0x9e3779b97f4a7c15ULL;
  return mix(h ^ mix(index + 0x9e3779b97f4a7c15ULL));
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = 0xD2511F53ULL * counter[0];
    const std::uint64_t b = 0xCD9E8D57ULL * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

Random::Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index) noexcept {
  const std::uint64_t key = hash(seed, purpose, index);
  key_ = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
}

std::uint64_t Random::bits() noexcept {
  if (used_ == 4) {
    block_ = philox({static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32), 0, 0}, key_);
    ++counter_;
    used_ = 0;
  }
  const std::uint64_t low = block_[static_cast<std::size_t>(used_)];
  const std::uint64_t high = block_[static_cast<std::size_t>(used_) + 1];
  used_ += 2;
  return low | (high << 32);
}

double Random::uniform() noexcept { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

std::uint64_t Random::below(std::uint64_t n) noexcept {
  // Multiply and keep the high half; the few values of the low half that would favour some results are drawn again.
  const std::uint64_t threshold = (0 - n) % n;
  while (true) {
    const auto product = static_cast<Uint128>(bits()) * n;
    if (static_cast<std::uint64_t>(product) >= threshold) return static_cast<std::uint64_t>(product >> 64);
  }
}

double Random::normal() noexcept { return normal_quantile(uniform()); }

}  // namespace espalier
