// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See unpack.hpp. Each format needs its library.
#include "unpack.hpp"

#include <mhqa/io/unpacking.hpp>

#if defined(MHQA_WITH_ZLIB)
#include <zlib.h>
#endif
#if defined(MHQA_WITH_ZSTD)
#include <zstd.h>
#endif

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa_command {
namespace {

using mhqa::io::unpacked;

#if defined(MHQA_WITH_ZLIB)
class gzip_codec {
 public:
  static constexpr std::string_view name = "gzip";

  gzip_codec() {
    constexpr int window = 15, only_gzip = 16;
    if (::inflateInit2(&state_, window + only_gzip) != Z_OK) throw std::bad_alloc{};
  }
  ~gzip_codec() { ::inflateEnd(&state_); }
  gzip_codec(const gzip_codec&) = delete;
  gzip_codec& operator=(const gzip_codec&) = delete;

  unpacked step(std::span<const char>& in, std::span<char>& out) {
    if (std::exchange(ended_, false)) ::inflateReset(&state_);
    // zlib reads through a pointer to non-const unless ZLIB_CONST is defined before its header.
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    state_.avail_in = static_cast<uInt>(in.size());
    state_.next_out = reinterpret_cast<Bytef*>(out.data());
    const auto room = static_cast<uInt>(std::min<std::size_t>(out.size(), std::size_t{1} << 30U));
    state_.avail_out = room;
    const int code = ::inflate(&state_, Z_NO_FLUSH);
    in = in.last(state_.avail_in);
    out = out.subspan(room - state_.avail_out);
    ended_ = code == Z_STREAM_END;
    if (ended_) return unpacked::frame_end;
    return code == Z_OK || code == Z_BUF_ERROR ? unpacked::some : unpacked::damaged;
  }

 private:
  ::z_stream state_{};
  bool ended_ = false;
};
#endif

#if defined(MHQA_WITH_ZSTD)
class zstd_codec {
 public:
  static constexpr std::string_view name = "zstd";

  zstd_codec() : state_{::ZSTD_createDStream()} {
    if (state_ == nullptr) throw std::bad_alloc{};
  }
  ~zstd_codec() { ::ZSTD_freeDStream(state_); }
  zstd_codec(const zstd_codec&) = delete;
  zstd_codec& operator=(const zstd_codec&) = delete;

  unpacked step(std::span<const char>& in, std::span<char>& out) {
    ::ZSTD_inBuffer from{in.data(), in.size(), 0};
    ::ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t code = ::ZSTD_decompressStream(state_, &to, &from);
    in = in.subspan(from.pos);
    out = out.subspan(to.pos);
    if (::ZSTD_isError(code) != 0) return unpacked::damaged;
    return code == 0 ? unpacked::frame_end : unpacked::some;
  }

 private:
  ::ZSTD_DStream* state_;
};
#endif

std::unique_ptr<mhqa::io::unpacker> unpacker_of([[maybe_unused]] const std::string& path,
                                                [[maybe_unused]] std::string_view head,
                                                [[maybe_unused]] mhqa::io::raw_reader more) {
#if defined(MHQA_WITH_ZLIB)
  if (head.starts_with("\x1F\x8B")) {
    return std::make_unique<mhqa::io::stream_unpacker<gzip_codec>>(path, head, std::move(more));
  }
#endif
#if defined(MHQA_WITH_ZSTD)
  if (head.starts_with("\x28\xB5\x2F\xFD")) {
    return std::make_unique<mhqa::io::stream_unpacker<zstd_codec>>(path, head, std::move(more));
  }
#endif
  return nullptr;
}

}  // namespace

void unpack_files() {
  mhqa::io::installed_unpackers() = unpacker_of;
}

}  // namespace mhqa_command
