// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The command reads files that gzip and zstd have packed, where it is linked with zlib and libzstd.
#include <support/command.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

using namespace mhqa_test;

namespace {

constexpr std::string_view lines = R"({"id": "q1", "prediction": "Rome", "gold": "Rome"})"
                                   "\n"
                                   R"({"id": "q2", "prediction": "Oslo", "gold": "Bonn"})"
                                   "\n";

constexpr char gzip_bytes[] =
    "\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\xAB\x56\xCA\x4C\x51\xB2\x52\x50\x2A\x34\x54\xD2\x51\x50\x2A\x28"
    "\x4A\x4D\xC9\x4C\x2E\xC9\xCC\xCF\x03\x89\x05\xE5\xE7\xA6\x82\x44\xD3\xF3\x73\x52\xE0\xFC\x5A\xAE\x6A\x98"
    "\x16\x23\x4C\x2D\xFE\xC5\x39\xF9\xC8\x5A\x9C\xF2\xF3\xF2\x80\x5A\x00\xAD\x20\xFA\xB9\x66\x00\x00\x00";
constexpr char zstd_bytes[] =
    "\x28\xB5\x2F\xFD\x00\x58\x25\x02\x00\x64\x03\x7B\x22\x69\x64\x22\x3A\x20\x22\x71\x31\x22\x2C\x20\x22\x70"
    "\x72\x65\x64\x69\x63\x74\x69\x6F\x6E\x22\x3A\x20\x22\x52\x6F\x6D\x65\x22\x2C\x20\x22\x67\x6F\x6C\x64\x7D"
    "\x0A\x32\x4F\x73\x6C\x6F\x42\x6F\x6E\x6E\x22\x7D\x0A\x04\x00\x80\x23\xE0\xAF\x55\x05\x63\x8A\x59\x06";
constexpr std::string_view by_gzip{gzip_bytes, sizeof gzip_bytes - 1}, by_zstd{zstd_bytes, sizeof zstd_bytes - 1};

}  // namespace

TEST_CASE("unpack: the command reads packed files and streams as the text in them") {
  const scratch here;
  const std::string plain = mhqa({"score", "--dialect", "hotpotqa", "-"}, lines).out;
  REQUIRE(plain.find("\"q2\"") != std::string::npos);
  for (const std::string_view packed : {by_gzip, by_zstd}) {
    const std::string file = here.write("p", packed).string();
    const finished done = mhqa({"score", "--dialect", "hotpotqa", file});
    if (done.err.find("unpack it first") != std::string::npos) {
      skip_test("the command was built without zlib or libzstd");
      return;
    }
    CHECK(done.out == plain);
    CHECK(mhqa({"score", "--dialect", "hotpotqa", "-"}, packed).out == plain);
    CHECK(mhqa({"score", "--dialect", "hotpotqa", "--means", file}).out ==
          mhqa({"score", "--dialect", "hotpotqa", "--means", "-"}, lines).out);
    const std::string cut = here.write("c", packed.substr(0, packed.size() / 2)).string();
    check_refused(mhqa({"score", "--dialect", "hotpotqa", "--means", cut}),
                  cut + ": expected text, packed or not, found ");
    std::string damaged{packed};
    for (std::size_t i = 14; i < 40; ++i) damaged[i] = '\xA5';
    const std::string other = here.write("d", damaged).string();
    CHECK(mhqa({"score", "--dialect", "hotpotqa", other}).status == 2);
  }
}
