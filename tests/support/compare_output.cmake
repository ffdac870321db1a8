# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -Dprogram=FILE -Dexpected=FILE -Dprinted=FILE -P compare_output.cmake
# Runs the program and compares its standard output, byte for byte, with the expected file where there is one.
cmake_minimum_required(VERSION 3.24)

execute_process(COMMAND "${program}" OUTPUT_FILE "${printed}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} ended with ${status}")
endif()
if(EXISTS "${expected}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files "${printed}" "${expected}" RESULT_VARIABLE differs)
  if(differs)
    file(READ "${printed}" text)
    message(FATAL_ERROR "the output is not that of ${expected}, but\n${text}")
  endif()
endif()
