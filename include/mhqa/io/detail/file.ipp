// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of file.hpp.
#pragma once

#include <mhqa/io/file.hpp>

#include <cstring>
#include <limits>
#include <system_error>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::string system_message(int code) {
  return std::generic_category().message(code);
}

MHQA_INLINE void fail(const std::string& path, std::string_view doing, int code) {
  throw_data_error({.file = path}, std::string{doing} + ": " + system_message(code));
}

MHQA_INLINE std::optional<file_identity> identity_of_open([[maybe_unused]] int descriptor) noexcept {
#if MHQA_DETAIL_POSIX
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return file_identity{static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
#else
  return std::nullopt;
#endif
}

}  // namespace detail

MHQA_INLINE std::optional<file_identity> identity_of(const std::string& path) noexcept {
#if MHQA_DETAIL_POSIX
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return file_identity{static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
#else
  static_cast<void>(path);
  return std::nullopt;
#endif
}

MHQA_INLINE file_roles*& file_roles::installed() noexcept {
  static file_roles* roles = nullptr;
  return roles;
}

MHQA_INLINE void file_roles::own(const std::string& folder) {
  const std::lock_guard lock{mutex_};
  owned_.push_back(std::filesystem::weakly_canonical(folder));
}

MHQA_INLINE bool file_roles::is_input(int stream) const {
  const std::lock_guard lock{mutex_};
  const auto file = detail::identity_of_open(stream);
  return file && find(read_, *file) != nullptr;
}

MHQA_INLINE const std::string* file_roles::find(const files& all, const file_identity& file) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) {
    return one.first == file && (one.second.starts_with("standard ") || identity_of(one.second) == file);
  });
  return found == all.end() ? nullptr : &found->second;
}

MHQA_INLINE bool file_roles::is_own(const std::string& path) const {
  const std::lock_guard lock{mutex_};
  if (owned_.empty() || path == "-") return false;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(path, error);
  return !error && std::any_of(owned_.begin(), owned_.end(), [&](const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
  });
}

MHQA_INLINE void file_roles::note_read(const file_identity& file, const std::string& path) {
  const std::lock_guard lock{mutex_};
  const std::string name = path == "-" ? "standard input" : path;
  if (find(read_, file) == nullptr) read_.emplace_back(file, name);
  const std::string* const output = find(written_, file);
  if (output != nullptr) {
    throw_data_error({.file = name}, "cannot read: it would be changed as the output " + *output);
  }
}

MHQA_INLINE void file_roles::note_write(const std::optional<file_identity>& file, const std::string& path, bool keep) {
  if (!file) return;
  const std::lock_guard lock{mutex_};
  const std::string* const source = find(read_, *file);
  if (source != nullptr) throw_data_error({.file = path}, "cannot write: it would destroy the input " + *source);
  if (keep && find(written_, *file) == nullptr) written_.emplace_back(*file, path);
}

MHQA_INLINE file_roles::file_roles() {
  note_write(detail::identity_of_open(1), "standard output", true);
  note_write(detail::identity_of_open(2), "standard error", true);
  installed() = this;
}

