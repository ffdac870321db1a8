# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes `out`, one unit of several test files. What they include comes first, so that each file can then stand in a
# namespace of its own, where its names meet no other's.
cmake_minimum_required(VERSION 3.24)

set(includes "")
set(bodies "")
foreach(file IN LISTS files)
  file(STRINGS "${file}" lines REGEX "^#include [<\"]")
  list(APPEND includes ${lines})
  string(MAKE_C_IDENTIFIER "${file}" name)
  string(APPEND bodies "namespace of${name} {\n#include \"${file}\"\n}\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" includes)
file(WRITE "${out}" "${includes}\n${bodies}")
