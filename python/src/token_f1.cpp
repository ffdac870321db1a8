// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// batch/thread_scoring.hpp on this module's threads, or batch/token_f1.hpp if the arrays are on a GPU.
#include "token_f1.hpp"

#include "arrays.hpp"
#include "columns.hpp"
#include "gpu.hpp"
#include "pool.hpp"
#include "score_batch.hpp"
#include "texts.hpp"

#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/thread_scoring.hpp>

#include <optional>
#include <string>

namespace mhqa_python {
namespace {

namespace batch = mhqa::batch;

/// The arrays of a call; all offsets have one type.
struct arrays {
  array prediction_values, prediction_offsets, gold_values, gold_offsets;
  std::optional<array> gold_groups;
  std::optional<array> marks;

  arrays(const nb::tuple& given, device gpu)
      : prediction_values{given[0], "predictions.values", gpu},
        prediction_offsets{given[1], "predictions.offsets", gpu},
        gold_values{given[2], "golds.values", gpu},
        gold_offsets{given[3], "golds.offsets", gpu} {
    if (!given[4].is_none()) gold_groups.emplace(given[4], "gold_groups", gpu);
    if (!given[5].is_none()) marks.emplace(given[5], "marks", gpu);
  }
};

/// The other arguments of a call.
struct request {
  std::size_t per_question;
  const mhqa::dialect& rules;
  nb::handle out;
  device gpu;
  std::uintptr_t stream;
};

template <class Offset>
[[nodiscard]] batch::token_batch<Offset> batch_of(const arrays& in, const char* type, std::size_t per_question) {
  batch::token_batch<Offset> out;
  out.predictions = {in.prediction_values.values<std::int32_t>("int32"), in.prediction_offsets.values<Offset>(type)};
  out.golds = {in.gold_values.values<std::int32_t>("int32"), in.gold_offsets.values<Offset>(type)};
  if (in.gold_groups) {
    out.gold_groups = in.gold_groups->values<Offset>(type);
    if (out.gold_groups.empty()) throw_value_error({"gold_groups"}, "one offset more than questions, found none");
  }
  if (in.marks) {
    out.marks = in.marks->values<std::uint8_t>("uint8");
    if (out.marks.empty()) throw_value_error({"marks"}, "a mark for each id, found none");
  }
  out.per_question = per_question;
  return out;
}

template <class Offset, class Real>
nb::dict scored(const arrays& in, const char* type, const request& call) {
  const batch::token_batch<Offset> what = batch_of<Offset>(in, type, call.per_question);
  results out{call.out, what.predictions.rows(), call.gpu};
  const batch::columns<Real> columns{.f1 = out.add<Real>("f1"),
                                     .em = out.add<Real>("em"),
                                     .precision = out.add<Real>("precision"),
                                     .recall = out.add<Real>("recall"),
                                     .common = out.add<std::int32_t>("common"),
                                     .predicted = out.add<std::int32_t>("predicted"),
                                     .gold = out.add<std::int32_t>("gold"),
                                     .which = out.add<std::int32_t>("which")};
  const array* const read[] = {&in.prediction_values,
                               &in.prediction_offsets,
                               &in.gold_values,
                               &in.gold_offsets,
                               in.gold_groups ? &*in.gold_groups : nullptr,
                               in.marks ? &*in.marks : nullptr};
  out.checked(read);
  if (call.gpu) {
    const nb::gil_scoped_release released;
    token_f1_on_gpu(*call.gpu, call.stream, what, columns, call.rules);
  } else {
    const auto threads = pool();
    const nb::gil_scoped_release released;
    batch::token_f1(*threads, what, columns, call.rules);
  }
  return std::move(out).dict();
}

}  // namespace

nb::dict token_f1(const nb::tuple& given, std::size_t per_question, const std::string& dialect, bool wide,
                  nb::handle out, device gpu, std::uintptr_t stream) {
  const request call{per_question, dialect_of(dialect), out, gpu, stream};
  const arrays in{given, gpu};
  if (in.prediction_offsets.is<std::int64_t>()) {
    const char* const type = "int64, as of the predictions";
    return wide ? scored<std::int64_t, double>(in, type, call) : scored<std::int64_t, float>(in, type, call);
  }
  const char* const type = "int32 (or int64 for all offsets)";
  return wide ? scored<std::int32_t, double>(in, type, call) : scored<std::int32_t, float>(in, type, call);
}

}  // namespace mhqa_python