MHQA_INLINE input::input(std::string path) : path_{std::move(path)} {
#if MHQA_DETAIL_POSIX
  if (path_ == "-") {
    descriptor_ = 0;
    note_role();
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
    if (S_ISREG(status.st_mode)) {
      size_ = static_cast<std::uint64_t>(status.st_size);
      opened_ = state_of(status);
    }
  }
  try {
    note_role();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
#else
  file_ = path_ == "-" ? stdin : std::fopen(path_.c_str(), "rb");
  if (file_ == nullptr) detail::fail(path_, "cannot open", errno);
#endif
}

MHQA_INLINE input::~input() {
#if MHQA_DETAIL_POSIX
  if (descriptor_ > 2) ::close(descriptor_);
#else
  if (file_ != nullptr && file_ != stdin) std::fclose(file_);
#endif
}

MHQA_INLINE void input::expect_unchanged() const {
#if MHQA_DETAIL_POSIX
  struct stat status {};
  if (!size_ || *size_ == 0 || descriptor_ < 0) return;  // files of /proc have no size
  if (::fstat(descriptor_, &status) != 0) detail::fail(path_, "cannot read", errno);
  if (state_of(status) != opened_) throw_data_error({.file = path_}, "the file changed while it was read");
#endif
}

MHQA_INLINE std::size_t input::read(std::span<char> into) {
  if (unpacker_ != nullptr) return unpacker_->read(into);
  if (std::exchange(begun_, true) || installed_unpackers() == nullptr) return read_raw(into);
  std::size_t got = read_raw(into);
  while (got != 0 && got < std::min(into.size(), head_size)) {
    const std::size_t more = read_raw(into.subspan(got));
    if (more == 0) break;
    got += more;
  }
  unpacker_ = unpacker_of({into.data(), got});
  return unpacker_ != nullptr ? unpacker_->read(into) : got;
}

MHQA_INLINE bool input::is_packed() {
  char head[head_size];
  return installed_unpackers() != nullptr && size_ && unpacker_of({head, read_at(0, head)}) != nullptr;
}

MHQA_INLINE std::size_t input::read_at(std::uint64_t place, std::span<char> into) {
#if MHQA_DETAIL_POSIX
  for (;;) {
    const ::ssize_t got = ::pread(descriptor_, into.data(), std::min<std::size_t>(into.size(), std::size_t{1} << 30U),
                                  static_cast<::off_t>(place));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) detail::fail(path_, "cannot read", errno);
  }
#else
#if defined(_WIN32)
  const int moved = ::_fseeki64(file_, static_cast<long long>(place), SEEK_SET);
#else
  const int moved = std::fseek(file_, static_cast<long>(place), SEEK_SET);
#endif
  if (moved != 0) detail::fail(path_, "cannot read", errno);
  return read_raw(into);
#endif
}

