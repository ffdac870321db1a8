// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes the lists in files of HotpotQA's family: supporting facts [[title, sentence]], evidence triples
// [[subject, relation, object]], paragraphs [[title, [sentence]]].
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Reads an array of exactly `size` elements: calls f(element, its index).
///
/// Errors: data_error "expected SHAPE, found N elements" for another size
template <class F>
void read_tuple(json_value value, std::size_t size, std::string_view shape, F&& f) {
  std::size_t found = 0;
  value.array([&](json_value element) {
    if (found < size) f(element, found);
    ++found;
  });
  if (found != size) {
    value.context().fail("expected " + std::string{shape} + ", found " + std::to_string(found) + " elements");
  }
}

/// Appends the facts of [[title, sentence], …].
inline void read_facts(json_value value, std::vector<supporting_fact>& out) {
  value.array([&](json_value pair) {
    supporting_fact fact;
    read_tuple(pair, 2, "[title, sentence number]", [&](json_value part, std::size_t number) {
      if (number == 0) {
        fact.title = part.string();
      } else {
        fact.sentence = part.integer();
      }
    });
    out.push_back(fact);
  });
}

/// Appends the triples of [[subject, relation, object], …].
inline void read_triples(json_value value, std::vector<evidence_triple>& out) {
  value.array([&](json_value triple) {
    std::string_view parts[3];
    read_tuple(triple, 3, "[subject, relation, object]",
               [&](json_value part, std::size_t number) { parts[number] = part.string(); });
    out.push_back({parts[0], parts[1], parts[2]});
  });
}

/// Replaces `out` with the paragraphs of [[title, [sentence, …]], …].
inline void read_paragraphs(json_value value, std::vector<titled_paragraph>& out) {
  out.clear();
  value.array([&](json_value pair) {
    titled_paragraph paragraph;
    read_tuple(pair, 2, "[title, sentences]", [&](json_value part, std::size_t number) {
      if (number == 0) {
        paragraph.title = part.string();
      } else {
        part.array([&](json_value sentence) { paragraph.sentences.push_back(sentence.string()); });
      }
    });
    out.push_back(std::move(paragraph));
  });
}

/// Writes [[title, sentence], …].
inline void write_facts(json_writer& out, std::span<const supporting_fact> facts) {
  out.begin_array();
  for (const supporting_fact& fact : facts) out.begin_array().value(fact.title).value(fact.sentence).end_array();
  out.end_array();
}

/// Writes [[subject, relation, object], …].
inline void write_triples(json_writer& out, std::span<const evidence_triple> triples) {
  out.begin_array();
  for (const evidence_triple& t : triples) {
    out.begin_array().value(t.subject).value(t.relation).value(t.object).end_array();
  }
  out.end_array();
}

/// Writes [[title, [sentence, …]], …].
inline void write_paragraphs(json_writer& out, std::span<const titled_paragraph> paragraphs) {
  out.begin_array();
  for (const titled_paragraph& paragraph : paragraphs) {
    out.begin_array().value(paragraph.title).begin_array();
    for (const std::string_view sentence : paragraph.sentences) out.value(sentence);
    out.end_array().end_array();
  }
  out.end_array();
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
