# Flags of every target of this project. -ffp-contract=off keeps multiply and add two roundings on every machine, one
# of the things that "same input, same bytes" rests on.
add_library(espalier_flags INTERFACE)
target_compile_options(espalier_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow)
# What g++ 12 says of copies of short strings, once they are inlined, is wrong (its bugs 105651 and 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(espalier_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                                  -Wno-stringop-overread)
endif()
# Highway leaves its AVX-512 target with byte-wise compression and permutation out unless it is asked for.
target_compile_definitions(espalier_flags INTERFACE HWY_WANT_AVX3_DL)
if(ESPALIER_MEASURE_SPAN)
  target_compile_definitions(espalier_flags INTERFACE ESPALIER_MEASURE_SPAN)
endif()
if(ESPALIER_WERROR)
  target_compile_options(espalier_flags INTERFACE -Werror)
endif()
if(ESPALIER_SANITIZE)
  target_compile_options(espalier_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(espalier_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ESPALIER_BUILD_FUZZERS)
  target_compile_options(espalier_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(ESPALIER_COVERAGE)
  target_compile_options(espalier_flags INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(espalier_flags INTERFACE -fprofile-instr-generate)
endif()
