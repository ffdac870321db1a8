// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests to people and external models during composition, and their answers, as JSON Lines: questions to read, and
// questions to word.
#pragma once

#include <mhqa/compose/entities.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/replay.hpp>

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Writes the paragraphs to which requests refer by "idx".
/// Example: {"idx": 0, "title": "Emma", "paragraph_text": "…"}
void write_request_paragraphs(const std::string& path, const single_hop_pool& pool);

/// Appends one of them, without a line break.
void write_request_paragraph(std::string& out, std::size_t number, const context_paragraph& p);

/// Writes requests: the question, its paragraphs in order, the fold, and the right answer: a model that is tested on
/// one fold is trained on the answers of the others.
/// Example: {"id": "head__1", "question": "Who wrote Emma?", "paragraphs": [], "fold": 2, "answer": …, "support": []}
void write_requests(const std::string& path, const single_hop_pool& pool, std::span<const reading_request> requests);

/// Appends one of them, without a line break. Paragraphs are named by their places (single_hop_pool).
void write_request(std::string& out, const single_hop_pool& pool, const reading_request& r);

/// Reads one model's answers: {"id", "answer", "support": positions in the request's paragraphs, "confidence"}; the
/// last two are optional.
///
/// Errors: data_error for a missing id or answer, and for a repeated id
[[nodiscard]] replay_reader read_answers(const std::string& path);

/// Returns one model's readings of the requests, in order.
///
/// Errors: data_error with the file and the id for a request without an answer, or support outside its paragraphs
[[nodiscard]] std::vector<reading> replay_requests(const std::string& path, replay_reader& answers,
                                                   std::span<const reading_request> requests);

/// Writes requests to word a question: the steps with `#n`; single-hop question, answer, title and paragraph of each;
/// and the wording found by the rules, or null.
/// Example: {"id": …, "steps": ["Who wrote Emma?", "When was #1 born?"], "answers": [...], "hops": [{"question": …,
///          "answer": …, "answer_aliases": [], "title": …, "paragraph_text": …}], "draft": "When was the person who
///          …?"}
void write_wording_requests(const std::string& path, std::span<const wording_request> requests);

/// Reads wordings: {"id", "question", "same_entity"}; the last is true by default.
[[nodiscard]] std::vector<wording_answer> read_wordings(const std::string& path);

/// Reads the wordings of several people, one file each.
///
/// Errors: those of read_wordings; data_error with the file for a second answer to a request, or an unknown id
[[nodiscard]] std::vector<std::vector<wording_answer>> read_people(std::span<const std::string> files,
                                                                   std::span<const wording_request> requests);

/// Requests to word questions, read from a file, with their text. Movable; copies would refer to the original.
struct loaded_wording_requests {
  std::deque<std::string> text;
  std::deque<std::vector<std::string_view>> aliases;
  std::vector<wording_request> requests;

  loaded_wording_requests() = default;
  loaded_wording_requests(loaded_wording_requests&&) = default;
  loaded_wording_requests& operator=(loaded_wording_requests&&) = default;
};

/// Reads what write_wording_requests() wrote, except the draft.
///
/// Errors: data_error for a missing field, a repeated id and a file without requests
[[nodiscard]] loaded_wording_requests read_wording_requests(const std::string& path);

/// Reads an external tagger's notes: {"mention", "type", "link"}; the last two may be missing or null.
///
/// Errors: data_error for a mention with two different notes
[[nodiscard]] entity_notes read_entity_notes(const std::string& path);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/request_files.ipp>
#endif
