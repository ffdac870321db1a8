// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds HieraDate from other data sets: finds the two people of a 2WikiMultihopQA or HotpotQA question and their
// dates, and writes the generated questions as a HieraDate record. E.g. make_date_questions(date_source_of(record))
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/probe/date_questions.hpp>
#include <mhqa/probe/date_templates.hpp>
#include <mhqa/types.hpp>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::hieradate {

/// The paragraphs that a record gets: the gold ones, or all ten.
enum class setting : std::uint8_t { normal, distractor };

/// Returns the paragraphs that a setting keeps, in order.
///
/// Source: Ho et al. 2022, Appendix B.2, "Dataset Versions"
[[nodiscard]] std::vector<titled_paragraph> select_context(std::span<const titled_paragraph> context,
                                                           std::span<const supporting_fact> facts, setting which);

namespace detail {

/// Returns a paragraph as running text, with a space between sentences that lack one.
[[nodiscard]] std::string joined(const titled_paragraph& paragraph);

[[nodiscard]] std::string paragraph_of(std::string_view title, std::span<const titled_paragraph> context);

}  // namespace detail

/// Returns a 2WikiMultihopQA question as a source of date questions; its evidences give births and deaths.
///
/// Shape:   people in the order of the evidences, at most three; their ids come from entity_ids if it has one for each.
///          The record must outlive the result
/// Source:  HieraDate, 2_wiki_generate_sub.py, which takes names and dates from the evidences
[[nodiscard]] date_source date_source_of(const twowiki::record& r);

/// The 2WikiMultihopQA questions for which probing questions are made. Ho et al. 2022 use only `people`.
enum class source_kind : std::uint8_t {
  people,   ///< comparisons of two people by birth, death or age
  works,    ///< comparisons by publication date or inception
  bridges,  ///< choices of a film by the birth or death of its director or producer
};

/// Returns true if the question is of that kind by its type, relations and, for people, wording.
[[nodiscard]] bool is_source(const twowiki::record& r, source_kind kind, const date_templates& words = {});

/// Returns the generator's wording for such a question.
[[nodiscard]] date_templates words_for(const twowiki::record& r, source_kind kind);

/// Returns a comparison of two works or institutions; `born` is the publication date or inception.
///
/// Shape:    works in the order of the evidences, at most three
/// Requires: the record outlives the result
[[nodiscard]] date_source work_source_of(const twowiki::record& r);

/// Returns a choice between two films by a date of their makers; each maker stands for the film.
///
/// Shape:    the n-th dated person made the n-th film of the evidences; a maker is named as in the evidence with the
///           date ("Joseph De Grasse", even if the film's evidence has "Joe De Grasse")
/// Requires: the record outlives the result
[[nodiscard]] date_source bridge_source_of(const twowiki::record& r);

/// Returns a HotpotQA question as a source of date questions; the titles of its supporting facts are the people.
///
/// Shape:   people, at most three, in the order in which the question names them. HotpotQA has no evidences, so dates
///          come from a table or from the paragraphs. The record must outlive the result
/// Source:  Ho et al. 2022, Sec. 3: the authors annotated names and dates by hand
[[nodiscard]] date_source date_source_of(const hotpotqa::record& r);

/// The fields of a generated record besides its questions.
struct record_head {
  std::string_view id;
  std::string_view type;
  std::string_view data_label;  ///< 2wikimultihopqa or hotpotqa
  std::vector<titled_paragraph> context{};
};

/// Writes generated questions in HieraDate's layout.
///
/// Shape:    dates are {year, month, day} with 1 for an unknown month or day (Appendix B.2, "Date Format"), or with 0
///           if `zero_parts`, as before the authors' last step. Year-only questions have dates and ages {year}. Years
///           are astronomical
/// Requires: `made` and `numbers`, which receives the spelled numbers, outlive the record
[[nodiscard]] record make_record(const date_questions& made, const record_head& head, std::deque<std::string>& numbers,
                                 bool zero_parts = false);

}  // namespace mhqa::inline v0_1::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hieradate_build.ipp>
#endif