MHQA_INLINE std::size_t input::read_raw(std::span<char> into) {
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

MHQA_INLINE file_bytes::file_bytes(const std::string& path, file_access access)
    : source_{std::make_unique<input>(path)} {
  if (access == file_access::copied || !map(*source_)) read_rest(*source_);
  if (mapped_ == nullptr) source_.reset();
}

MHQA_INLINE file_bytes::file_bytes(file_bytes&& other) noexcept
    : source_{std::move(other.source_)},
      heap_{std::move(other.heap_)},
      mapped_{std::exchange(other.mapped_, nullptr)},
      room_{std::exchange(other.room_, 0)},
      size_{std::exchange(other.size_, 0)} {}

MHQA_INLINE file_bytes& file_bytes::operator=(file_bytes&& other) noexcept {
  if (this != &other) {
    release();
    source_ = std::move(other.source_);
    heap_ = std::move(other.heap_);
    mapped_ = std::exchange(other.mapped_, nullptr);
    room_ = std::exchange(other.room_, 0);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MHQA_INLINE void file_bytes::forget() const noexcept {
#if MHQA_DETAIL_POSIX
  if (mapped_ == nullptr) return;
  ::madvise(mapped_, size_, MADV_DONTNEED);
  ::madvise(mapped_, size_, MADV_RANDOM);
#endif
}

MHQA_INLINE void file_bytes::release() noexcept {
#if MHQA_DETAIL_POSIX
  if (mapped_ != nullptr) ::munmap(mapped_, room_);
#endif
  mapped_ = nullptr;
  heap_.reset();
  source_.reset();
  size_ = 0;
}

MHQA_INLINE bool file_bytes::map([[maybe_unused]] input& in) {
#if MHQA_DETAIL_POSIX
  if (!in.size_ || *in.size_ == 0 || *in.size_ > std::numeric_limits<std::size_t>::max() / 2) return false;
  if (in.is_packed()) return false;
  const auto size = static_cast<std::size_t>(*in.size_);
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t room = (size / page + 2) * page;  // at least one page follows the file's last
  // Without access but after the file's end, so that its size counts neither as data (ulimit -d) nor as committed.
  void* const base = ::mmap(nullptr, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) detail::fail(in.path(), "cannot map", errno);
  if (::mprotect(static_cast<char*>(base) + (room - 2 * page), 2 * page, PROT_READ | PROT_WRITE) != 0) {
    const int cause = errno;
    ::munmap(base, room);
    detail::fail(in.path(), "cannot map", cause);
  }
  std::memset(static_cast<char*>(base) + (room - page) + padding, '"', page - padding);
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

MHQA_INLINE void file_bytes::read_rest(input& in, std::string_view already) {
  std::size_t capacity = std::max<std::size_t>(std::size_t{1} << 16U, already.size());
  if (in.size() && *in.size() > most_read) refuse(in.path());
  if (in.size()) {  // a byte more than it holds, so that one read() finds its end
    capacity = std::max(capacity, static_cast<std::size_t>(*in.size()) + 1);
  }
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
    if (size_ > most_read) refuse(in.path());
  }
  in.expect_unchanged();
  std::memset(heap_.get() + size_, 0, padding);
}

MHQA_INLINE void file_bytes::refuse(const std::string& path) {
  throw_data_error({.file = path},
                   "more than 4 GiB to be read as a whole; split it, or write JSON Lines (one record per line)");
}

namespace detail {

/// Puts zeros where a mapped file has ended; other causes of SIGBUS end the program as they would without a handler.
inline void zero_page_of_cut_file(int, ::siginfo_t* about, void*) noexcept {
  const int kept = errno;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto at = reinterpret_cast<std::uintptr_t>(about->si_addr) / page * page;
  const bool mended = about->si_code == BUS_ADRERR &&
                      ::mmap(reinterpret_cast<void*>(at), page, PROT_READ,  // NOLINT(performance-no-int-to-ptr)
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  if (!mended) ::signal(SIGBUS, SIG_DFL);
  errno = kept;
}

}  // namespace detail

MHQA_INLINE void survive_cut_files() noexcept {
#if MHQA_DETAIL_POSIX && defined(__linux__)
  struct sigaction action {};
  action.sa_sigaction = detail::zero_page_of_cut_file;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
#endif
}

MHQA_INLINE std::string file_head(const std::string& path, std::size_t most) {
  input in{path};
  if (!in.size()) throw_data_error({.file = path}, "expected a file, which can be read twice, found a stream");
  std::string head(most, '\0');
  std::size_t size = 0;
  while (const std::size_t got = in.read({head.data() + size, most - size})) size += got;
  head.resize(size);
  return head;
}

MHQA_INLINE output::output(std::string path, std::string name, [[maybe_unused]] const fresh& how)
    : path_{std::move(path)}, name_{std::move(name)} {
#if MHQA_DETAIL_POSIX
  descriptor_ = detail::open_file(path_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  if (descriptor_ < 0) detail::fail(name_, "cannot write", errno);
  struct stat status {};
  int code = ::stat(how.like.c_str(), &status) == 0 && ::fchmod(descriptor_, status.st_mode & 0777U) != 0 ? errno : 0;
  if (code == 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) code = errno;
  if (code == ENOLCK || code == EOPNOTSUPP) code = 0;  // a file system without locks
  guard_ = code == 0 ? ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 3) : -1;
  if (code == 0 && guard_ < 0) code = errno;
  if (code != 0) {
    ::unlink(path_.c_str());
    ::close(descriptor_);
    detail::fail(name_, "cannot write", code);
  }
#else
  file_ = std::fopen(path_.c_str(), "wbx");
  if (file_ == nullptr) detail::fail(name_, "cannot write", errno);
#endif
}

MHQA_INLINE output::output(std::string path, std::string name) : path_{std::move(path)}, name_{std::move(name)} {
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

MHQA_INLINE output::~output() {
#if MHQA_DETAIL_POSIX
  if (descriptor_ > 2) ::close(descriptor_);
  if (guard_ >= 0) ::close(guard_);
#else
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
#endif
}

MHQA_INLINE void output::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_bytes) {
    flush();
    if (bytes.size() > buffer_bytes) return write_now(bytes);
  }
  buffer_ += bytes;
}

MHQA_INLINE void output::flush() {
  if (buffer_.empty()) return;
  write_now(buffer_);
  buffer_.clear();
}

MHQA_INLINE void output::close() {
  flush();
#if MHQA_DETAIL_POSIX
  if (descriptor_ > 2 && ::close(std::exchange(descriptor_, -1)) != 0) detail::fail(name_, "cannot write", errno);
#else
  std::FILE* const file = std::exchange(file_, nullptr);
  if (file == nullptr) return;
  if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) detail::fail(name_, "cannot write", errno);
#endif
}

MHQA_INLINE void output::write_now(std::string_view bytes) {
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

MHQA_INLINE std::uint64_t unique_number() noexcept {
  std::uint64_t out = 0;
#if MHQA_DETAIL_POSIX
  if (::getentropy(&out, sizeof out) == 0) return out;
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  out = static_cast<std::uint64_t>(::getpid()) << 32U ^ static_cast<std::uint64_t>(now.tv_nsec) << 2U;
#endif
  return out ^ reinterpret_cast<std::uintptr_t>(&out);
}

MHQA_INLINE void remove_abandoned([[maybe_unused]] const std::string& path) noexcept {
#if MHQA_DETAIL_POSIX
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(path.c_str());
  }
  ::close(descriptor);
#endif
}

MHQA_INLINE file_lock::file_lock(const std::string& path, if_locked then, std::string name)
    : path_{path}, name_{name.empty() ? path : std::move(name)} {
#if MHQA_DETAIL_POSIX
  while (!acquire(then)) {
  }
  const std::string text = std::string{first_word} + std::to_string(::getpid()) + '\n';
  if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, text.data(), text.size(), 0) < 0) {
    // A full disk: the lock holds without the id.
  }
#else
  static_cast<void>(then);
  file_ = std::fopen(path.c_str(), "wx");
  if (file_ == nullptr) detail::fail(name_, "another run works here, or was killed; cannot lock", errno);
#endif
}

