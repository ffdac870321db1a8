// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads single-hop questions from files in SQuAD's layout, which MLQA, XQuAD, TyDi QA (gold passage) and others share.
#pragma once

#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/pool_builder.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Adds the questions that have an answer, in official or flat layout.
///
/// Shape:   counted as dropped: "no-answer" (also impossible questions), "no-context", "no-question"
/// Errors:  those of squad::questions
/// Example: pool_builder to; read_squad_pool("dev-v1.1.json", "squad", to);
inline void read_squad_pool(const std::string& path, std::string_view source, pool_builder& to) {
  squad::questions file{path};
  std::vector<std::string_view> answers;
  file.for_each([&](const squad::record& q) {
    answers.clear();
    for (const mhqa::squad::answer& a : q.answers) {
      if (!a.text.empty()) answers.push_back(a.text);
    }
    if (to.drops({{answers.empty() || q.impossible.value_or(false), "no-answer"},
                  {q.context.empty(), "no-context"},
                  {q.question.empty(), "no-question"}})) {
      return;
    }
    to.add(to.add_paragraph(q.title, q.context), {q.id, source, q.question}, answers);
  });
}

}  // namespace mhqa::inline v0_1::io
