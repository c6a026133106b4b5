# What most sources include, compiled once for each set of flags. Every source includes what it needs all the same;
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without, which shows that it does.
set(STANDARD_HEADERS
    <algorithm> <array> <atomic> <bit> <charconv> <cmath> <concepts> <cstdint> <cstring> <deque> <functional>
    <iterator> <limits> <map> <memory> <numbers> <numeric> <optional> <ranges> <span> <sstream> <stdexcept> <string>
    <string_view> <type_traits> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# For ccache, g++ must name the file in what it hands on, and clang keep its time out of it. A tenth of g++'s time goes
# into collecting garbage, unless it may first fill a gigabyte.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(espalier_flags INTERFACE -fpch-preprocess "SHELL:--param ggc-min-heapsize=1000000")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  target_compile_options(espalier_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()

# Sources of one folder are compiled together, so that what their headers bring in is compiled once: names in their
# anonymous namespaces differ. Highway compiles a source once for each instruction set, alone. On ARM it includes
# arm_sve.h, at which g++ 12 crashes after precompiled headers.
function(compile_together target)
  foreach(source ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    file(STRINGS ${source} own REGEX "^#include <hwy/foreach_target.h>")
    if(own)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
        set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ESPALIER_COMPILE_TOGETHER} UNITY_BUILD_MODE GROUP)
endfunction()
