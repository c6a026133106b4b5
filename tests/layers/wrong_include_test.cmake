# cmake -DSOURCE=… -DSCRATCH=… -DCOMPILER=… -P: an include against the table of layers does not build, nor do folders
# that include each other; what the repository holds passes.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${SCRATCH})
foreach(path src include cli cmake python/module CMakeLists.txt CMakePresets.json CONTRIBUTING.md)
  get_filename_component(folder ${SCRATCH}/copy/${path} DIRECTORY)
  file(COPY ${SOURCE}/${path} DESTINATION ${folder})
endforeach()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SCRATCH}/copy -B ${SCRATCH}/build -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER}
          -DCMAKE_CXX_COMPILER_LAUNCHER= -DESPALIER_BUILD_CLI=OFF
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# Builds the target and sets `said`, and `built` to whether that went well.
macro(build target)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/build --target ${target}
                  RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(code EQUAL 0)
    set(built TRUE)
  else()
    set(built FALSE)
  endif()
endmacro()

macro(expect_refusal what)
  build(espalier_base)
  if(built)
    message(SEND_ERROR "${what} was built")
  endif()
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  foreach(part "includes do not follow the table of layers" ${ARGN})
    string(FIND "${said}" "${part}" at)
    if(at EQUAL -1)
      message(SEND_ERROR "${what}: the build does not say \"${part}\" but\n${said}")
    endif()
  endforeach()
  if(said MATCHES "Building CXX")
    message(SEND_ERROR "${what}: something was compiled before the include was refused\n${said}")
  endif()
endmacro()

# The file's time lies ahead of what was built: ninja takes a file written in the same tick of the clock for unchanged.
function(add_include file included)
  file(READ ${SOURCE}/src/${file} text)
  file(WRITE ${SCRATCH}/copy/src/${file} "#include \"${included}\"\n${text}")
  execute_process(COMMAND touch -d "1 minute" ${SCRATCH}/copy/src/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

build(espalier_layers)
if(NOT built)
  message(SEND_ERROR "the repository as it is was refused\n${said}")
endif()

add_include(base/random.cpp method/options/options.h)
expect_refusal("an include from base of method"
               "src/base/random.cpp: base may not include \"method/options/options.h\"")
file(COPY ${SOURCE}/src/base DESTINATION ${SCRATCH}/copy/src)
build(espalier_layers)
if(NOT built)
  message(SEND_ERROR "after the include was taken out\n${said}")
endif()

# Both folders belong to one layer; one includes the other already.
add_include(grow/criterion/least_leaf.h grow/cart/cart.h)
expect_refusal("a circle of folders" "src/grow/criterion includes src/grow/cart: part of a circle of folders"
               "src/grow/cart includes src/grow/criterion: part of a circle of folders")
file(REMOVE_RECURSE ${SCRATCH})
