// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Files as bytes: mapped or read whole for documents, read in pieces for streams, written with every
// error reported. The only header that calls the operating system; elsewhere than POSIX it uses stdio.
#pragma once

#include <mhqa/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#define MHQA_DETAIL_POSIX 1
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define MHQA_DETAIL_POSIX 0
#endif

namespace mhqa {
inline namespace v0 {
namespace io {

namespace detail {

/// "No such file or directory" for an errno value, whatever the locale.
[[nodiscard]] inline std::string system_message(int code) {
  return std::generic_category().message(code);
}

[[noreturn]] inline void fail(const std::string& path, std::string_view doing, int code) {
  throw_data_error({.file = path}, std::string{doing} + ": " + system_message(code));
}

#if MHQA_DETAIL_POSIX
/// open(), but never 0, 1 or 2: where a standard stream is closed, a file must not be taken for it.
[[nodiscard]] inline int open_file(const std::string& path, int how) {
  const int descriptor = ::open(path.c_str(), how | O_CLOEXEC, 0666);
  if (descriptor < 0 || descriptor > 2) return descriptor;
  const int higher = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  const int code = errno;
  ::close(descriptor);
  errno = code;
  return higher;
}
#endif

}  // namespace detail

/// An open file or standard input ("-"), read in pieces.
///
/// Errors: data_error names the path and the system's reason: missing, a directory, not permitted, a read
///         that fails half-way
class input {
 public:
  explicit input(std::string path) : path_{std::move(path)} {
#if MHQA_DETAIL_POSIX
    if (path_ == "-") {
      descriptor_ = 0;
      return;
    }
    descriptor_ = detail::open_file(path_, O_RDONLY);
    if (descriptor_ < 0) detail::fail(path_, "cannot open", errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0) {
      if (S_ISDIR(status.st_mode)) {
        ::close(descriptor_);
        detail::fail(path_, "cannot read", EISDIR);
      }
      if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
    }
#else
    file_ = path_ == "-" ? stdin : std::fopen(path_.c_str(), "rb");
    if (file_ == nullptr) detail::fail(path_, "cannot open", errno);
#endif
  }
  ~input() {
#if MHQA_DETAIL_POSIX
    if (descriptor_ > 2) ::close(descriptor_);
#else
    if (file_ != nullptr && file_ != stdin) std::fclose(file_);
#endif
  }
  input(const input&) = delete;
  input& operator=(const input&) = delete;

  [[nodiscard]] const std::string& path() const noexcept {
    return path_;
  }

  /// Size of a regular file; unknown for pipes and standard input.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept {
    return size_;
  }

  /// Reads up to `into.size()` bytes; 0 means the end.
  [[nodiscard]] std::size_t read(std::span<char> into) {
#if MHQA_DETAIL_POSIX
    for (;;) {
      const ::ssize_t got = ::read(descriptor_, into.data(), std::min<std::size_t>(into.size(), std::size_t{1} << 30U));
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) detail::fail(path_, "cannot read", errno);
    }
#else
    const std::size_t got = std::fread(into.data(), 1, into.size(), file_);
    if (got == 0 && std::ferror(file_)) detail::fail(path_, "cannot read", errno);
    return got;
#endif
  }

 private:
  friend class file_bytes;
  std::string path_;
  std::optional<std::uint64_t> size_;
#if MHQA_DETAIL_POSIX
  int descriptor_ = -1;
#else
  std::FILE* file_ = nullptr;
#endif
};

/// A whole file in memory: mapped where it is a regular file, else read.
///
/// Shape:  view() is the content; at least `padding` readable bytes follow it (zeros), as simdjson wants
/// Errors: as input; what cannot be mapped, such as a pipe, may hold 4 GiB at most. The file must not be cut short by
///         others while it is mapped
/// Cost:   a map, no copy; `release()` lets the pages go
class file_bytes {
 public:
  static constexpr std::size_t padding = 64;
  static constexpr std::uint64_t most_read = std::uint64_t{1} << 32U;  ///< of what is read into memory

