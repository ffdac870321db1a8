// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A library for LD_PRELOAD that fails the n-th call of one function: MHQA_FAULT=malloc:17, read:3, write:1, rename:2 or
// close:4. "malloc+:17" fails all from the 17th on. MHQA_FAULT_COUNT=1 fails nothing and prints the numbers of calls to
// standard error at the end. Calls count from the first signal(), with which main() of mhqa begins.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" void* __libc_malloc(std::size_t size);                     // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_realloc(void* old, std::size_t size);         // NOLINT(bugprone-reserved-identifier)

namespace {

enum function { of_malloc, of_read, of_write, of_rename, of_close, functions };
constexpr const char* names[functions] = {"malloc", "read", "write", "rename", "close"};
constexpr int errors[functions] = {ENOMEM, EIO, ENOSPC, EIO, EIO};

std::atomic<bool> started{false};
std::atomic<long> calls[functions];
int failing = -1;
long failing_at = 0;
bool failing_on = false;

/// True if this call has to fail.
bool fails(function which) {
  if (!started.load(std::memory_order_relaxed)) return false;
  const long call = calls[which].fetch_add(1, std::memory_order_relaxed) + 1;
  if (which != failing || call < failing_at || (call > failing_at && !failing_on)) return false;
  errno = errors[which];
  return true;
}

template <class F>
F next(const char* name) {
  void* const found = ::dlsym(RTLD_NEXT, name);
  F out{};
  std::memcpy(&out, &found, sizeof out);
  return out;
}

void print_counts() {
  for (int i = 0; i < functions; ++i) std::fprintf(stderr, "mhqa-calls %s %ld\n", names[i], calls[i].load());
}

}  // namespace

extern "C" {

using handler = void (*)(int);
handler signal(int number, handler then) noexcept {
  if (!started.exchange(true)) {
    if (const char* const fault = std::getenv("MHQA_FAULT")) {
      for (int i = 0; i < functions; ++i) {
        const std::size_t size = std::strlen(names[i]);
        if (std::strncmp(fault, names[i], size) != 0) continue;
        failing = i;
        failing_on = fault[size] == '+';
        failing_at = std::strtol(fault + size + (failing_on ? 2 : 1), nullptr, 10);
      }
    }
    if (std::getenv("MHQA_FAULT_COUNT") != nullptr) std::atexit(print_counts);
  }
  return next<handler (*)(int, handler)>("signal")(number, then);
}

void* malloc(std::size_t size) noexcept {
  return fails(of_malloc) ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails(of_malloc) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  return fails(of_malloc) ? nullptr : __libc_realloc(old, size);
}
::ssize_t read(int descriptor, void* into, std::size_t size) {
  static const auto real = next<::ssize_t (*)(int, void*, std::size_t)>("read");
  return fails(of_read) ? -1 : real(descriptor, into, size);
}
::ssize_t write(int descriptor, const void* from, std::size_t size) {
  static const auto real = next<::ssize_t (*)(int, const void*, std::size_t)>("write");
  return fails(of_write) ? -1 : real(descriptor, from, size);
}
int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return fails(of_rename) ? -1 : real(from, to);
}
int close(int descriptor) {
  static const auto real = next<int (*)(int)>("close");
  const int status = real(descriptor);
  return fails(of_close) ? -1 : status;
}

}  // extern "C"
