// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of reader_weights.hpp.
#pragma once

#include <mhqa/model/reader_weights.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/error.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE double dense_net::operator()(std::span<const std::int16_t> in) const noexcept {
  const std::size_t given = std::min(inputs_, in.size());
  const std::int16_t* row = weights_.data();
  const std::int16_t* const last = row + hidden_ * (inputs_ + 1);
  std::int64_t out = std::int64_t{last[hidden_]} << 20U;
  for (std::size_t h = 0; h < hidden_; ++h, row += inputs_ + 1) {
    std::int64_t sum = std::int64_t{row[inputs_]} << 10U;
    for (std::size_t i = 0; i < given; ++i) sum += std::int64_t{row[i]} * in[i];
    if (sum > 0) out += sum * last[h];
  }
  return static_cast<double>(out) / (one * one * one);
}

MHQA_INLINE std::string to_bytes(const reader_weights& w) {
  byte_writer out;
  out.text(reader_weights::magic);
  out.number(reader_weights::version);
  out.text(w.name);
  out.number(w.bits);
  for (const double value : {w.scale, w.support_from, w.sentence_from, w.enough_from}) out.real(value);
  out.text(w.table);
  out.text(w.rarity);
  for (const dense_net& net : w.nets) {
    out.number(net.inputs());
    out.number(net.hidden());
    std::string bytes;
    for (const std::int16_t weight : net.weights()) {
      bytes += static_cast<char>(static_cast<std::uint16_t>(weight) & 0xFFU);
      bytes += static_cast<char>(static_cast<std::uint16_t>(weight) >> 8U);
    }
    out.text(bytes);
  }
  return std::move(out).finish();
}

MHQA_INLINE reader_weights weights_from_bytes(std::string_view bytes, const std::string& name) {
  byte_reader in{bytes, name};
  reader_weights out;
  if (in.text() != reader_weights::magic) in.fail("expected the weights of a trained reader");
  if (const std::uint64_t found = in.number(); found != reader_weights::version) {
    in.fail("expected weights of version " + std::to_string(reader_weights::version) + ", found " +
            std::to_string(found) + "; `mhqa train-reader` makes new ones");
  }
  out.name = in.text();
  const std::uint64_t bits = in.number();
  if (bits < 8 || bits > 26) in.fail("expected a table of 2^8 to 2^26 weights");
  out.bits = static_cast<unsigned>(bits);
  for (double* value : {&out.scale, &out.support_from, &out.sentence_from, &out.enough_from}) {
    *value = in.real();
    if (!std::isfinite(*value)) in.fail("expected a finite number");
  }
  out.table = in.text();
  if (out.table.size() != std::size_t{1} << out.bits) in.fail("expected a weight for each feature");
  out.rarity = in.text();
  for (dense_net& net : out.nets) {
    const std::size_t inputs = static_cast<std::size_t>(in.number()), hidden = static_cast<std::size_t>(in.number());
    const std::string_view packed = in.text();
    if (inputs > 1000 || hidden > 1000 || packed.size() != 2 * dense_net::weight_count(inputs, hidden)) {
      in.fail("expected the weights of a net");
    }
    std::vector<std::int16_t> weights(packed.size() / 2);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto low = static_cast<unsigned char>(packed[2 * i]), high = static_cast<unsigned char>(packed[2 * i + 1]);
      weights[i] = static_cast<std::int16_t>(low | high << 8U);
    }
    net = dense_net{inputs, hidden, std::move(weights)};
  }
  in.expect_end();
  out.hash = stable_hash(bytes);
  return out;
}

}  // namespace mhqa::inline v0_1
