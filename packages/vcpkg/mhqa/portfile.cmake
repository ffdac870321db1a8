# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# An overlay port of this checkout: vcpkg install mhqa --overlay-ports=packages/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# Headers are the same in both configurations.
set(VCPKG_BUILD_TYPE release)

vcpkg_check_features(OUT_FEATURE_OPTIONS mhqa_options FEATURES io MHQA_WITH_IO)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${mhqa_options} -DMHQA_BUILD_TESTS=OFF -DMHQA_BUILD_EXAMPLES=OFF -DMHQA_BUILD_TOOLS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/mhqa)
vcpkg_fixup_pkgconfig()

# vcpkg's place for the licence is share/mhqa.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
