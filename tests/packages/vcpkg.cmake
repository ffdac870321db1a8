# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -Droot=CHECKOUT -Dwork=FOLDER -Dfeatures=io -P vcpkg.cmake: runs the port as vcpkg does, by stand-ins for the
# functions that it calls, and checks what lies in FOLDER/packages. vcpkg itself fetches its tools from a network.
cmake_minimum_required(VERSION 3.24)

set(PORT mhqa)
set(CURRENT_PACKAGES_DIR "${work}/packages")
set(port_folder "${root}/packages/vcpkg/mhqa")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${said}")
  endif()
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" OUT_FEATURE_OPTIONS FEATURES)
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    if(feature IN_LIST features)
      list(APPEND options -D${option}=ON)
    else()
      list(APPEND options -D${option}=OFF)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  run("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${work}/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF
      "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run("${CMAKE_COMMAND}" --build "${work}/build" --target install)
endfunction()

# The folder of the configuration is one level less deep afterwards, so that paths to the root change.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  file(GLOB files "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*")
  file(COPY ${files} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
  get_filename_component(parent "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" DIRECTORY)
  file(REMOVE_RECURSE "${parent}")
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  file(GLOB files "${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    string(REPLACE "${up}${up}${up}" "${up}${up}" text "${text}")
    string(REPLACE "\${CMAKE_CURRENT_LIST_DIR}/../../../" "\${CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
    file(WRITE "${file}" "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(INSTALL ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()

# ---- the manifest ----
file(READ "${port_folder}/vcpkg.json" manifest)
string(JSON name GET "${manifest}" name)
string(JSON version GET "${manifest}" version)
file(STRINGS "${root}/include/mhqa/config.hpp" line REGEX "MHQA_VERSION_STRING")
if(NOT name STREQUAL PORT OR NOT line MATCHES "\"${version}\"")
  message(FATAL_ERROR "vcpkg.json: ${name} ${version}, but config.hpp has ${line}")
endif()
foreach(feature IN LISTS features)
  string(JSON about GET "${manifest}" features ${feature} description)
endforeach()

# ---- the port ----
# vcpkg includes the port from a script of its own.
set(CMAKE_CURRENT_LIST_DIR "${port_folder}")
include("${port_folder}/portfile.cmake")

foreach(file include/mhqa/core.hpp share/mhqa/mhqa-config.cmake share/mhqa/copyright share/mhqa/usage)
  if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/${file}")
    message(FATAL_ERROR "the port installs no ${file}")
  endif()
endforeach()
# vcpkg warns of all these.
foreach(folder debug lib bin share/doc share/cmake)
  if(EXISTS "${CURRENT_PACKAGES_DIR}/${folder}")
    message(FATAL_ERROR "the port installs ${folder}")
  endif()
endforeach()