MHQA_INLINE file_lock::~file_lock() {
#if MHQA_DETAIL_POSIX
  ::unlink(path_.c_str());  // before the lock goes, so that nobody locks a file that has no name
  ::close(descriptor_);
#else
  std::fclose(file_);
  std::remove(path_.c_str());
#endif
}

MHQA_INLINE appended_file::appended_file(std::string path) : path_{std::move(path)} {
#if MHQA_DETAIL_POSIX
  if (file_roles* const roles = file_roles::installed()) roles->expect_not_read(path_);
  while (!acquire()) {
  }
#else
  file_ = std::fopen(path_.c_str(), "ab");
  if (file_ == nullptr) detail::fail(path_, "cannot write", errno);
#endif
}

MHQA_INLINE appended_file::~appended_file() {
#if MHQA_DETAIL_POSIX
  struct stat now {};
  if (made_ && ::fstat(descriptor_, &now) == 0 && now.st_size == 0) ::unlink(path_.c_str());
  ::close(descriptor_);
#else
  std::fclose(file_);
#endif
}

MHQA_INLINE void appended_file::append(std::string_view bytes) {
  if (failed_ == 0) failed_ = write(bytes);
  if (failed_ != 0) detail::fail(path_, "cannot write", failed_);
}

MHQA_INLINE bool stderr_is_terminal() noexcept {
#if MHQA_DETAIL_POSIX
  return ::isatty(2) == 1;
#else
  return false;
#endif
}

}  // namespace mhqa::inline v0_1::io
