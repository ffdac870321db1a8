# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs to include/, bin/, and share/. Each component has its own export set, so that a consumer is asked only
# for the dependencies of the components that it uses.
include(CMakePackageConfigHelpers)

set(mhqa_cmake_dir "${CMAKE_INSTALL_DATADIR}/cmake/mhqa")

function(mhqa_install_component component)
  foreach(target IN LISTS ARGN)
    set(file_sets "")
    get_target_property(sets ${target} INTERFACE_HEADER_SETS)
    foreach(set IN LISTS sets)
      if(set)
        list(APPEND file_sets FILE_SET ${set} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
      endif()
    endforeach()
    install(TARGETS ${target} EXPORT mhqa-${component} ${file_sets} ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endforeach()
  install(EXPORT mhqa-${component} NAMESPACE mhqa:: FILE mhqa-${component}.cmake DESTINATION "${mhqa_cmake_dir}")
endfunction()

mhqa_install_component(base mhqa_base)
if(TARGET mhqa_core)
  mhqa_install_component(core mhqa_core)
endif()
if(MHQA_WITH_IO)
  mhqa_install_component(io mhqa_io mhqa)
endif()
# The package defines the back ends, and looks for Thrust, when one is asked for.
mhqa_install_component(batch mhqa_batch)
mhqa_install_component(threads mhqa_threads)
if(MHQA_BUILD_COMPILED)
  mhqa_install_component(compiled mhqa_compiled)
endif()

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

# The weights of the built-in reader, and whose texts they were trained on.
install(FILES "${PROJECT_SOURCE_DIR}/share/reader.weights" "${PROJECT_SOURCE_DIR}/share/reader.net" DESTINATION "${CMAKE_INSTALL_DATADIR}/mhqa")
install(FILES "${PROJECT_SOURCE_DIR}/NOTICE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/mhqa")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/mhqa" RENAME copyright)

# For builds without CMake. The paths are relative to the file, so the folder can be moved.
foreach(name IN ITEMS mhqa mhqa-io mhqa-compiled)
  set(mhqa_pc_dir "${CMAKE_INSTALL_DATADIR}/pkgconfig")
  set(mhqa_pc_flags "")
  set(mhqa_pc_libs "")
  if(name STREQUAL "mhqa")
    set(mhqa_pc_contents "mhqa::base and mhqa::core; the latter needs the headers of range-v3")
    set(mhqa_pc_requires "")
  elseif(NOT MHQA_WITH_IO OR (name STREQUAL "mhqa-compiled" AND NOT MHQA_BUILD_COMPILED))
    continue()
  elseif(name STREQUAL "mhqa-compiled")
    set(mhqa_pc_contents "those without their bodies, which libmhqa.a has compiled")
    set(mhqa_pc_requires "Requires: mhqa-io = ${PROJECT_VERSION}\n")
    set(mhqa_pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    set(mhqa_pc_flags " -DMHQA_COMPILED")
    set(mhqa_pc_libs "Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -lmhqa ${CMAKE_THREAD_LIBS_INIT}\n")
  else()
    set(mhqa_pc_contents "mhqa::io: readers and writers of files")
    set(mhqa_pc_requires "Requires: mhqa = ${PROJECT_VERSION}, fmt >= 9.1, simdjson >= 3.0\n")
  endif()
  string(REGEX REPLACE "[^/]+" ".." mhqa_from_pc "${mhqa_pc_dir}")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/mhqa.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${mhqa_pc_dir}")
endforeach()

# `cpack -G DEB` in the build folder packs the headers, and the command and the library if they were built.
if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_PACKAGE_NAME mhqa)
  set(CPACK_PACKAGE_VENDOR "The mhqa authors")
  set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR}")
  set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "librange-v3-dev, libfmt-dev, libsimdjson-dev")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  if(MHQA_BUILD_TOOLS OR MHQA_BUILD_COMPILED)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  else()
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
  endif()
  include(CPack)
endif()
