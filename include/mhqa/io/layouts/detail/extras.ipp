// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of extras.hpp.
#pragma once

#include <mhqa/io/layouts/extras.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/layouts/musique_rows.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE void read_strings(json_value value, std::vector<std::string_view>& out) {
  out.clear();
  value.array([&](json_value one) { out.push_back(one.string()); });
}

template <class Text>
void write_strings(json_writer& out, const Text& texts) {
  out.begin_array();
  for (const auto& text : texts) out.value(std::string_view{text});
  out.end_array();
}

MHQA_INLINE void read_columns(json_value value, any_question& q) {
  constexpr std::array<table_column, 6> columns{{{"title"},
                                                 {"sentences", "content", false},
                                                 {"text", {}, false},
                                                 {"id", {}, false},
                                                 {"idx", {}, false},
                                                 {"relevance", {}, false}}};
  q.passages.clear();
  std::array<bool, 6> seen{};
  read_table(value, columns, {}, [&](std::size_t row, std::size_t column, json_value cell) {
    any_passage& p = row_of(q.passages, row);
    seen[column] = true;
    if (column == 0) {
      p.title = cell.string();
    } else if (column == 1) {
      read_strings(cell, p.parts);
    } else if (column == 2) {
      if (!seen[1]) p.parts = {cell.string()};
    } else if (column == 3) {
      p.id = cell.string();
    } else if (column == 4) {
      p.idx = cell.integer();
    } else {
      p.level = static_cast<int>(std::clamp<std::int64_t>(cell.integer(), -1000, 1000));
    }
  });
  value.context().require(q.passages.empty() || seen[1] || seen[2], "sentences");
  q.has_labels = seen[5];
  for (std::size_t i = 0; i < q.passages.size(); ++i) {
    q.passages[i].split = seen[1];
    if (!seen[4]) q.passages[i].idx = static_cast<std::int64_t>(i);
  }
}

inline void write_columns(json_writer& out, const any_question& q) {
  const auto any = [&](auto test) { return std::any_of(q.passages.begin(), q.passages.end(), test); };
  const bool split = any([](const any_passage& p) { return p.split; });
  out.begin_object().key("title").begin_array();
  for (const any_passage& p : q.passages) out.value(p.title);
  out.end_array().key(split ? "sentences" : "text").begin_array();
  std::string scratch;
  for (const any_passage& p : q.passages) split ? write_strings(out, p.parts) : void(out.value(text_of(p, scratch)));
  out.end_array();
  if (any([](const any_passage& p) { return !p.id.empty(); })) {
    out.key("id").begin_array();
    for (const any_passage& p : q.passages) out.value(p.id);
    out.end_array();
  }
  std::int64_t position = 0;
  if (any([&](const any_passage& p) { return p.idx != position++; })) {
    out.key("idx").begin_array();
    for (const any_passage& p : q.passages) out.value(p.idx);
    out.end_array();
  }
  if (q.has_labels && (!q.has_facts || !split)) {
    out.key("relevance").begin_array();
    for (const any_passage& p : q.passages) out.value(p.level);
    out.end_array();
  }
  out.end_object();
}

/// What the free object is read into.
struct extra_target {
  any_question& q;
  answer_extras& about;
  named_counts& lost;
};

/// A member of the free object. A value that does not fit is kept as another layout's.
struct extra_field {
  std::string_view name;
  bool (*fits)(json_value& value);
  void (*read)(json_value value, const extra_target& to);
};

template <auto Member>
void read_extra_text(json_value value, const extra_target& to) {
  to.q.*Member = value.string();
}

template <auto Member>
void read_extra_triples(json_value value, const extra_target& to) {
  (to.q.*Member).clear();
  read_triples(value, to.q.*Member);
}

inline bool is_text(json_value& value) {
  return value.is_string();
}
inline bool is_list(json_value& value) {
  return value.is_array();
}
inline bool is_table(json_value& value) {
  return value.is_array() || value.is_object();
}

inline constexpr std::array<extra_field, 18> extra_fields{{
    {"type", is_text, read_extra_text<&any_question::type>},
    {"level", is_text, read_extra_text<&any_question::level>},
    {"entity_ids", is_text, read_extra_text<&any_question::entity_ids>},
    {"data_source", is_text, read_extra_text<&any_question::source>},
    {"ability", is_text, read_extra_text<&any_question::ability>},
    {"split", is_text, read_extra_text<&any_question::split>},
    {"wiki_url", is_text, read_extra_text<&any_question::link>},
    {"evidences", is_table, read_extra_triples<&any_question::evidences>},
    {"evidences_id", is_table,
     [](json_value value, const extra_target& to) {
       read_extra_triples<&any_question::evidences_id>(value, to);
       to.q.has_ids = true;
     }},
    {"answer_id", [](json_value& value) { return value.is_string() || value.is_null(); },
     [](json_value value, const extra_target& to) {
       if (value.is_string()) to.q.answer_id = value.string();
       to.q.has_ids = true;
     }},
    {"index", [](json_value& value) { return value.is_number(); },
     [](json_value value, const extra_target& to) { to.q.index = value.integer(); }},
    {"answerable", [](json_value& value) { return value.is_boolean(); },
     [](json_value value, const extra_target& to) { to.q.answerable = value.boolean(); }},
    {"context", [](json_value& value) { return value.is_object(); },
     [](json_value value, const extra_target& to) { read_columns(value, to.q); }},
    {"supporting_facts", is_table,
     [](json_value value, const extra_target& to) {
       to.q.facts.clear();
       to.q.has_facts = true;
       read_facts(value, to.q.facts);
     }},
    {"question_decomposition", is_table,
     [](json_value value, const extra_target& to) { read_musique_steps(value, to.q, to.lost); }},
    {"answer_start", is_list,
     [](json_value value, const extra_target& to) {
       to.about.starts.clear();
       value.array([&](json_value one) { to.about.starts.push_back(one.is_null() ? -1 : one.integer()); });
     }},
    {"unanswerable_answers", is_list,
     [](json_value value, const extra_target& to) { read_strings(value, to.about.unanswerable); }},
    {"plausible_answers", is_list,
     [](json_value value, const extra_target& to) {
       to.q.plausible.clear();
       value.array([&](json_value one) {
         mhqa::squad::answer& a = to.q.plausible.emplace_back();
         read_fields(one, optional_field{"text", a.text}, optional_field{"answer_start", a.start});
       });
     }},
}};

