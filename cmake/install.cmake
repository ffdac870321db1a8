# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs to include/, bin/ and share/cmake/mhqa. Each component has its own export set, so that a consumer is asked only
# for the dependencies of the components that it uses.
include(CMakePackageConfigHelpers)

set(mhqa_cmake_dir "${CMAKE_INSTALL_DATADIR}/cmake/mhqa")

# Further arguments after FILE_SETS name more sets of headers than HEADERS.
function(mhqa_install_component component)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILE_SETS")
  set(file_sets "")
  foreach(set IN ITEMS HEADERS ${arg_FILE_SETS})
    list(APPEND file_sets FILE_SET ${set} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endforeach()
  install(TARGETS ${arg_UNPARSED_ARGUMENTS} EXPORT mhqa-${component} ${file_sets})
  install(EXPORT mhqa-${component} NAMESPACE mhqa:: FILE mhqa-${component}.cmake DESTINATION "${mhqa_cmake_dir}")
endfunction()

mhqa_install_component(base mhqa_base)
if(TARGET mhqa_core)
  mhqa_install_component(core mhqa_core)
endif()
if(MHQA_WITH_IO)
  mhqa_install_component(io mhqa_io mhqa FILE_SETS remote)
endif()
# The package defines the back ends, and looks for Thrust, when one is asked for.
mhqa_install_component(batch mhqa_batch)
install(TARGETS mhqa_threads EXPORT mhqa-threads)
install(EXPORT mhqa-threads NAMESPACE mhqa:: FILE mhqa-threads.cmake DESTINATION "${mhqa_cmake_dir}")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/mhqa-config.cmake.in" "${PROJECT_BINARY_DIR}/mhqa-config.cmake"
  INSTALL_DESTINATION "${mhqa_cmake_dir}"
  NO_SET_AND_CHECK_MACRO)
# While the major version is 0, minor versions may break: a request for 0.1 accepts only 0.1.x.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(mhqa_compatibility SameMinorVersion)
else()
  set(mhqa_compatibility SameMajorVersion)
endif()
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/mhqa-config-version.cmake"
  COMPATIBILITY ${mhqa_compatibility}
  ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/mhqa-config.cmake" "${PROJECT_BINARY_DIR}/mhqa-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/mhqa-back-ends.cmake" "${CMAKE_CURRENT_LIST_DIR}/mhqa-remote.cmake"
        DESTINATION "${mhqa_cmake_dir}")
