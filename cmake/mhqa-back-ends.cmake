# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# mhqa_add_back_end(cpp|omp|tbb|cuda why): defines mhqa::batch_NAME, which is mhqa::batch with Thrust and the one
# device system that THRUST_DEVICE_SYSTEM names; or sets `why` to what is missing. Only here is Thrust looked for: as
# the package Thrust (Debian's libthrust-dev), else in CCCL. nvcc brings its own.
function(mhqa_add_back_end name why)
  set(${why} "" PARENT_SCOPE)
  if(TARGET mhqa::batch_${name})
    return()
  endif()
  string(TOUPPER "${name}" system)

  set(libraries "")
  if(name STREQUAL "cuda")
    if(NOT CMAKE_CUDA_COMPILER)
      set(${why} "the language CUDA, which is not enabled" PARENT_SCOPE)
      return()
    endif()
  else()
    if(NOT TARGET Thrust::Thrust)
      find_package(Thrust QUIET CONFIG)
    endif()
    if(NOT TARGET Thrust::Thrust)
      find_package(CCCL QUIET CONFIG)
    endif()
    if(NOT TARGET Thrust::Thrust)
      set(${why} "Thrust (package Thrust or CCCL), which was not found" PARENT_SCOPE)
      return()
    endif()
    set(libraries Thrust::Thrust)
  endif()
  if(name STREQUAL "omp")
    find_package(OpenMP QUIET COMPONENTS CXX)
    if(NOT TARGET OpenMP::OpenMP_CXX)
      set(${why} "OpenMP, which was not found" PARENT_SCOPE)
      return()
    endif()
    list(APPEND libraries OpenMP::OpenMP_CXX)
  elseif(name STREQUAL "tbb")
    find_package(TBB QUIET CONFIG)
    if(NOT TARGET TBB::tbb)
      set(${why} "TBB, which was not found" PARENT_SCOPE)
      return()
    endif()
    list(APPEND libraries TBB::tbb)
  endif()

  # A product may not be fused into the sum it feeds, and std::array is used on the device.
  add_library(mhqa::batch_${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(mhqa::batch_${name} INTERFACE mhqa::batch ${libraries})
  target_compile_definitions(mhqa::batch_${name} INTERFACE THRUST_HOST_SYSTEM=THRUST_HOST_SYSTEM_CPP
                                                           THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_${system})
  if(name STREQUAL "cuda")
    target_compile_options(mhqa::batch_cuda
                           INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr>)
    # CMake before 3.25.2 does not know of C++20 for nvcc.
    target_compile_options(mhqa::batch_cuda INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
  endif()
endfunction()