[[nodiscard]] inline const extra_field* find_extra(std::string_view name) noexcept {
  const auto at = std::find_if(extra_fields.begin(), extra_fields.end(), [&](const auto& f) { return f.name == name; });
  return at == extra_fields.end() ? nullptr : &*at;
}

MHQA_INLINE void read_extra(std::string_view key, json_value value, any_question& q, answer_extras& about,
                            named_counts& lost) {
  const extra_field* const field = find_extra(key);
  field != nullptr && field->fits(value) ? field->read(value, {q, about, lost}) : keep_other(key, value, q);
}

MHQA_INLINE void finish_extras(any_question& q, const answer_extras& about, const json_context& context) {
  const std::vector<std::int64_t>& starts = about.starts;
  if (!starts.empty() && starts.size() != q.answers.size()) {
    context.fail("expected as many \"answer_start\" as gold answers, " + std::to_string(q.answers.size()) + "; found " +
                 std::to_string(starts.size()));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] >= 0) q.answers[i].start = starts[i];
  }
  if (q.unanswerable() && q.answers.empty()) {
    for (const std::string_view text : about.unanswerable) q.answers.push_back({text, std::nullopt});
  }
  if (q.has_facts && !q.has_labels && !q.passages.empty()) label_by_facts(q);
}

/// The names that rows have beside the free object; BEIR's free object has the answers too.
inline constexpr std::array<std::string_view, 5> row_names{"id", "question", "answer", "answer_aliases",
                                                           "golden_answers"};

MHQA_INLINE void write_extras(json_writer& out, const any_question& q, named_counts& lost, bool beir) {
  const auto text = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.member(name, value);
  };
  text("type", q.type);
  text("level", q.level);
  if (q.has_facts && beir) {
    write_facts(out.key("supporting_facts"), q.facts);
  } else if (q.has_facts) {
    out.key("supporting_facts").begin_object().key("title").begin_array();
    for (const supporting_fact& f : q.facts) out.value(f.title);
    out.end_array().key("sent_id").begin_array();
    for (const supporting_fact& f : q.facts) out.value(f.sentence);
    out.end_array().end_object();
  }
  if (!beir && !q.passages.empty()) write_columns(out.key("context"), q);
  if (!q.unanswerable() && std::any_of(q.answers.begin(), q.answers.end(), [](const auto& a) { return !!a.start; })) {
    out.key("answer_start").begin_array();
    for (std::size_t i = 0; i < q.answers.size(); ++i) {
      if (!several_spans(q, i)) out.value(q.answers[i].start);
    }
    out.end_array();
  }
  if (q.answerable) out.member("answerable", *q.answerable);
  if (q.unanswerable() && !q.answers.empty()) {
    out.key("unanswerable_answers").begin_array();
    for (const mhqa::squad::answer& a : q.answers) out.value(a.text);
    out.end_array();
  }
  if (!q.plausible.empty()) {
    out.key("plausible_answers").begin_array();
    for (const mhqa::squad::answer& a : q.plausible) {
      out.begin_object().member("text", a.text);
      if (a.start) out.member("answer_start", *a.start);
      out.end_object();
    }
    out.end_array();
  }
  if (!q.steps.empty()) write_musique_steps(out.key("question_decomposition"), q);
  if (!q.evidences.empty()) write_triples(out.key("evidences"), q.evidences);
  if (q.has_ids) {
    write_triples(out.key("evidences_id"), q.evidences_id);
    out.member("answer_id", q.answer_id);
  }
  text("entity_ids", q.entity_ids);
  text("wiki_url", q.link);
  for (const auto& [name, json] : q.others) {
    if (find_extra(name) != nullptr || std::find(row_names.begin(), row_names.end(), name) != row_names.end()) {
      lost.add(name);
    } else {
      out.key(name).raw(json);
    }
  }
}

MHQA_INLINE void write_golds(json_writer& out, const any_question& q, named_counts& lost) {
  out.begin_array();
  for (std::size_t i = 0; i < q.answers.size() && !q.unanswerable(); ++i) {
    several_spans(q, i) ? lost.add("answer_aliases: of several spans") : void(out.value(q.answers[i].text));
  }
  out.end_array();
}

}  // namespace mhqa::inline v0_1::io::detail
