// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The intermediate record of a conversion: every field that a layout of questions may have. Also counts what a
// conversion cannot carry.
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

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
  void add(std::string_view name, std::uint64_t count = 1) {
    auto at = counts_.find(name);
    if (at == counts_.end()) {
      at = counts_.try_emplace(std::string{counts_.size() < most ? name : "(other fields)"}, 0).first;
    }
    at->second += count;
  }
  [[nodiscard]] std::uint64_t operator[](std::string_view name) const {
    const auto at = counts_.find(name);
    return at == counts_.end() ? 0 : at->second;
  }
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
[[nodiscard]] inline bool several_spans(const any_question& q, std::size_t answer) noexcept {
  return answer < q.typed.size() && q.typed[answer].spans.size() > 1;
}

/// True if a fact names a paragraph that the question does not have, as in HotpotQA's full-wiki setting.
[[nodiscard]] inline bool has_fact_without_paragraph(const any_question& q) {
  string_index titles;
  if (!q.facts.empty()) {
    for (const any_passage& p : q.passages) titles.insert(p.title);
  }
  return std::any_of(q.facts.begin(), q.facts.end(),
                     [&](const supporting_fact& f) { return !titles.contains(f.title); });
}

}  // namespace detail

/// Counts the fields of a question that a layout cannot hold.
inline void count_losses(const any_question& q, const layout_fields& held, named_counts& lost) {
  const auto lose = [&lost](bool has, bool holds, std::string_view name) {
    if (has && !holds) lost.add(name);
  };
  const auto any_passage_is = [&q](auto test) { return std::any_of(q.passages.begin(), q.passages.end(), test); };
  bool other = false, repeated = false, start = false;
  detail::for_each_answer(q, [&](std::size_t i, bool fresh) {
    start = start || q.answers[i].start.has_value();
    if (i != 0) (fresh ? other : repeated) = true;
  });
  lose(other, held.aliases, "answer_aliases");
  lose(repeated, held.repeated, "answers.repeated");
  lose(start, held.starts, "answer_start");
  lose(!q.plausible.empty(), held.plausible, "plausible_answers");
  lose(std::any_of(q.typed.begin(), q.typed.end(), [](const typed_answer& a) { return !a.plain(); }), held.typed,
       "answer.type");
  lose(!q.type.empty(), held.type, "type");
  lose(!q.level.empty(), held.level, "level");
  if (!held.passages) {
    lose(!q.passages.empty(), false, "context");
  } else {
    std::int64_t position = 0;
    lose(q.passages.size() > 1, held.several, "context.boundaries");
    lose(any_passage_is([](const any_passage& p) { return !p.title.empty(); }), held.titles, "context.title");
    lose(any_passage_is([](const any_passage& p) { return !p.id.empty(); }), held.passage_ids, "context.id");
    lose(any_passage_is([&](const any_passage& p) { return p.idx != position++; }), held.idx, "context.idx");
    lose(any_passage_is([](const any_passage& p) { return p.split && p.parts.size() != 1; }), held.sentences,
         "context.sentences");
  }
  lose(any_passage_is([](const any_passage& p) { return p.level > 0; }), held.labels, "context.is_supporting");
  lose(any_passage_is([](const any_passage& p) { return p.level > 1; }), held.grades, "context.level");
  lose(!q.facts.empty(), held.facts, "supporting_facts.sentence");
  if (!held.facts) lose(detail::has_fact_without_paragraph(q), false, "supporting_facts: no paragraph has the title");
  lose(!q.evidences.empty(), held.evidences, "evidences");
  lose(!q.evidences_id.empty(), held.evidences, "evidences_id");
  lose(q.answer_id.has_value(), held.evidences, "answer_id");
  lose(!q.entity_ids.empty(), held.entity_ids, "entity_ids");
  lose(!q.steps.empty(), held.steps, "question_decomposition");
  lose(!q.source.empty(), held.source, "data_source");
  lose(!q.ability.empty(), held.source, "ability");
  lose(!q.split.empty(), held.source, "split");
  lose(q.index.has_value(), held.index, "index");
  lose(!q.link.empty(), held.link, "wiki_url");
  if (!held.others) {
    for (const auto& [name, json] : q.others) lost.add(name);
  }
}

namespace detail {

/// Empties a question and keeps its memory.
inline void clear(any_question& q) {
  any_question empty;
  const auto keep = [](auto& from, auto& to) {
    from.clear();
    to = std::move(from);
  };
  keep(q.answers, empty.answers);
  keep(q.plausible, empty.plausible);
  keep(q.typed, empty.typed);
  keep(q.passages, empty.passages);
  keep(q.facts, empty.facts);
  keep(q.evidences, empty.evidences);
  keep(q.evidences_id, empty.evidences_id);
  keep(q.steps, empty.steps);
  keep(q.others, empty.others);
  q = std::move(empty);
}

/// Keeps a field that any_question has no member for, as valid JSON.
inline void keep_other(std::string_view name, json_value value, any_question& to) {
  std::string text;
  json_writer json{text};
  copy_json(value, json);
  to.others.emplace_back(name, value.context().arena.store(text));
}

/// An id: a string that is not empty, or an integer.
[[nodiscard]] inline std::string_view read_id(json_value value) {
  json_context& context = value.context();
  if (value.is_number()) return context.id = context.arena.store(std::to_string(value.integer()));
  context.id = value.string();
  if (context.id.empty()) context.fail("expected an id, found an empty string");
  return context.id;
}

/// Appends a paragraph's text.
inline void append_text(std::string& out, const any_passage& p) {
  append_sentences(out, p.parts);
}

/// Returns the paragraph's text; joins the parts in `scratch` if there are several.
[[nodiscard]] inline std::string_view text_of(const any_passage& p, std::string& scratch) {
  if (p.parts.size() == 1) return p.parts.front();
  scratch.clear();
  append_text(scratch, p);
  return scratch;
}

/// Joins all paragraphs to one text, with a line break between two. `begins` receives the place of each paragraph and
/// the place at which another would begin.
inline void join_passages(const any_question& q, std::string& out, std::vector<std::size_t>* begins = nullptr) {
  out.clear();
  if (begins != nullptr) begins->assign(1, 0);
  for (std::size_t i = 0; i < q.passages.size(); ++i) {
    if (i != 0) out += '\n';
    append_text(out, q.passages[i]);
    if (begins != nullptr) begins->push_back(out.size() + 1);
  }
}

/// Labels the paragraphs that the facts name.
inline void label_by_facts(any_question& q) {
  string_index titles;
  for (const supporting_fact& f : q.facts) titles.insert(f.title);
  q.has_labels = true;
  for (any_passage& p : q.passages) p.level = titles.contains(p.title) ? 1 : 0;
}

/// Calls f(text) for each distinct answer of one span, in order.
template <class F>
void for_each_distinct_answer(const any_question& q, F&& f) {
  for_each_answer(q, [&](std::size_t i, bool fresh) {
    if (fresh && !several_spans(q, i)) f(q.answers[i].text);
  });
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
