// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Files as bytes: mapped or read whole for documents, read in pieces for streams, written with every error reported,
// locked against other runs. All POSIX calls for files; on other systems it uses stdio.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/unpacking.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#define MHQA_DETAIL_POSIX 1
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif
#else
#define MHQA_DETAIL_POSIX 0
#endif

namespace mhqa::inline v0_1::io {

namespace detail {

/// Returns "No such file or directory" and the like for an errno value, in every locale.
[[nodiscard]] std::string system_message(int code);

[[noreturn]] void fail(const std::string& path, std::string_view doing, int code);

#if MHQA_DETAIL_POSIX
/// Calls open(), but never returns 0, 1 or 2: if a standard stream is closed, a file must not take its place.
[[nodiscard]] inline int open_file(const std::string& path, int how, ::mode_t mode = 0666) {
  const int descriptor = ::open(path.c_str(), how | O_CLOEXEC, mode);
  if (descriptor < 0 || descriptor > 2) return descriptor;
  const int higher = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  const int code = errno;
  ::close(descriptor);
  errno = code;
  return higher;
}
#endif

}  // namespace detail

/// Identifies a file by any path to it.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const file_identity&, const file_identity&) = default;
};

namespace detail {

/// Returns the identity of a regular file that is open; nothing for other kinds.
[[nodiscard]] std::optional<file_identity> identity_of_open([[maybe_unused]] int descriptor) noexcept;

}  // namespace detail

/// Returns the identity of a regular file, following links; nothing for other kinds of files and missing ones.
[[nodiscard]] std::optional<file_identity> identity_of(const std::string& path) noexcept;

/// Notes the files that a run reads and writes, and refuses one that is both: an output that replaces an input,
/// standard output that is appended to one, and inputs that no option names.
///
/// Shape:  for programs that serve one run, one object, before their first thread; input, atomic_file and appended_file
///         ask it. Files in a folder that the run owns are its state, which it may read and replace, unless they are
///         named as inputs
/// Errors: data_error from reads() and writes()
class file_roles {
 public:
  file_roles();
  ~file_roles() { installed() = nullptr; }
  file_roles(const file_roles&) = delete;
  file_roles& operator=(const file_roles&) = delete;

  /// The run's object, or null.
  [[nodiscard]] static file_roles*& installed() noexcept;

  /// Makes the files in a folder, which exists, the run's own.
  void own(const std::string& folder);
  /// Notes an input that an option names.
  void reads_named(const std::string& path) {
    if (const auto file = identity_of(path)) note_read(*file, path);
  }
  /// Notes an input that is opened.
  void reads(const file_identity& file, const std::string& path) {
    if (!is_own(path)) note_read(file, path);
  }
  /// Notes an output; does nothing if there is no such file yet.
  void writes(const std::string& path) { note_write(identity_of(path), path, true); }
  /// Refuses an input as a file that is appended to, which the run also reads.
  void expect_not_read(const std::string& path) { note_write(identity_of(path), path, false); }

  /// Returns true if what is written to a standard stream (1 or 2) would go into an input.
  [[nodiscard]] bool is_input(int stream) const;

 private:
  using files = std::vector<std::pair<file_identity, std::string>>;

  /// Returns the name of a file that is in `all` and still has that name: systems give numbers of removed files again.
  [[nodiscard]] static const std::string* find(const files& all, const file_identity& file);
  [[nodiscard]] bool is_own(const std::string& path) const;
  void note_read(const file_identity& file, const std::string& path);
  void note_write(const std::optional<file_identity>& file, const std::string& path, bool keep);

  mutable std::mutex mutex_;
  files read_, written_;
  std::vector<std::filesystem::path> owned_;
};

/// An open file or standard input ("-"), read in pieces.
///
/// Errors: data_error with the path and the system's reason: missing, a directory, not permitted, a read that fails
///         half-way
class input {
 public:
  explicit input(std::string path);
  ~input();
  input(const input&) = delete;
  input& operator=(const input&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Size of a regular file when it was opened; unknown for pipes and standard input.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }

  /// Call this after the last byte, because the bytes read may mix an old and a new content.
  ///
  /// Errors: data_error if a regular file has another size or time of change than when it was opened
  void expect_unchanged() const;

