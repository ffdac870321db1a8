# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# The bodies of mhqa's functions, detail/IDEA.ipp, as a static library for programs that are compiled with
# MHQA_COMPILED. KIND is base (rooms that need the standard library alone), core (what needs range-v3) or io, which has
# three parts: data, what reads each record, runs, the pipelines of whole runs, and reports, what runs once.

# mhqa_find_bodies(OUT INCLUDE KIND...): the files of these rooms below the folder INCLUDE.
function(mhqa_find_bodies out include)
  file(GLOB_RECURSE all CONFIGURE_DEPENDS "${include}/mhqa/*.ipp")
  set(bodies "")
  foreach(kind IN LISTS ARGN)
    set(found ${all})
    if(kind STREQUAL "base")
      list(FILTER found EXCLUDE REGEX "/include/mhqa/(probe|compose|datasets|io)/")
    elseif(kind STREQUAL "core")
      list(FILTER found INCLUDE REGEX "/include/mhqa/(probe|compose|datasets)/")
    else()
      list(FILTER found INCLUDE REGEX "/include/mhqa/io/")
    endif()
    set(data "/io/(datasets|layouts)/|/detail/(atomic_file|data_source|date|evaluation_run|file|held|json|life|lines|pool|record|retrieval|rollout|score)")
    set(runs "/detail/(compose_set|probe_run)[.]ipp$")
    if(kind STREQUAL "data")
      list(FILTER found INCLUDE REGEX "${data}")
    elseif(kind STREQUAL "runs")
      list(FILTER found INCLUDE REGEX "${runs}")
    elseif(kind STREQUAL "reports")
      list(FILTER found EXCLUDE REGEX "${data}|${runs}")
    endif()
    list(APPEND bodies ${found})
  endforeach()
  set(${out} "${bodies}" PARENT_SCOPE)
endfunction()

# mhqa_add_compiled(TARGET INCLUDE KIND...): defines the static library TARGET. The caller adds what the rooms need.
# A unit holds files of one room, up to a size that a compiler translates in less than 2.5 GB; or up to
# mhqa_unit_bytes, if that is set.
function(mhqa_add_compiled target include)
  set(most 300000)
  if(mhqa_unit_bytes)
    set(most ${mhqa_unit_bytes})
  endif()
  mhqa_find_bodies(bodies "${include}" ${ARGN})
  set(units "")
  set(room "")
  foreach(body IN LISTS bodies)
    file(RELATIVE_PATH name "${include}" "${body}")
    string(REGEX REPLACE "^mhqa/([a-z]+)/.*$" "\\1" own "${name}")
    file(SIZE "${body}" size)
    if(NOT own STREQUAL room)
      set(room "${own}")
      set(number 0)
      set(bytes ${most})
    endif()
    math(EXPR bytes "${bytes} + ${size}")
    if(bytes GREATER most)
      math(EXPR number "${number} + 1")
      set(bytes ${size})
      set(unit "${CMAKE_CURRENT_BINARY_DIR}/${target}/${room}_${number}.cpp")
      list(APPEND units "${unit}")
    endif()
    string(APPEND "of_${unit}" "#include <${name}>\n")
  endforeach()
  foreach(unit IN LISTS units)
    file(CONFIGURE OUTPUT "${unit}" CONTENT "${of_${unit}}" @ONLY)
  endforeach()

  if(NOT units)
    set(units "${CMAKE_CURRENT_BINARY_DIR}/${target}/empty.cpp")
    file(CONFIGURE OUTPUT "${units}" CONTENT "#include <mhqa/config.hpp>\n" @ONLY)
  endif()

  add_library(${target} STATIC ${units})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_definitions(${target} PUBLIC MHQA_COMPILED)
  # So that a linker may leave out what a program does not call.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffunction-sections;-fdata-sections>)
endfunction()
