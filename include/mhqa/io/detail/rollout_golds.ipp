// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rollout_golds.hpp.
#pragma once

#include <mhqa/io/rollout_golds.hpp>

#include <mhqa/error.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/io/file.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE const rollout_gold_layout& rollout_layout_of(const std::string& path) {
  const std::string head = file_head(path);
  return *std::find_if(rollout_gold_layouts.begin(), rollout_gold_layouts.end(),
                       [&head](const rollout_gold_layout& one) { return head.find(one.field) != std::string::npos; });
}

namespace detail {

[[nodiscard]] inline rollout_gold rollout_gold_of(const mhqa::musique::record& record) {
  rollout_gold out{record.id, record.question, {record.answer}, {}, record.shape()};
  out.answers.insert(out.answers.end(), record.answer_aliases.begin(), record.answer_aliases.end());
  for (std::size_t i = 0; i < record.decomposition.size(); ++i) {
    const mhqa::musique::step& step = record.decomposition[i];
    rollout_hop& hop = out.hops.emplace_back();
    hop.question = step.question;
    if (i + 1 == record.decomposition.size()) hop.answers = out.answers;
    if (!step.answer.empty() && std::find(hop.answers.begin(), hop.answers.end(), step.answer) == hop.answers.end()) {
      hop.answers.insert(hop.answers.begin(), step.answer);
    }
    for (const std::uint32_t number : referenced_steps(step.question)) {
      if (number >= 1 && number <= i) hop.premises.push_back(number - 1);
    }
    for (const mhqa::musique::paragraph& p : record.paragraphs) {
      if (step.paragraph_support_idx == p.idx) hop.supports.push_back({{}, p.title, p.text});
    }
  }
  return out;
}

/// Returns the text of a paragraph of the context, which `store` keeps, or "".
[[nodiscard]] inline std::string_view context_text(const std::vector<titled_paragraph>& context, std::string_view title,
                                                   std::deque<std::string>& store) {
  for (const titled_paragraph& paragraph : context) {
    if (paragraph.title != title) continue;
    std::string& text = store.emplace_back();
    for (const std::string_view sentence : paragraph.sentences) text += sentence;
    return text;
  }
  return {};
}

/// HotpotQA says which paragraphs support the answer, not in which order: one hop for each, without a bridge.
[[nodiscard]] inline rollout_gold rollout_gold_of(const mhqa::hotpotqa::record& record,
                                                  std::deque<std::string>& store) {
  rollout_gold out{record.id, record.question, {record.answer}, {}, record.type};
  std::vector<std::string_view> titles;
  for (const supporting_fact& fact : record.supporting_facts) {
    if (std::find(titles.begin(), titles.end(), fact.title) != titles.end()) continue;
    titles.push_back(fact.title);
    rollout_hop& hop = out.hops.emplace_back();
    hop.supports.push_back({{}, fact.title, context_text(record.context, fact.title, store)});
  }
  return out;
}

/// 2WikiMultihopQA's triples are the hops: a triple needs those before it whose object is its subject.
[[nodiscard]] inline rollout_gold rollout_gold_of(const mhqa::twowiki::record& record, std::deque<std::string>& store) {
  rollout_gold out{record.id, record.question, {record.answer}, {}, record.type};
  for (std::size_t i = 0; i < record.evidences.size(); ++i) {
    const evidence_triple& triple = record.evidences[i];
    rollout_hop& hop = out.hops.emplace_back();
    hop.question = store.emplace_back(std::string{triple.subject} + " >> " + std::string{triple.relation});
    if (!triple.object.empty()) hop.answers.push_back(triple.object);
    for (std::size_t before = 0; before < i; ++before) {
      if (record.evidences[before].object == triple.subject) hop.premises.push_back(before);
    }
    for (const supporting_fact& fact : record.supporting_facts) {
      if (fact.title != triple.subject || !hop.supports.empty()) continue;
      hop.supports.push_back({{}, fact.title, context_text(record.context, fact.title, store)});
    }
  }
  return out;
}

/// Names of a row's fields. Bamboogle and FRAMES write capitals; FRAMES' column has one link.
enum class gold_field : std::uint8_t { other, id, question, answers, evidence, hops };

struct gold_field_name {
  std::string_view name;
  gold_field field{};
};

inline constexpr std::array gold_field_names{
    gold_field_name{"id", gold_field::id},
    gold_field_name{"_id", gold_field::id},
    gold_field_name{"query_id", gold_field::id},
    gold_field_name{"question", gold_field::question},
    gold_field_name{"Question", gold_field::question},
    gold_field_name{"Prompt", gold_field::question},
    gold_field_name{"query", gold_field::question},
    gold_field_name{"answer", gold_field::answers},
    gold_field_name{"Answer", gold_field::answers},
    gold_field_name{"answers", gold_field::answers},
    gold_field_name{"golden_answers", gold_field::answers},
    gold_field_name{"evidence", gold_field::evidence},
    gold_field_name{"evidence_docs", gold_field::evidence},
    gold_field_name{"gold_docs", gold_field::evidence},
    gold_field_name{"wiki_links", gold_field::evidence},
    gold_field_name{"necessary_evidence", gold_field::evidence},
    gold_field_name{"decomposition", gold_field::hops},
};

MHQA_INLINE void read_answers(json_value value, std::vector<std::string_view>& out, std::deque<std::string>& store) {
  if (value.is_null()) return;
  if (value.is_string()) {
    out.push_back(value.string());
  } else if (value.is_array()) {
    value.array([&](json_value one) { read_answers(one, out, store); });
  } else if (value.is_object()) {
    value.object([&](std::string_view, json_value one) { read_answers(one, out, store); });
  } else {
    out.push_back(store.emplace_back(value.raw()));
  }
}

/// Returns the title of a Wikipedia address, "https://en.wikipedia.org/wiki/New_York_City", or the text as it is.
[[nodiscard]] inline rollout_document document_of_link(std::string_view text, std::deque<std::string>& store) {
  constexpr std::string_view wiki = "/wiki/";
  const std::size_t at = text.find(wiki);
  if (at == std::string_view::npos)
    return text.find("://") != std::string_view::npos ? rollout_document{text, {}, {}} : rollout_document{{}, text, {}};
  std::string& title = store.emplace_back(text.substr(at + wiki.size()));
  std::replace(title.begin(), title.end(), '_', ' ');
  return {text, title, {}};
}

/// Adds a link, a title or a text, or the links of a Python list in a string, as FRAMES has them. A string with the
/// words of an excerpt may be either: a document with this title supports the hop, and so does one with this text.
inline void read_links(std::string_view text, rollout_gold& out, std::deque<std::string>& store) {
  if (!text.starts_with("['")) {
    std::vector<rollout_document>& supports = out.hops.emplace_back().supports;
    supports.push_back(document_of_link(text, store));
    const bool is_link = supports.back().title != text;
    if (!is_link && normalized{text}.tokens().size() >= mhqa::detail::least_excerpt) supports.push_back({{}, {}, text});
    return;
  }
  for (std::size_t open = text.find('\''); open != std::string_view::npos; open = text.find('\'', open)) {
    const std::size_t close = text.find('\'', open + 1);
    if (close == std::string_view::npos) return;
    out.hops.emplace_back().supports.push_back(document_of_link(text.substr(open + 1, close - open - 1), store));
    open = close + 1;
  }
}

MHQA_INLINE void read_evidence(json_value value, rollout_gold& out, std::deque<std::string>& store) {
  if (value.is_null()) return;
  if (value.is_array()) {
    value.array([&](json_value one) { read_evidence(one, out, store); });
  } else if (value.is_string()) {
    read_links(value.string(), out, store);
  } else {
    rollout_document one;
    value.object([&](std::string_view key, json_value field) {
      if (!field.is_string()) return;
      if (key == "title") one.title = field.string();
      if (key == "text" || key == "contents") one.text = field.string();
      if (key == "url" || key == "id" || key == "docid") one.id = field.string();
    });
    out.hops.emplace_back().supports.push_back(one);
  }
}

/// Reads FanOutQA's sub-questions {id, question, answer, evidence, depends_on} as hops. Each may have its own.
inline void read_fan_out(json_value value, rollout_gold& out, std::vector<std::string_view>& names,
                         std::deque<std::string>& store) {
  value.array([&](json_value one) {
    rollout_hop hop;
    std::string_view name;
    one.object([&](std::string_view key, json_value field) {
      if (key == "id" && field.is_string()) {
        name = field.string();
      } else if (key == "question") {
        hop.question = field.string();
      } else if (key == "answer") {
        read_answers(field, hop.answers, store);
      } else if (key == "evidence" && field.is_object()) {
        rollout_document page;
        field.object([&](std::string_view part, json_value text) {
          if (part == "title") page.title = text.string();
        });
        hop.supports.push_back(page);
      } else if (key == "depends_on") {
        field.array([&](json_value on) {
          const std::string_view premise = on.string();
          const auto at = std::find(names.begin(), names.end(), premise);
          if (at == names.end()) {
            on.context().fail("expected the id of a sub-question before this one, found \"" + std::string{premise} +
                              '"');
          }
          hop.premises.push_back(static_cast<std::size_t>(at - names.begin()));
        });
      } else if (key == "decomposition" && field.is_array()) {
        read_fan_out(field, out, names, store);
      }
    });
    names.push_back(name);
    out.hops.push_back(std::move(hop));
  });
}

MHQA_INLINE rollout_gold read_gold_row(json_value value, bool fans_out, std::deque<std::string>& store) {
  rollout_gold out;
  bool has_answers = false;
  std::vector<std::string_view> names;
  value.object([&](std::string_view key, json_value field) {
    const auto* const known = std::find_if(gold_field_names.begin(), gold_field_names.end(),
                                           [key](const gold_field_name& one) { return one.name == key; });
    switch (known == gold_field_names.end() ? gold_field::other : known->field) {
      case gold_field::id:
        out.id = field.is_string() ? field.string() : std::string_view{store.emplace_back(field.raw())};
        break;
      case gold_field::question:
        out.question = field.string();
        break;
      case gold_field::answers:
        read_answers(field, out.answers, store);
        has_answers = true;
        break;
      case gold_field::evidence:
        if (!fans_out) read_evidence(field, out, store);
        break;
      case gold_field::hops:
        if (fans_out) read_fan_out(field, out, names, store);
        break;
      default:
        break;
    }
  });
  value.context().require(!out.question.empty(), "question");
  value.context().require(has_answers, "answer");
  if (out.id.empty()) out.id = out.question;
  if (fans_out) out.shape = "fan-out";
  return out;
}

/// Appends the bytes of a gold question that are hashed: answers, then each hop.
inline void append_hashed(std::string& out, const rollout_gold& gold) {
  const auto add = [&out](std::string_view text) {
    append_gold(out, text);
    out += '\n';
  };
  for (const std::string_view answer : gold.answers) add(answer);
  for (const rollout_hop& hop : gold.hops) {
    out += "\t\n";
    add(hop.question);
    for (const std::string_view answer : hop.answers) add(answer);
    for (const std::size_t premise : hop.premises) add(std::to_string(premise));
    for (const rollout_document& support : hop.supports) {
      out += "\t\t\n";
      add(support.id);
      add(support.title);
      add(support.text);
    }
  }
}

}  // namespace detail