  /// Reads up to `into.size()` bytes; returns 0 at the end. Those of a packed file are unpacked, if a program has
  /// installed what unpacks it.
  [[nodiscard]] std::size_t read(std::span<char> into);

  /// Returns true for a regular file that read() unpacks.
  [[nodiscard]] bool is_packed();

  /// Reads up to `into.size()` bytes of a file, as they are, from a place in it; returns 0 after its end.
  [[nodiscard]] std::size_t read_at(std::uint64_t place, std::span<char> into);

 private:
  friend class file_bytes;
  static constexpr std::size_t head_size = 4;  // bytes that show the format

  [[nodiscard]] std::unique_ptr<unpacker> unpacker_of(std::string_view head) {
    return installed_unpackers().load()(path_, head, [this](std::span<char> into) { return read_raw(into); });
  }

  [[nodiscard]] std::size_t read_raw(std::span<char> into);

  std::string path_;
  std::optional<std::uint64_t> size_;
  std::unique_ptr<unpacker> unpacker_;
  bool begun_ = false;
#if MHQA_DETAIL_POSIX
  struct state {
    file_identity file;
    ::off_t size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  [[nodiscard]] static state state_of(const struct stat& status) noexcept {
#if defined(__APPLE__)
    const struct timespec changed = status.st_mtimespec;
#else
    const struct timespec changed = status.st_mtim;
#endif
    return {{static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)},
            status.st_size,
            static_cast<std::int64_t>(changed.tv_sec),
            static_cast<std::int64_t>(changed.tv_nsec)};
  }

  void note_role() const {
    file_roles* const roles = file_roles::installed();
    const auto file = roles == nullptr ? std::nullopt : detail::identity_of_open(descriptor_);
    if (file) roles->reads(*file, path_);
  }

  int descriptor_ = -1;
  state opened_;
#else
  std::FILE* file_ = nullptr;
#endif
};

/// How file_bytes holds a regular file.
enum class file_access : std::uint8_t {
  mapped,  ///< no copy; the content can change until expect_unchanged() is called for the last time
  copied,  ///< in memory, where other processes cannot change it
};

/// A whole file in memory: mapped or copied if it is a regular file, read if it is a stream.
///
/// Shape:  view() is the content; at least `padding` zeros follow it, as simdjson wants. Quotation marks fill the rest
///         of a mapping, so that a search for the end of a string ends even where another process changes the file
/// Errors: as input and input::expect_unchanged; a stream or a copied file may hold 4 GiB at most. A process that cuts
///         a mapped file short sends this one SIGBUS on access; survive_cut_files() makes that an error of
///         expect_unchanged()
/// Cost:   a map without a copy, or one read(); release() gives the memory back
class file_bytes {
 public:
  static constexpr std::size_t padding = 64;
  static constexpr std::uint64_t most_read = std::uint64_t{1} << 32U;  ///< largest content that is not mapped

  explicit file_bytes(const std::string& path, file_access access = file_access::mapped);

  /// Reads the rest of an input, of which `already` was read before.
  file_bytes(input& in, std::string_view already) { read_rest(in, already); }
  ~file_bytes() { release(); }
  file_bytes(file_bytes&& other) noexcept;
  file_bytes& operator=(file_bytes&& other) noexcept;

  [[nodiscard]] std::string_view view() const noexcept { return {mapped_ != nullptr ? mapped_ : heap_.get(), size_}; }

  /// Call this after the last use of the bytes.
  ///
  /// Errors: as input::expect_unchanged, for a mapped file; a copy was compared when it was made
  void expect_unchanged() const {
    if (source_ != nullptr) source_->expect_unchanged();
  }

  /// Releases the memory of a mapping until its bytes are read again, and expects them to be read in random order.
  void forget() const noexcept;

  void release() noexcept;

 private:
  bool map([[maybe_unused]] input& in);

  void read_rest(input& in, std::string_view already = {});

  [[noreturn]] static void refuse(const std::string& path);

  std::unique_ptr<input> source_;  // of a mapping
  std::unique_ptr<char[]> heap_;
  char* mapped_ = nullptr;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
};

#if MHQA_DETAIL_POSIX && defined(__linux__)
#endif

/// Makes a mapped file that is cut short read as zeros, instead of ending the program by SIGBUS. The error is then that
/// of file_bytes::expect_unchanged().
///
/// Shape: for programs, once, before their first thread: it replaces the process's handler of SIGBUS. Linux only;
///        elsewhere it does nothing
void survive_cut_files() noexcept;

