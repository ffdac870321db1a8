// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of cased_pool.hpp.
#pragma once

#include <mhqa/compose/cased_pool.hpp>

#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

// The part of a question whose capitals count: of a relation, the subject.
[[nodiscard]] inline std::string_view named_in(std::string_view question) {
  const auto relation = find_relation(question);
  return relation ? relation->subject : question;
}

}  // namespace detail

MHQA_INLINE bool needs_case(std::string_view question) {
  return lacks_case(detail::named_in(question));
}

MHQA_INLINE std::string with_case(std::string_view question, const context_paragraph& p, const truecaser& cases) {
  const std::string_view named = detail::named_in(question);
  std::string out = cases.restore(named, p.title, p.text);
  out += question.substr(named.size());
  return out;
}

MHQA_INLINE question_pool with_case(const question_pool& in) {
  const auto& questions = in.pool().questions;
  if (std::none_of(questions.begin(), questions.end(), [&](const single_hop& q) { return needs_case(q.question); })) {
    return in;
  }
  truecaser cases;
  for (const context_paragraph& p : in.pool().paragraphs) cases.learn(p.text);
  auto texts = std::make_shared<std::deque<std::string>>();
  single_hop_pool out = in.pool();
  for (single_hop& q : out.questions) {
    if (!needs_case(q.question)) continue;
    q.question = texts->emplace_back(with_case(q.question, out.paragraphs[q.paragraph], cases));
  }
  return question_pool{std::move(out),
                       std::make_shared<std::pair<std::shared_ptr<const void>, decltype(texts)>>(in.texts(), texts)};
}

}  // namespace mhqa::inline v0_1
