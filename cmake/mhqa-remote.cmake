# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# mhqa_add_remote(why): defines mhqa::remote, which is mhqa::io with cpp-httplib and the options that it was built with;
# or sets `why` to what is missing. Upstream installs a CMake package, Debian a pkg-config file.
function(mhqa_add_remote why)
  set(${why} "" PARENT_SCOPE)
  if(TARGET mhqa::remote)
    return()
  endif()
  find_package(httplib QUIET CONFIG)
  if(TARGET httplib::httplib)
    set(library httplib::httplib)
  else()
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(mhqa_httplib QUIET IMPORTED_TARGET GLOBAL cpp-httplib)
    endif()
    if(NOT TARGET PkgConfig::mhqa_httplib)
      set(${why} "cpp-httplib (Debian: libcpp-httplib-dev, pkg-config), which was not found" PARENT_SCOPE)
      return()
    endif()
    set(library PkgConfig::mhqa_httplib)
  endif()
  add_library(mhqa::remote INTERFACE IMPORTED GLOBAL)
  find_package(Threads REQUIRED)
  target_link_libraries(mhqa::remote INTERFACE mhqa::io ${library} Threads::Threads)
endfunction()
