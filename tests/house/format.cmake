# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -Dformatter=clang-format-14 -Droot=FOLDER -P format.cmake: names the files that clang-format would change.
cmake_minimum_required(VERSION 3.24)

set(files "")
foreach(folder include tools examples tests bench cuda)
  file(GLOB_RECURSE found "${root}/${folder}/*.[hi]pp" "${root}/${folder}/*.cpp" "${root}/${folder}/*.cu")
  list(APPEND files ${found})
endforeach()
execute_process(COMMAND "${formatter}" --dry-run --Werror ${files} RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  string(REGEX MATCHALL "[^\n]+:[0-9]+:[0-9]+: error" places "${said}")
  list(TRANSFORM places REPLACE ":[0-9]+:[0-9]+: error" "")
  list(REMOVE_DUPLICATES places)
  list(JOIN places "\n  " places)
  message(FATAL_ERROR "run ${formatter} -i on\n  ${places}")
endif()
