// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/connection_watch.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

#if defined(__linux__)
#include <sys/socket.h>
#include <unistd.h>

namespace remote = mhqa::remote;

namespace {

/// Two connected sockets of TCP.
struct connected {
  connected() {
    const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(listening, any, size) == 0);
    REQUIRE(::listen(listening, 1) == 0);
    REQUIRE(::getsockname(listening, any, &size) == 0);
    mine = ::socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(::connect(mine, any, size) == 0);
    theirs = ::accept(listening, nullptr, nullptr);
    ::close(listening);
  }
  ~connected() {
    ::close(mine);
    ::close(theirs);
  }
  connected(const connected&) = delete;
  connected& operator=(const connected&) = delete;
  int mine = -1, theirs = -1;
};

}  // namespace

TEST_CASE("connection_watch: bytes count when they are read, and a connection is quiet until something arrives") {
  const connected pair;
  remote::socket_copy copy;
  CHECK_FALSE(copy.is_quiet());  // of no connection
  CHECK(copy.bytes_read() == 0);
  copy.assign(pair.mine);
  CHECK(copy.is_quiet());
  REQUIRE(::send(pair.theirs, "hello", 5, 0) == 5);
  while (copy.is_quiet()) std::this_thread::yield();
  CHECK(copy.bytes_read() == 0);
  char text[3];
  REQUIRE(::recv(pair.mine, text, sizeof text, 0) == 3);
  CHECK(copy.bytes_read() == 3);
  copy.shut();
  CHECK(::send(pair.mine, "x", 1, MSG_NOSIGNAL) == -1);
}

TEST_CASE("connection_watch: a call ends at its limit of time or of bytes before the body, not of bytes of the body") {
  using remote::call_limit;
  remote::connection_watch watch{{.header_bytes = 1000, .body_bytes = 10, .time = std::chrono::seconds{1}}};
  const auto ended_by = [&](bool in_body, std::size_t bytes) {
    const connected pair;
    remote::socket_copy copy;
    remote::connection_watch::call call{watch, copy};
    call.connects(pair.mine);
    if (in_body) call.begins_body();
    REQUIRE(::send(pair.theirs, std::string(bytes, 'x').data(), bytes, 0) == static_cast<ssize_t>(bytes));
    char text[64];
    while (::recv(pair.mine, text, sizeof text, 0) > 0) {  // ends when the watch shuts the connection
    }
    return call.ended_by();
  };
  CHECK(ended_by(false, 1500) == call_limit::header_bytes);
  CHECK(ended_by(false, 900) == call_limit::time);
  CHECK(ended_by(true, 1500) == call_limit::time);
  const connected pair;
  remote::socket_copy copy;
  remote::connection_watch::call call{watch, copy};
  CHECK(call.takes(10));
  CHECK(call.ended_by() == call_limit::none);
  CHECK_FALSE(call.takes(1));
  CHECK(call.ended_by() == call_limit::body_bytes);
}
#endif