/// Returns the first bytes of a file that will be read again from its beginning.
///
/// Shape:  `most` bytes, or all of a shorter file
/// Errors: data_error for standard input and pipes, which can be read only once; and as input
[[nodiscard]] std::string file_head(const std::string& path, std::size_t most = std::size_t{1} << 16U);

/// An open file or standard output ("-"), written in pieces; reports every error.
///
/// Errors: data_error from write() or close(): no permission, a full disk, a closed pipe or descriptor
class output {
 public:
  /// A file that did not exist before and that no link leads to; `like` is a path whose permissions it gets, if that
  /// exists. The output holds a lock on the file until it is destroyed, so that remove_abandoned() leaves the file.
  struct fresh {
    std::string like{};
  };

  /// `name` is the file's name in errors; by default its path.
  output(std::string path, std::string name, [[maybe_unused]] const fresh& how);
  /// `name` is the file's name in errors; by default its path.
  explicit output(std::string path, std::string name = {});
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  /// Appends bytes; buffers small pieces.
  void write(std::string_view bytes);

  void flush();

  /// Writes buffered bytes and reports late errors.
  void close();

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 16U;

  void write_now(std::string_view bytes);

  std::string path_;
  std::string name_;
  std::string buffer_;
#if MHQA_DETAIL_POSIX
  int descriptor_ = -1;
  int guard_ = -1;  // of a fresh file: shares the lock, which close() must not give back
#else
  std::FILE* file_ = nullptr;
#endif
};

/// Returns a number that no other call returns, in this process or another: for names of temporary files.
[[nodiscard]] std::uint64_t unique_number() noexcept;

/// Removes a temporary file whose writer is gone; leaves it if a run still writes it, or if it is not a regular file.
void remove_abandoned([[maybe_unused]] const std::string& path) noexcept;

/// The behaviour of a run if another one holds the lock.
enum class if_locked : std::uint8_t { refuse, wait };

/// Keeps other runs away by a lock on a file of its own, until the object is destroyed or the process ends.
///
/// Shape:  the file is made, holds the process id, and is removed with the lock. The file of a process that was killed
///         stays, but does not lock
/// Errors: data_error for `name` (by default the path) with the id of the process that holds the lock; if the file
///         cannot be made, or exists and is not a lock
class file_lock {
 public:
  explicit file_lock(const std::string& path, if_locked then = if_locked::refuse, std::string name = {});
  ~file_lock();
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;

