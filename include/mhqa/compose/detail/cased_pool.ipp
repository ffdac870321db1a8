// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of cased_pool.hpp.
#pragma once

#include <mhqa/compose/cased_pool.hpp>

#include <mhqa/english/truecase.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE question_pool with_case(const question_pool& in) {
  const auto& questions = in.pool().questions;
  const auto subject = [](std::string_view question) {
    const auto relation = find_relation(question);
    return relation ? relation->subject : question;
  };
  if (std::none_of(questions.begin(), questions.end(),
                   [&](const single_hop& q) { return lacks_case(subject(q.question)); })) {
    return in;
  }
  truecaser cases;
  for (const context_paragraph& p : in.pool().paragraphs) cases.learn(p.text);
  auto texts = std::make_shared<std::deque<std::string>>();
  single_hop_pool out = in.pool();
  for (single_hop& q : out.questions) {
    const std::string_view named = subject(q.question);
    if (!lacks_case(named)) continue;
    const context_paragraph& p = out.paragraphs[q.paragraph];
    std::string& cased = texts->emplace_back(cases.restore(named, p.title, p.text));
    cased += q.question.substr(named.size());
    q.question = cased;
  }
  return question_pool{std::move(out), std::make_shared<std::pair<question_pool, decltype(texts)>>(in, texts)};
}

}  // namespace v0_1
}  // namespace mhqa
