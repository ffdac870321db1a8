// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that lives in memory and has a path, for readers that take paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif
#include <unistd.h>

namespace mhqa_fuzz {

class memory_file {
 public:
  memory_file(const std::uint8_t* data, std::size_t size) {
#if defined(__linux__)
    descriptor_ = ::memfd_create("fuzz", 0);
#else
    char name[] = "/tmp/mhqa_fuzz_XXXXXX";
    descriptor_ = ::mkstemp(name);
    ::unlink(name);
#endif
    if (descriptor_ < 0) std::abort();
    for (std::size_t at = 0; at < size;) {
      const auto put = ::write(descriptor_, data + at, size - at);
      if (put <= 0) std::abort();
      at += static_cast<std::size_t>(put);
    }
    path_ = "/dev/fd/" + std::to_string(descriptor_);
  }
  ~memory_file() {
    ::close(descriptor_);
  }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;

  [[nodiscard]] const std::string& path() const noexcept {
    return path_;
  }

 private:
  int descriptor_ = -1;
  std::string path_;
};

/// Ends the program where a property does not hold; a fuzzer takes it for a crash.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", what);
  std::abort();
}

}  // namespace mhqa_fuzz