 private:
#if MHQA_DETAIL_POSIX
  /// False if the lock was removed by the run that held it, so that the next try makes a new one.
  bool acquire(if_locked then) {
    descriptor_ = detail::open_file(path_, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor_ < 0) detail::fail(name_, "cannot write", errno);
    struct stat mine {
    }, named{};
    if (::fstat(descriptor_, &mine) != 0 || !S_ISREG(mine.st_mode) || !is_lock()) {
      ::close(descriptor_);
      throw_data_error({.file = name_}, "cannot lock: " + path_ + " exists and is not a lock of mhqa");
    }
    int code = 0;
    while (::flock(descriptor_, then == if_locked::wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 &&
           (code = errno) == EINTR) {
      code = 0;
    }
    if (code == EWOULDBLOCK) {
      const std::string holder = process();
      ::close(descriptor_);
      throw_data_error({.file = name_}, "another run works here" + holder);
    }
    if (code != 0) {
      ::close(descriptor_);
      detail::fail(name_, "cannot lock", code);
    }
    if (::fstat(descriptor_, &mine) == 0 && ::lstat(path_.c_str(), &named) == 0 && mine.st_dev == named.st_dev &&
        mine.st_ino == named.st_ino) {
      return true;
    }
    ::close(descriptor_);
    return false;
  }

  [[nodiscard]] std::string content() const {
    char text[64];
    const ::ssize_t size = ::pread(descriptor_, text, sizeof text, 0);
    return {text, size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  [[nodiscard]] bool is_lock() const {
    const std::string text = content();
    return text.empty() || text.starts_with(first_word);
  }
  /// " (process 1234)", after a moment if the other run has only just locked it.
  [[nodiscard]] std::string process() const {
    for (int tries = 0; tries < 100; ++tries) {
      const std::string text = content();
      if (text.ends_with('\n'))
        return " (" + text.substr(first_word.find("process"), text.size() - 1 - first_word.find("process")) + ")";
      const struct timespec moment { 0, 1000000 };
      ::nanosleep(&moment, nullptr);
    }
    return {};
  }

  static constexpr std::string_view first_word = "mhqa run, process ";
  int descriptor_ = -1;
#else
  std::FILE* file_ = nullptr;
#endif
  std::string path_;
  std::string name_;
};

/// A file that grows by whole lines, written by one run at a time.
///
/// Shape:  locks the file itself, so that a run which reaches it by another name (a link) is noticed. Makes the file
///         if it is missing, and removes it again if nothing was appended. A write that fails is cut back to the end of
///         the last whole line; after it append() writes nothing more
/// Errors: data_error with the path: not a regular file, another run appends to it, the system's reason; and if another
///         program changed its size
class appended_file {
 public:
  explicit appended_file(std::string path);
  ~appended_file();
  appended_file(const appended_file&) = delete;
  appended_file& operator=(const appended_file&) = delete;

  /// Sets the end of the last whole line; append() removes what follows it.
  void set_end(std::uint64_t end) noexcept { end_ = end; }

  /// Appends bytes that end a line.
  void append(std::string_view bytes);

 private:
#if MHQA_DETAIL_POSIX
  /// False if the file was removed before it was locked.
  bool acquire() {
    descriptor_ = detail::open_file(path_, O_RDWR | O_APPEND | O_NONBLOCK);
    made_ = descriptor_ < 0 && errno == ENOENT;
    if (made_) descriptor_ = detail::open_file(path_, O_RDWR | O_APPEND | O_CREAT);
    if (descriptor_ < 0) detail::fail(path_, "cannot write", errno);
    struct stat mine {
    }, named{};
    std::string problem;
    if (::fstat(descriptor_, &mine) != 0 || !S_ISREG(mine.st_mode)) {
      problem = "expected a regular file";
    } else if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno != ENOLCK && errno != EOPNOTSUPP) {
      problem = errno == EWOULDBLOCK ? "another run appends to this file, by this name or another"
                                     : "cannot lock: " + detail::system_message(errno);
    }
    if (!problem.empty()) {
      ::close(descriptor_);
      throw_data_error({.file = path_}, problem);
    }
    if (::stat(path_.c_str(), &named) == 0 && mine.st_dev == named.st_dev && mine.st_ino == named.st_ino) {
      size_ = static_cast<std::uint64_t>(mine.st_size);
      end_ = size_;
      return true;
    }
    ::close(descriptor_);
    return false;
  }

  /// Returns the system's code of an error, or 0.
  int write(std::string_view bytes) {
    struct stat now {};
    if (::fstat(descriptor_, &now) != 0) return errno;
    if (static_cast<std::uint64_t>(now.st_size) != size_) {
      throw_data_error({.file = path_}, "another program wrote to this file; nothing more is appended");
    }
    int code = end_ == size_ || ::ftruncate(descriptor_, static_cast<::off_t>(end_)) == 0 ? 0 : errno;
    for (std::string_view rest = bytes; code == 0 && !rest.empty();) {
      const ::ssize_t put =
          ::write(descriptor_, rest.data(), std::min<std::size_t>(rest.size(), std::size_t{1} << 30U));
      if (put >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(put));
      } else if (errno != EINTR) {
        code = errno;
      }
    }
    if (code != 0) {
      if (::ftruncate(descriptor_, static_cast<::off_t>(end_)) != 0) return code;  // the next run cuts it
      return code;
    }
    size_ = end_ += bytes.size();
    return 0;
  }

  int descriptor_ = -1;
  bool made_ = false;
#else
  int write(std::string_view bytes) {
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size() && std::fflush(file_) == 0 ? 0 : EIO;
  }

  std::FILE* file_ = nullptr;
#endif
  std::string path_;
  std::uint64_t size_ = 0;  // of the file
  std::uint64_t end_ = 0;   // of its last whole line
  int failed_ = 0;          // the code of the first error
};

/// Returns true if standard error is a terminal.
[[nodiscard]] bool stderr_is_terminal() noexcept;

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/file.ipp>
#endif
