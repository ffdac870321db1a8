// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Ends calls to a server that take too long or whose headers do not end: what an HTTP library does not limit by itself.
// The only header besides io/file.hpp that calls POSIX.
#pragma once

#include <httplib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#define MHQA_DETAIL_SOCKETS 1
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#else
#define MHQA_DETAIL_SOCKETS 0
#endif

namespace mhqa::inline v0_1::remote {

/// What a server may send in answer to one call, and how long that may take.
struct reply_limits {
  std::uint64_t header_bytes = std::uint64_t{1} << 18U;  ///< status line, headers, interim replies, TLS handshake
  std::uint64_t body_bytes = std::uint64_t{1} << 24U;    ///< after decompression
  std::chrono::seconds time{240};                        ///< from the first byte sent to the last one received
};

/// A second descriptor of a socket: it counts and ends the connection, and no other thread can reuse its number.
///
/// Shape: on systems without POSIX it does nothing
class socket_copy {
 public:
  socket_copy() = default;
  ~socket_copy() { reset(); }
  socket_copy(const socket_copy&) = delete;
  socket_copy& operator=(const socket_copy&) = delete;

  /// Copies the socket of a new connection.
  void assign([[maybe_unused]] socket_t socket) noexcept {
    reset();
#if MHQA_DETAIL_SOCKETS
    copy_ = ::fcntl(socket, F_DUPFD_CLOEXEC, 3);
#endif
  }
  void reset() noexcept {
#if MHQA_DETAIL_SOCKETS
    if (copy_ >= 0) ::close(std::exchange(copy_, -1));
#endif
  }
  /// Ends the connection: the thread that reads or writes it gets an error.
  void shut() const noexcept {
#if MHQA_DETAIL_SOCKETS
    if (copy_ >= 0) ::shutdown(copy_, SHUT_RDWR);
#endif
  }
  /// Returns true if the server has sent nothing that nobody asked for and has not closed the connection.
  [[nodiscard]] bool is_quiet() const noexcept {
#if MHQA_DETAIL_SOCKETS
    struct pollfd state {
      copy_, POLLIN, 0
    };
    return copy_ >= 0 && ::poll(&state, 1, 0) == 0;
#else
    return true;
#endif
  }
  /// Returns at least how many bytes were received and read, of all calls on this connection. 0 where the system does
  /// not count them; there, only the HTTP library's own limits hold for headers.
  [[nodiscard]] std::uint64_t bytes_read() const noexcept {
#if MHQA_DETAIL_SOCKETS && defined(__linux__)
    // tcpi_bytes_received of linux/tcp.h, which cannot be included beside netinet/tcp.h.
    constexpr std::size_t offset = 128;
    std::array<char, 256> info{};
    ::socklen_t size = info.size();
    int unread = 0;
    std::uint64_t received = 0;
    if (copy_ < 0 || ::getsockopt(copy_, IPPROTO_TCP, TCP_INFO, info.data(), &size) != 0) return 0;
    if (size < offset + sizeof received || ::ioctl(copy_, FIONREAD, &unread) != 0) return 0;
    std::memcpy(&received, info.data() + offset, sizeof received);
    const auto waiting = static_cast<std::uint64_t>(std::max(unread, 0));
    return received > waiting ? received - waiting : 0;
#else
    return 0;
#endif
  }

 private:
#if MHQA_DETAIL_SOCKETS
  int copy_ = -1;
#endif
};

/// Why a call was ended.
enum class call_limit : std::uint8_t { none, time, header_bytes, body_bytes };

/// Watches the calls that are under way, from one thread of its own.
class connection_watch {
 public:
  explicit connection_watch(reply_limits limits) : limits_{limits} {}
  ~connection_watch() {
    {
      const std::lock_guard lock{mutex_};
      ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  connection_watch(const connection_watch&) = delete;
  connection_watch& operator=(const connection_watch&) = delete;

  /// One call on a connection; it is watched from its construction to its destruction.
  class call {
   public:
    call(connection_watch& watch, socket_copy& socket) : watch_{&watch}, socket_{&socket} {
      const std::lock_guard lock{watch.mutex_};
      deadline_ = std::chrono::steady_clock::now() + watch.limits_.time;
      before_ = socket.bytes_read();
      watch.calls_.push_back(this);
      if (!watch.thread_.joinable()) watch.thread_ = std::thread{[&watch] { watch.run(); }};
      if (watch.calls_.size() == 1) watch.changed_.notify_all();
    }
    ~call() {
      const std::lock_guard lock{watch_->mutex_};
      std::erase(watch_->calls_, this);
    }
    call(const call&) = delete;
    call& operator=(const call&) = delete;

    /// Call this when the connection's socket is made.
    void connects(socket_t socket) {
      const std::lock_guard lock{watch_->mutex_};
      socket_->assign(socket);
      before_ = 0;
      if (ended_by_ != call_limit::none) socket_->shut();
    }
    /// Call this when the headers have ended.
    void begins_body() noexcept { in_body_ = true; }
    /// Adds decompressed bytes; false if they are too many.
    [[nodiscard]] bool takes(std::size_t bytes) {
      taken_ += bytes;
      if (taken_ <= watch_->limits_.body_bytes) return true;
      const std::lock_guard lock{watch_->mutex_};
      ended_by_ = call_limit::body_bytes;
      return false;
    }
    [[nodiscard]] call_limit ended_by() const {
      const std::lock_guard lock{watch_->mutex_};
      return ended_by_;
    }

   private:
    friend connection_watch;
    connection_watch* watch_;
    socket_copy* socket_;
    std::chrono::steady_clock::time_point deadline_;
    std::uint64_t before_ = 0;  // bytes of earlier calls on this connection
    std::uint64_t taken_ = 0;
    std::atomic<bool> in_body_{false};
    call_limit ended_by_ = call_limit::none;
  };

  [[nodiscard]] const reply_limits& limits() const noexcept { return limits_; }

 private:
  void run() {
    constexpr std::chrono::milliseconds pause{5};
    std::unique_lock lock{mutex_};
    while (!ends_) {
      if (calls_.empty()) {
        changed_.wait(lock);
        continue;
      }
      for (call* const one : calls_) {
        if (one->ended_by_ == call_limit::none) one->ended_by_ = broken_limit(*one);
        if (one->ended_by_ != call_limit::none) one->socket_->shut();
      }
      changed_.wait_for(lock, pause, [this] { return ends_; });
    }
  }

  [[nodiscard]] call_limit broken_limit(const call& one) const {
    if (std::chrono::steady_clock::now() >= one.deadline_) return call_limit::time;
    if (one.in_body_) return call_limit::none;
    const std::uint64_t read = one.socket_->bytes_read();
    return read > one.before_ && read - one.before_ > limits_.header_bytes && !one.in_body_ ? call_limit::header_bytes
                                                                                            : call_limit::none;
  }

  reply_limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<call*> calls_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace mhqa::inline v0_1::remote

#undef MHQA_DETAIL_SOCKETS
