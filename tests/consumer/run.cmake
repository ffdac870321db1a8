# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Configures, builds and runs the consumer; if `refused` has a text, configuring must fail with that text.
cmake_minimum_required(VERSION 3.24)

set(source "${CMAKE_CURRENT_LIST_DIR}")
set(program "${build}/consumer")
if(how STREQUAL "example")
  set(source "${mhqa}/examples/package")
  set(data "${mhqa}/examples/data/hotpotqa")
  set(program "${build}/score_a_file" "${data}/predictions.json" "${data}/gold.json")
endif()

file(REMOVE_RECURSE "${build}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${source}" -B "${build}" -G "${generator}" "-Dhow=${how}"
          "-Dmhqa=${mhqa}" "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${compiler}"
          "-DCMAKE_CXX_COMPILER_LAUNCHER=${launcher}" ${options}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE said
  ERROR_VARIABLE said)
if(refused)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "${refused}" at)
  if(status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "not refused with \"${refused}\":\n${said}")
  endif()
  return()
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "configuring failed:\n${said}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" RESULT_VARIABLE status OUTPUT_VARIABLE said
                ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "building failed:\n${said}")
endif()
execute_process(COMMAND ${program} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the consumer ended with ${status}")
endif()