MHQA_INLINE void rollout_golds::read_all() {
  while (std::optional<json_value> value = source_.next()) {
    if (std::optional<rollout_gold> gold = read(*value)) add(std::move(*gold), *value);
  }
}

MHQA_INLINE std::optional<rollout_gold> rollout_golds::read(json_value value) {
  switch (layout_->kind) {
    case rollout_gold_kind::musique: {
      mhqa::musique::record record;
      musique::read(value, record, musique::fields::all, false);
      if (!record.answerable) {
        ++left_out_;
        return std::nullopt;
      }
      return detail::rollout_gold_of(record);
    }
    case rollout_gold_kind::twowiki: {
      mhqa::twowiki::record record;
      twowiki::read(value, record);
      return detail::rollout_gold_of(record, texts_);
    }
    case rollout_gold_kind::hotpotqa: {
      mhqa::hotpotqa::record record;
      hotpotqa::read(value, record);
      return detail::rollout_gold_of(record, texts_);
    }
    default:
      return detail::read_gold_row(value, layout_->kind == rollout_gold_kind::fanoutqa, texts_);
  }
}

MHQA_INLINE void rollout_golds::add(rollout_gold gold, json_value value) {
  json_context& context = value.context();
  context.id = gold.id;
  if (!ids_.insert(gold.id).second) context.fail("the id occurs twice");
  if (gold.answers.empty()) context.fail("expected at least one gold answer");
  hashed_.clear();
  detail::append_hashed(hashed_, gold);
  data_.add(gold.id, hashed_);
  golds_.push_back(std::move(gold));
}

}  // namespace mhqa::inline v0_1::io
