// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies a batch of ids and its columns to the memory of a GPU and back.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/ragged.hpp>

#include <thrust/copy.h>
#include <thrust/device_vector.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa_test {

template <class T>
std::span<const T> span_of(const thrust::device_vector<T>& v) {
  return {thrust::raw_pointer_cast(v.data()), v.size()};
}
template <class T>
std::span<T> span_of(thrust::device_vector<T>& v) {
  return {thrust::raw_pointer_cast(v.data()), v.size()};
}
template <class T>
thrust::device_vector<T> to_device(std::span<const T> values) {
  return {values.begin(), values.end()};
}
template <class T>
std::vector<T> to_host(const thrust::device_vector<T>& values) {
  std::vector<T> out(values.size());
  thrust::copy(values.begin(), values.end(), out.begin());
  return out;
}

/// A copy of a batch on the device.
template <class Offset>
struct device_batch {
  thrust::device_vector<std::int32_t> predictions, golds;
  thrust::device_vector<Offset> prediction_offsets, gold_offsets, groups;
  thrust::device_vector<std::uint8_t> marks;
  std::size_t per_question;

  explicit device_batch(const mhqa::batch::token_batch<Offset>& from)
      : predictions{to_device(from.predictions.values)},
        golds{to_device(from.golds.values)},
        prediction_offsets{to_device(from.predictions.offsets)},
        gold_offsets{to_device(from.golds.offsets)},
        groups{to_device(from.gold_groups)},
        marks{to_device(from.marks)},
        per_question{from.per_question} {}

  [[nodiscard]] mhqa::batch::token_batch<Offset> view() const {
    return {.predictions = {span_of(predictions), span_of(prediction_offsets)},
            .golds = {span_of(golds), span_of(gold_offsets)},
            .gold_groups = span_of(groups),
            .per_question = per_question,
            .marks = span_of(marks)};
  }
};

/// All columns on the device.
template <class Real>
struct device_columns {
  thrust::device_vector<Real> f1, em, precision, recall;
  thrust::device_vector<std::int32_t> common, predicted, gold, which;

  explicit device_columns(std::size_t n)
      : f1(n), em(n), precision(n), recall(n), common(n), predicted(n), gold(n), which(n) {}
  [[nodiscard]] mhqa::batch::columns<Real> view() {
    return {.f1 = span_of(f1),
            .em = span_of(em),
            .precision = span_of(precision),
            .recall = span_of(recall),
            .common = span_of(common),
            .predicted = span_of(predicted),
            .gold = span_of(gold),
            .which = span_of(which)};
  }
};

/// Whether there is a GPU to run on.
inline bool has_gpu() {
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
}

}  // namespace mhqa_test