  explicit file_bytes(const std::string& path) {
    input in{path};
    if (!map(in)) read_rest(in);
  }

  /// What is left of an input of which `already` has been read.
  file_bytes(input& in, std::string_view already) { read_rest(in, already); }
  ~file_bytes() { release(); }
  file_bytes(file_bytes&& other) noexcept
      : heap_{std::move(other.heap_)},
        mapped_{std::exchange(other.mapped_, nullptr)},
        room_{std::exchange(other.room_, 0)},
        size_{std::exchange(other.size_, 0)} {}
  file_bytes& operator=(file_bytes&& other) noexcept {
    if (this != &other) {
      release();
      heap_ = std::move(other.heap_);
      mapped_ = std::exchange(other.mapped_, nullptr);
      room_ = std::exchange(other.room_, 0);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }

  [[nodiscard]] std::string_view view() const noexcept { return {mapped_ != nullptr ? mapped_ : heap_.get(), size_}; }

  void release() noexcept {
#if MHQA_DETAIL_POSIX
    if (mapped_ != nullptr) ::munmap(mapped_, room_);
#endif
    mapped_ = nullptr;
    heap_.reset();
    size_ = 0;
  }

 private:
  bool map([[maybe_unused]] input& in) {
#if MHQA_DETAIL_POSIX
    if (!in.size_ || *in.size_ == 0 || *in.size_ > std::numeric_limits<std::size_t>::max() / 2) return false;
    const auto size = static_cast<std::size_t>(*in.size_);
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t room = (size / page + 2) * page;  // at least one page of zeros follows the file's last
    void* const base = ::mmap(nullptr, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) detail::fail(in.path(), "cannot map", errno);
    if (::mmap(base, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, in.descriptor_, 0) == MAP_FAILED) {
      ::munmap(base, room);
      return false;
    }
    ::madvise(base, size, MADV_SEQUENTIAL);
    mapped_ = static_cast<char*>(base);
    room_ = room;
    size_ = size;
    return true;
#else
    return false;
#endif
  }

  void read_rest(input& in, std::string_view already = {}) {
    std::size_t capacity = std::max<std::size_t>(std::size_t{1} << 16U, already.size());
    heap_ = std::make_unique_for_overwrite<char[]>(capacity + padding);
    if (!already.empty()) std::memcpy(heap_.get(), already.data(), already.size());
    size_ = already.size();
    for (;;) {
      if (size_ == capacity) {
        capacity *= 2;
        auto larger = std::make_unique_for_overwrite<char[]>(capacity + padding);
        std::memcpy(larger.get(), heap_.get(), size_);
        heap_ = std::move(larger);
      }
      const std::size_t got = in.read({heap_.get() + size_, capacity - size_});
      if (got == 0) break;
      size_ += got;
      if (size_ > most_read) {
        throw_data_error({.file = in.path()},
                         "more than 4 GiB that cannot be mapped; give a file, or JSON Lines (one record a line)");
      }
    }
    std::memset(heap_.get() + size_, 0, padding);
  }

  std::unique_ptr<char[]> heap_;
  char* mapped_ = nullptr;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
};

/// The first bytes of a file that is going to be read again from its beginning, to see what it is.
///
/// Shape:  `most` bytes, or all of a shorter file
/// Errors: data_error for standard input and pipes, which can be read but once; and as input
[[nodiscard]] inline std::string file_head(const std::string& path, std::size_t most = std::size_t{1} << 16U) {
  input in{path};
  if (!in.size()) throw_data_error({.file = path}, "expected a file, which can be read twice, found a stream");
  std::string head(most, '\0');
  std::size_t size = 0;
  while (const std::size_t got = in.read({head.data() + size, most - size})) size += got;
  head.resize(size);
  return head;
}

/// An open file or standard output ("-") that is written in pieces and never loses an error.
///
/// Errors: data_error from write() or close(): no permission, a full disk, a closed pipe or descriptor
class output {
 public:
  /// `name` stands for the file in errors; without one, its path does.
  explicit output(std::string path, std::string name = {}) : path_{std::move(path)}, name_{std::move(name)} {
    if (name_.empty()) name_ = path_ == "-" ? "standard output" : path_;
#if MHQA_DETAIL_POSIX
    if (path_ == "-") {
      descriptor_ = 1;
      return;
    }
    descriptor_ = detail::open_file(path_, O_WRONLY | O_CREAT | O_TRUNC);
    if (descriptor_ < 0) detail::fail(name_, "cannot write", errno);
#else
    file_ = path_ == "-" ? stdout : std::fopen(path_.c_str(), "wb");
    if (file_ == nullptr) detail::fail(name_, "cannot write", errno);
#endif
  }
  ~output() {
#if MHQA_DETAIL_POSIX
    if (descriptor_ > 2) ::close(descriptor_);
#else
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
#endif
  }
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  /// Appends; small pieces are collected first.
  void write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > buffer_bytes) {
      flush();
      if (bytes.size() > buffer_bytes) return write_now(bytes);
    }
    buffer_ += bytes;
  }

