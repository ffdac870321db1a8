// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of facts.hpp.
#pragma once

#include <mhqa/io/facts.hpp>

#include <mhqa/io/json_table.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstddef>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void read_facts(json_value value, std::vector<supporting_fact>& out) {
  constexpr std::array<table_column, 2> columns{{{"title"}, {"sent_id"}}};
  const std::size_t begin = out.size();
  read_table(value, columns, "[title, sentence number]", [&](std::size_t row, std::size_t column, json_value cell) {
    supporting_fact& fact = row_of(out, begin + row);
    column == 0 ? static_cast<void>(fact.title = cell.string()) : static_cast<void>(fact.sentence = cell.integer());
  });
}

MHQA_INLINE void read_triples(json_value value, std::vector<evidence_triple>& out) {
  constexpr std::array<table_column, 3> columns{{{"fact", "subject"}, {"relation"}, {"entity", "object"}}};
  const std::size_t begin = out.size();
  read_table(value, columns, "[subject, relation, object]", [&](std::size_t row, std::size_t column, json_value cell) {
    evidence_triple& triple = row_of(out, begin + row);
    (column == 0 ? triple.subject : column == 1 ? triple.relation : triple.object) = cell.string();
  });
}

MHQA_INLINE void read_paragraphs(json_value value, std::vector<titled_paragraph>& out) {
  constexpr std::array<table_column, 2> columns{{{"title"}, {"sentences", "content"}}};
  out.clear();
  read_table(value, columns, "[title, sentences]", [&](std::size_t row, std::size_t column, json_value cell) {
    titled_paragraph& paragraph = row_of(out, row);
    if (column == 0) {
      paragraph.title = cell.string();
    } else {
      paragraph.sentences.clear();
      cell.array([&](json_value sentence) { paragraph.sentences.push_back(sentence.string()); });
    }
  });
}

MHQA_INLINE void append_sentences(std::string& out, std::span<const std::string_view> sentences) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = out.size();
  for (const std::string_view sentence : sentences) {
    if (sentence.empty()) continue;
    if (out.size() > begin && space.find(out.back()) == space.npos && space.find(sentence.front()) == space.npos) {
      out += ' ';
    }
    out += sentence;
  }
}

MHQA_INLINE void write_facts(json_writer& out, std::span<const supporting_fact> facts) {
  out.begin_array();
  for (const supporting_fact& fact : facts) out.begin_array().value(fact.title).value(fact.sentence).end_array();
  out.end_array();
}

MHQA_INLINE void write_triples(json_writer& out, std::span<const evidence_triple> triples) {
  out.begin_array();
  for (const evidence_triple& t : triples) {
    out.begin_array().value(t.subject).value(t.relation).value(t.object).end_array();
  }
  out.end_array();
}

MHQA_INLINE void write_paragraphs(json_writer& out, std::span<const titled_paragraph> paragraphs) {
  out.begin_array();
  for (const titled_paragraph& paragraph : paragraphs) {
    out.begin_array().value(paragraph.title).begin_array();
    for (const std::string_view sentence : paragraph.sentences) out.value(sentence);
    out.end_array().end_array();
  }
  out.end_array();
}

}  // namespace mhqa::inline v0_1::io
