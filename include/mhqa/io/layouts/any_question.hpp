// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The intermediate record of a conversion: every field that a layout of questions may have. Also counts what a
// conversion cannot carry.
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A paragraph of a question.
struct any_passage {
  std::string_view id{};  ///< in a corpus; empty if the layout has none
  std::int64_t idx = 0;   ///< MuSiQue's number; the position elsewhere
  std::string_view title{};
  std::vector<std::string_view> parts{};  ///< the sentences, or the whole text as one part
  bool split = false;                     ///< the parts are sentences
  int level = 0;                          ///< 1 if the paragraph supports the answer; BEIR may grade higher

  friend bool operator==(const any_passage&, const any_passage&) = default;
};

/// An answer as DROP types it: a number, a date or spans; the members not used are empty.
struct typed_answer {
  std::string_view number{}, day{}, month{}, year{};
  std::vector<std::string_view> spans{};

  [[nodiscard]] bool plain() const noexcept {
    return spans.size() == 1 && number.empty() && day.empty() && month.empty() && year.empty();
  }
  friend bool operator==(const typed_answer&, const typed_answer&) = default;
};

/// A question with every field that some layout has. Its strings are valid while its reader's callback runs.
struct any_question {
  std::string_view id{}, question{};
  std::vector<mhqa::squad::answer> answers{};    ///< the answer, then its accepted alternatives
  std::vector<mhqa::squad::answer> plausible{};  ///< SQuAD 2.0's plausible_answers
  std::vector<typed_answer> typed{};             ///< DROP: one for each answer
  std::optional<bool> answerable{};              ///< where the layout says it
  std::string_view type{}, level{};
  std::vector<any_passage> passages{};
  bool has_labels = false;  ///< the passages' levels are known
  std::vector<supporting_fact> facts{};
  bool has_facts = false;  ///< `facts` are known
  std::vector<evidence_triple> evidences{}, evidences_id{};
  bool has_ids = false;  ///< evidences_id and answer_id are known
  std::optional<std::string_view> answer_id{};
  std::string_view entity_ids{};
  std::vector<mhqa::musique::step> steps{};
  std::string_view source{}, ability{}, split{};  ///< verl's data_source, ability and extra_info.split
  std::optional<std::int64_t> index{};            ///< verl's extra_info.index
  std::string_view link{};                        ///< DROP's wiki_url
  std::vector<std::pair<std::string_view, std::string_view>> others{};  ///< name and JSON of each field not above

  [[nodiscard]] bool unanswerable() const noexcept { return answerable == false; }
};

/// Receives the questions of a file.
using question_sink = std::function<void(const any_question&)>;

/// The fields that a layout can hold besides id, question and one answer.
struct layout_fields {
  bool aliases = false, repeated = false, starts = false, plausible = false, unanswerable = false, typed = false;
  bool type = false, level = false;
  bool passages = false, several = false, titles = false, passage_ids = false, idx = false, sentences = false;
  bool labels = false, grades = false, facts = false;
  bool evidences = false, entity_ids = false, steps = false;
  bool source = false, index = false, link = false, others = false;
};

/// Counts of questions by field or reason.
///
/// Shape: at most 200 names; more are counted together as "(other fields)"
class named_counts {
 public:
  void add(std::string_view name, std::uint64_t count = 1);
  [[nodiscard]] std::uint64_t operator[](std::string_view name) const;
  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& all() const noexcept { return counts_; }

 private:
  static constexpr std::size_t most = 200;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

/// The counts of a conversion.
struct conversion_counts {
  std::uint64_t read = 0;     ///< questions in the input
  std::uint64_t written = 0;  ///< questions in the output
  named_counts lost{};        ///< by field that the target cannot hold: questions that have it
  named_counts absent{};      ///< by field of the target: questions for which it was written empty
  named_counts left_out{};    ///< by reason: questions that the target cannot hold at all
};

namespace detail {

/// Calls f(i, fresh) for each answer; fresh is false for a text that an earlier answer has.
template <class F>
void for_each_answer(const any_question& q, F&& f) {
  string_index seen;
  for (std::size_t i = 0; i < q.answers.size(); ++i)
    f(i, q.answers.size() == 1 || seen.insert(q.answers[i].text).second);
}

/// True if an answer has several spans, which only DROP's layout can express.
[[nodiscard]] bool several_spans(const any_question& q, std::size_t answer) noexcept;

}  // namespace detail

/// Counts the fields of a question that a layout cannot hold.
void count_losses(const any_question& q, const layout_fields& held, named_counts& lost);

namespace detail {

/// Empties a question and keeps its memory.
void clear(any_question& q);

/// Keeps a field that any_question has no member for, as valid JSON.
void keep_other(std::string_view name, json_value value, any_question& to);

/// An id: a string that is not empty, or an integer.
[[nodiscard]] std::string_view read_id(json_value value);

/// Appends a paragraph's text.
void append_text(std::string& out, const any_passage& p);

/// Returns the paragraph's text; joins the parts in `scratch` if there are several.
[[nodiscard]] std::string_view text_of(const any_passage& p, std::string& scratch);

/// Joins all paragraphs to one text, with a line break between two. `begins` receives the place of each paragraph and
/// the place at which another would begin.
void join_passages(const any_question& q, std::string& out, std::vector<std::size_t>* begins = nullptr);

/// Labels the paragraphs that the facts name.
void label_by_facts(any_question& q);

/// Calls f(text) for each distinct answer of one span, in order.
template <class F>
void for_each_distinct_answer(const any_question& q, F&& f) {
  for_each_answer(q, [&](std::size_t i, bool fresh) {
    if (fresh && !several_spans(q, i)) f(q.answers[i].text);
  });
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/any_question.ipp>
#endif
