// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_zero_shot_re.hpp.
#pragma once

#include <mhqa/io/datasets/pool_zero_shot_re.hpp>

#include <mhqa/io/lines.hpp>

#include <cstddef>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void read_zero_shot_re_pool(const std::string& path, std::string_view source, pool_builder& to) {
  line_reader lines{path, "one question per line"};
  std::vector<std::string_view> columns;
  std::string question;
  while (auto line = lines.next()) {
    std::string_view rest = *line;
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    if (rest.empty()) continue;
    columns.clear();
    for (std::size_t tab = 0; tab != std::string_view::npos;) {
      tab = rest.find('\t');
      columns.push_back(rest.substr(0, tab));
      if (tab != std::string_view::npos) rest.remove_prefix(tab + 1);
    }
    if (columns.size() < 4) {
      throw_data_error({.file = path, .record = lines.number()},
                       "expected relation, question, entity, sentence and answers with tabs between, found " +
                           std::to_string(columns.size()) + " columns");
    }
    const std::string_view entity = columns[2], sentence = columns[3];
    std::vector<std::string_view> answers{columns.begin() + 4, columns.end()};
    std::erase(answers, std::string_view{});
    question.clear();
    std::string_view left = columns[1];
    for (std::size_t at = left.find("XXX"); at != std::string_view::npos; at = left.find("XXX")) {
      question += left.substr(0, at);
      question += entity;
      left.remove_prefix(at + 3);
    }
    question += left;
    if (to.drops(
            {{answers.empty(), "no-answer"}, {question.empty(), "no-question"}, {sentence.empty(), "no-context"}})) {
      continue;
    }
    const std::string id = "zsre_" + std::to_string(lines.number());
    to.add(to.add_paragraph(entity, sentence), {id, source, question}, answers);
  }
}

}  // namespace mhqa::inline v0_1::io
