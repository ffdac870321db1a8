// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes the lists in files of HotpotQA's family: supporting facts [[title, sentence]], evidence triples
// [[subject, relation, object]], paragraphs [[title, [sentence]]].
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/types.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Appends the facts of [[title, sentence], …], or of Hugging Face's {"title": […], "sent_id": […]}.
void read_facts(json_value value, std::vector<supporting_fact>& out);

/// Appends the triples of [[subject, relation, object], …], or of columns "fact", "relation" and "entity".
void read_triples(json_value value, std::vector<evidence_triple>& out);

/// Replaces `out` with the paragraphs of [[title, [sentence, …]], …], or of columns "title" and "sentences".
void read_paragraphs(json_value value, std::vector<titled_paragraph>& out);

/// Appends sentences as one text, with a space where neither side of a boundary has white space.
void append_sentences(std::string& out, std::span<const std::string_view> sentences);

/// Writes [[title, sentence], …].
void write_facts(json_writer& out, std::span<const supporting_fact> facts);

/// Writes [[subject, relation, object], …].
void write_triples(json_writer& out, std::span<const evidence_triple> triples);

/// Writes [[title, [sentence, …]], …].
void write_paragraphs(json_writer& out, std::span<const titled_paragraph> paragraphs);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/facts.ipp>
#endif
