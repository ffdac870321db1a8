# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -Dbuild=FOLDER -Dprefix=FOLDER -Dmhqa=FOLDER -P install.cmake: installs into an empty prefix and checks the files:
# all headers of the source folder, and what belongs to them.
cmake_minimum_required(VERSION 3.24)

file(REMOVE_RECURSE "${prefix}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${build}" --prefix "${prefix}" RESULT_VARIABLE status
                OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${said}")
endif()
file(GLOB_RECURSE files RELATIVE "${prefix}" "${prefix}/*")
foreach(file IN LISTS files)
  if(NOT file MATCHES "^(include/mhqa/.*\\.[hi]pp|share/cmake/mhqa/mhqa-[a-z-]*\\.cmake|lib(/[^/]+)?/(libmhqa\\.a|pkgconfig/mhqa-compiled\\.pc)|share/pkgconfig/mhqa(-io)?\\.pc|share/doc/mhqa/(copyright|NOTICE)|share/mhqa/reader\\.(weights|net)|bin/mhqa)$")
    message(FATAL_ERROR "${file} is installed")
  endif()
endforeach()
file(GLOB_RECURSE headers RELATIVE "${mhqa}" "${mhqa}/include/mhqa/*pp")
foreach(file ${headers} share/cmake/mhqa/mhqa-config.cmake share/pkgconfig/mhqa.pc
             share/mhqa/reader.weights share/mhqa/reader.net share/doc/mhqa/NOTICE)
  if(NOT file IN_LIST files)
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
