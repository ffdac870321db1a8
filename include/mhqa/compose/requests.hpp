// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions put to models during composition: values that any reader answers, in this program or outside, and the
// scores of the answers, by which questions are filtered (Trivedi et al. 2022, Sec. 5, S1 and S3).
//   auto answers = mhqa::read_requests(pool, requests, mhqa::lexical_reader{}, threads);
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// A request to a model: one single-hop question.
struct reading_request {
  std::string id;                      ///< of the request; unique
  std::uint32_t question = 0;          ///< position in the pool's questions, which has the right answer
  std::string text;                    ///< the question as asked, possibly masked
  std::vector<std::uint32_t> context;  ///< positions in the pool's paragraphs, in order
  std::uint32_t fold = 0;              ///< the answering model must not be trained on this fold

  friend bool operator==(const reading_request&, const reading_request&) = default;
};

/// The readings of one or several models: readings[model][request], in the order of the requests.
using model_readings = std::vector<std::vector<reading>>;

/// Answers requests with one reader.
///
/// Shape:  requests[n] -> readings[n], the same for any executor; copies the reader for each task
/// Errors: exceptions of the reader propagate
template <class R, class E = serial_executor>
requires reader<R> && std::copy_constructible<R> && executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<reading> read_requests(const single_hop_pool& pool, std::span<const reading_request> requests,
                                                 R read, E&& exec = {}) {
  std::vector<reading> out(requests.size());
  for_each_chunk(exec, requests.size(), 256, [&](std::size_t begin, std::size_t end) {
    R mine = read;
    std::vector<context_paragraph> context;
    for (std::size_t i = begin; i < end; ++i) {
      context.clear();
      for (const std::uint32_t p : requests[i].context) context.push_back(pool.paragraphs[p]);
      out[i] = mine(reading_task{requests[i].id, requests[i].text, context, requests[i].question});
    }
  });
  return out;
}

/// Mean scores of one question over models.
struct reading_scores {
  double answer_f1 = 0;
  double support_f1 = 0;  ///< 0 without a context

  friend bool operator==(const reading_scores&, const reading_scores&) = default;
};

/// Scores readings of single-hop questions with reused memory.
///
/// Shape:  the maximum over answer and aliases; support as a set against the question's own paragraph, both in
///         MuSiQue's dialect; without a support the support F1 is 0
/// Errors: data_error for support outside the context
class reading_scorer {
 public:
  explicit reading_scorer(const single_hop_pool& pool) : pool_{&pool} {}

  /// \overload For one reading.
  [[nodiscard]] reading_scores operator()(const reading_request& request, const reading& answer);

  /// Returns the mean over the models for request number i.
  [[nodiscard]] reading_scores mean(const reading_request& request, const model_readings& readings, std::size_t i);

 private:
  const single_hop_pool* pool_;
  answer_scorer<> answer_{dialects::musique};
  std::vector<std::string_view> golds_;
};

namespace detail {

void check_readings(std::string_view who, std::size_t requests, const model_readings& readings);

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/requests.ipp>
#endif
