// Sizes of slow tests: full in a release build, small under a sanitizer, which is ten times slower.
// ESPALIER_TEST_SIZE=full or small overrides either.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace espalier::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ESPALIER_UNDER_SANITIZER 1
#endif
#endif
#if defined(ESPALIER_UNDER_SANITIZER) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

inline bool full_size() {
  const char* wanted = std::getenv("ESPALIER_TEST_SIZE");
  return wanted ? std::string_view(wanted) == "full" : !kSanitized;
}

inline std::size_t rows_of(std::size_t full, std::size_t small) { return full_size() ? full : small; }

// The same for anything else that a test takes long over.
template <class T>
T sized(T full, T small) {
  return full_size() ? full : small;
}

}  // namespace espalier::test
