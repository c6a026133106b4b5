# What most sources include, compiled once for each set of flags. Every source includes what it needs all the same;
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without, which shows that it does.
set(STANDARD_HEADERS
    <algorithm> <array> <atomic> <bit> <charconv> <cmath> <concepts> <cstdint> <cstring> <deque> <functional>
    <iterator> <limits> <map> <memory> <numbers> <numeric> <optional> <ranges> <span> <sstream> <stdexcept> <string>
    <string_view> <type_traits> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# For ccache: g++ must name the file in what it hands on, and clang keep its time out of it.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(espalier_flags INTERFACE -fpch-preprocess)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  target_compile_options(espalier_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