  void flush() {
    if (buffer_.empty()) return;
    write_now(buffer_);
    buffer_.clear();
  }

  /// Writes what is left and reports errors that show only now.
  void close() {
    flush();
#if MHQA_DETAIL_POSIX
    if (descriptor_ > 2 && ::close(std::exchange(descriptor_, -1)) != 0) detail::fail(name_, "cannot write", errno);
#else
    std::FILE* const file = std::exchange(file_, nullptr);
    if (file == nullptr) return;
    if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) detail::fail(name_, "cannot write", errno);
#endif
  }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 16U;

  void write_now(std::string_view bytes) {
#if MHQA_DETAIL_POSIX
    while (!bytes.empty()) {
      const ::ssize_t put =
          ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), std::size_t{1} << 30U));
      if (put < 0) {
        if (errno == EINTR) continue;
        detail::fail(name_, "cannot write", errno);
      }
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
#else
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) detail::fail(name_, "cannot write", errno);
#endif
  }

  std::string path_;
  std::string name_;
  std::string buffer_;
#if MHQA_DETAIL_POSIX
  int descriptor_ = -1;
#else
  std::FILE* file_ = nullptr;
#endif
};

/// The only run in a folder: holds a lock on a file until it is destroyed or the program ends, however it ends.
///
/// Errors: data_error if another one holds it, or the file cannot be written
class file_lock {
 public:
  explicit file_lock(const std::string& path) {
#if MHQA_DETAIL_POSIX
    descriptor_ = detail::open_file(path, O_RDWR | O_CREAT);
    if (descriptor_ < 0) detail::fail(path, "cannot write", errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int code = errno;
      ::close(descriptor_);
      if (code == EWOULDBLOCK) throw_data_error({.file = path}, "another run works in this folder");
      detail::fail(path, "cannot lock", code);
    }
#else
    path_ = path;
    file_ = std::fopen(path.c_str(), "wx");
    if (file_ == nullptr) detail::fail(path, "another run works in this folder, or was killed; cannot lock", errno);
#endif
  }
  ~file_lock() {
#if MHQA_DETAIL_POSIX
    ::close(descriptor_);
#else
    std::fclose(file_);
    std::remove(path_.c_str());
#endif
  }
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;

 private:
#if MHQA_DETAIL_POSIX
  int descriptor_ = -1;
#else
  std::string path_;
  std::FILE* file_ = nullptr;
#endif
};

/// True if the file descriptor of standard error is a terminal, where a progress line makes sense.
[[nodiscard]] inline bool stderr_is_terminal() noexcept {
#if MHQA_DETAIL_POSIX
  return ::isatty(2) == 1;
#else
  return false;
#endif
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa

#undef MHQA_DETAIL_POSIX
