# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes `out`, one unit of several `files`. What they include comes first, so that each file can then stand in a
# namespace of its own, where its names meet no other's. With `fuzz_targets` set, the unit ends with the table that
# replay.hpp declares.
cmake_minimum_required(VERSION 3.24)

set(includes "")
set(bodies "")
set(rows "")
foreach(file IN LISTS files)
  file(STRINGS "${file}" lines REGEX "^#include [<\"]")
  list(APPEND includes ${lines})
  string(MAKE_C_IDENTIFIER "${file}" name)
  set(body "namespace of${name} {\n#include \"${file}\"\n}\n")
  if(fuzz_targets)
    get_filename_component(target "${file}" NAME_WE)
    string(REGEX REPLACE "_fuzz$" "" target "${target}")
    # extern "C" ignores namespaces, so each target gets a name of its own.
    string(PREPEND body "#define LLVMFuzzerTestOneInput run${name}\n")
    string(APPEND body "#undef LLVMFuzzerTestOneInput\n")
    string(APPEND rows "  {\"${target}\", of${name}::run${name}},\n")
  endif()
  string(APPEND bodies "${body}")
endforeach()
if(fuzz_targets)
  list(APPEND includes "#include \"support/replay.hpp\"")
  string(APPEND bodies "const std::vector<fuzz_target> fuzz_targets{\n${rows}};\n")
endif()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" includes)
file(WRITE "${out}" "${includes}\n${bodies}")
