// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/retry.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace remote = mhqa::remote;
using remote::call_end;

TEST_CASE("retry: each status has its end") {
  struct row {
    int status;
    call_end end;
    bool again;
  };
  for (const row& r :
       {row{429, call_end::busy, true}, row{408, call_end::timed_out, true}, row{500, call_end::server_error, true},
        row{503, call_end::server_error, true}, row{529, call_end::server_error, true},
        row{400, call_end::refused, false}, row{401, call_end::refused, false}, row{404, call_end::refused, false},
        row{301, call_end::redirected, false}, row{307, call_end::redirected, false},
        row{200, call_end::malformed, true}, row{204, call_end::malformed, true}}) {
    CAPTURE(r.status);
    remote::chat_result result;
    const call_end got = remote::classify({.status = r.status}, result);
    CHECK(got == r.end);
    CHECK(remote::is_retried(got) == r.again);
  }
  remote::chat_result result;
  CHECK(remote::classify({.status = 200, .body = R"({"choices": [{"message": {"content": "a"}}]})"}, result) ==
        call_end::reply);
  CHECK(result.reply->content == "a");
  CHECK(remote::classify({.status = 200, .body = R"({"error": "busy"})"}, result) == call_end::reported_error);
  CHECK(remote::classify({.transport = call_end::bad_certificate}, result) == call_end::bad_certificate);
  CHECK_FALSE(remote::is_retried(call_end::bad_certificate));
  CHECK_FALSE(remote::is_retried(call_end::reply));
  CHECK(remote::is_retried(call_end::unreachable));
}

TEST_CASE("retry: waits double within their jitter, stay below the longest, and follow the server") {
  using std::chrono::milliseconds;
  const remote::retry_policy policy{.attempts = 6, .first_wait = milliseconds{100}, .longest_wait = milliseconds{1000}};
  for (std::uint32_t made = 1; made < 40; ++made) {
    const auto full = made > 4 ? 1000 : 100 << (made - 1);
    for (const std::string key : {"a", "b", "c"}) {
      const auto wait = remote::wait_after(policy, key, made, {});
      CHECK(wait >= milliseconds{full / 2});
      CHECK(wait <= milliseconds{full});
      CHECK(wait == remote::wait_after(policy, key, made, {}));
    }
  }
  CHECK(remote::wait_after(policy, "a", 1, {}) != remote::wait_after(policy, "b", 1, {}));
  CHECK(remote::wait_after(policy, "a", 1, 0.5) == milliseconds{500});
  CHECK(remote::wait_after(policy, "a", 1, 3600.0) == milliseconds{1000});
}

TEST_CASE("retry: Retry-After is read as seconds alone") {
  CHECK(remote::read_retry_after("3") == 3.0);
  CHECK(remote::read_retry_after("99999999999999999999") == 4294967295.0);
  for (const char* text : {"", "x", "3x", "-1", "Wed, 21 Oct 2015 07:28:00 GMT"}) {
    CAPTURE(text);
    CHECK_FALSE(remote::read_retry_after(text));
  }
}

TEST_CASE("retry: a server that asks to wait longer than the policy allows is not waited for") {
  const remote::retry_policy policy{.longest_wait = std::chrono::milliseconds{1000}};
  CHECK_FALSE(remote::asks_too_long(policy, {}));
  CHECK_FALSE(remote::asks_too_long(policy, 1.0));
  CHECK(remote::asks_too_long(policy, 1.001));
}
