# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# mhqa_unpack(target...): links the programs with what unpacks files, as far as it is there: zlib for gzip, libzstd for
# zstd. tools/unpack.cpp uses it.
find_path(MHQA_ZLIB_INCLUDE zlib.h)
find_library(MHQA_ZLIB_LIBRARY NAMES z zlib)
find_path(MHQA_ZSTD_INCLUDE zstd.h)
find_library(MHQA_ZSTD_LIBRARY zstd)
mark_as_advanced(MHQA_ZLIB_INCLUDE MHQA_ZLIB_LIBRARY MHQA_ZSTD_INCLUDE MHQA_ZSTD_LIBRARY)

function(mhqa_unpack)
  foreach(target IN LISTS ARGN)
    foreach(name ZLIB ZSTD)
      if(MHQA_${name}_INCLUDE AND MHQA_${name}_LIBRARY)
        target_include_directories(${target} SYSTEM PRIVATE "${MHQA_${name}_INCLUDE}")
        target_link_libraries(${target} PRIVATE "${MHQA_${name}_LIBRARY}")
        target_compile_definitions(${target} PRIVATE MHQA_WITH_${name})
      endif()
    endforeach()
  endforeach()
endfunction()
