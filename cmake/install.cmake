# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# include/, bin/ and share/cmake/mhqa; nothing of a header-only library goes to lib/. One export set a component, so
# that a component's dependencies are looked for only when it is asked for.
include(CMakePackageConfigHelpers)

set(mhqa_cmake_dir "${CMAKE_INSTALL_DATADIR}/cmake/mhqa")

function(mhqa_install_component component)
  install(TARGETS ${ARGN} EXPORT mhqa-${component} FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT mhqa-${component} NAMESPACE mhqa:: FILE mhqa-${component}.cmake DESTINATION "${mhqa_cmake_dir}")
endfunction()

mhqa_install_component(core mhqa_core)
if(MHQA_WITH_IO)
  mhqa_install_component(io mhqa_io mhqa)
endif()
# The back ends are no targets of the export: they are defined, and Thrust is looked for, when one is asked for.
install(TARGETS mhqa_batch EXPORT mhqa-batch FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILE_SET thrust DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT mhqa-batch NAMESPACE mhqa:: FILE mhqa-batch.cmake DESTINATION "${mhqa_cmake_dir}")
install(TARGETS mhqa_threads EXPORT mhqa-threads)
install(EXPORT mhqa-threads NAMESPACE mhqa:: FILE mhqa-threads.cmake DESTINATION "${mhqa_cmake_dir}")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/mhqa-config.cmake.in" "${PROJECT_BINARY_DIR}/mhqa-config.cmake"
  INSTALL_DESTINATION "${mhqa_cmake_dir}"
  NO_SET_AND_CHECK_MACRO)
# While the major version is 0, a minor version may break: 0.1 serves 0.1.x alone.
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
              "${CMAKE_CURRENT_LIST_DIR}/mhqa-back-ends.cmake"
        DESTINATION "${mhqa_cmake_dir}")
