// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rollout_lines.hpp.
#pragma once

#include <mhqa/io/rollout_lines.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/rollout/documents.hpp>

#include <algorithm>
#include <optional>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Names of a document's parts.
enum class document_field : std::uint8_t { other, id, title, text };

struct document_field_name {
  std::string_view name;
  document_field field{};
};

inline constexpr std::array document_field_names{
    document_field_name{"id", document_field::id},        document_field_name{"_id", document_field::id},
    document_field_name{"doc_id", document_field::id},    document_field_name{"docid", document_field::id},
    document_field_name{"url", document_field::id},       document_field_name{"title", document_field::title},
    document_field_name{"text", document_field::text},    document_field_name{"contents", document_field::text},
    document_field_name{"content", document_field::text}, document_field_name{"paragraph_text", document_field::text},
    document_field_name{"passage", document_field::text}, document_field_name{"snippet", document_field::text},
};

/// The arguments of a search tool that are its query.
inline constexpr std::array<std::string_view, 8> query_arguments{"query",        "queries", "q",          "question",
                                                                 "search_query", "search",  "query_list", "input"};

template <class Names>
[[nodiscard]] constexpr auto field_named(const Names& names, std::string_view name) noexcept {
  for (const auto& one : names) {
    if (one.name == name) return one.field;
  }
  return decltype(names[0].field){};
}

/// Returns a string as it is, a number as its digits.
[[nodiscard]] inline std::string_view text_of_scalar(json_value value, std::deque<std::string>& store) {
  if (value.is_string()) return value.string();
  return store.emplace_back(std::to_string(value.integer()));
}

MHQA_INLINE void read_document(json_value value, rollout_line& out, std::vector<rollout_document>& to) {
  if (value.is_string()) {
    to.push_back(mhqa::detail::titled_document(value.string()));
    return;
  }
  rollout_document one;
  bool has_title = false;
  value.object([&](std::string_view key, json_value field) {
    switch (field_named(document_field_names, key)) {
      case document_field::id:
        if (!field.is_null()) one.id = text_of_scalar(field, out.texts);
        break;
      case document_field::title:
        if (!field.is_null()) one.title = field.string();
        has_title = true;
        break;
      case document_field::text:
        if (!field.is_null()) one.text = field.string();
        break;
      default:
        break;
    }
  });
  if (!has_title) {  // FlashRAG's corpus writes "\"Title\"\ntext"
    const std::string_view id = one.id;
    one = mhqa::detail::titled_document(one.text);
    one.id = id;
  }
  to.push_back(one);
}

MHQA_INLINE void read_texts(json_value value, std::vector<std::string_view>& to) {
  if (value.is_null()) return;
  if (value.is_string()) {
    to.push_back(value.string());
  } else {
    value.array([&](json_value one) { to.push_back(one.string()); });
  }
}

MHQA_INLINE void read_step(json_value value, rollout_line& out) {
  rollout_step& step = out.parsed.steps.emplace_back();
  step.end = out.parsed.steps.size();
  const auto read_query = [&](json_value field) {
    step.asks = !field.is_null();
    if (step.asks) step.query = field.string();
  };
  const auto read_documents = [&](json_value field) {
    if (!field.is_null()) field.array([&](json_value one) { read_document(one, out, step.documents); });
  };
  read_fields(value, optional_field{"think", [&](json_value field) { read_texts(field, step.think); }},
              optional_field{"note", [&](json_value field) { read_texts(field, step.notes); }},
              optional_field{"query", read_query}, optional_field{"documents", read_documents});
}

/// Appends the strings of a call's arguments: those named as a query, or else all.
inline void append_strings(simdjson::dom::element value, std::string& to) {
  std::string_view text;
  simdjson::dom::array list;
  simdjson::dom::object fields;
  if (value.get(text) == simdjson::SUCCESS) {
    if (!to.empty()) to += '\n';
    to += text;
  } else if (value.get(list) == simdjson::SUCCESS) {
    for (const simdjson::dom::element one : list) append_strings(one, to);
  } else if (value.get(fields) == simdjson::SUCCESS) {
    const std::size_t before = to.size();
    for (const std::string_view name : query_arguments) {
      simdjson::dom::element found;
      if (fields.at_key(name).get(found) == simdjson::SUCCESS) append_strings(found, to);
      if (to.size() != before) return;
    }
    for (const auto& field : fields) append_strings(field.value, to);
  }
}

/// Returns the query of a call: JSON of the arguments, or of an object that holds them; nothing if it is not JSON.
[[nodiscard]] inline std::optional<std::string_view> query_of_call(std::string_view json, rollout_line& memory) {
  simdjson::dom::element root;
  if (memory.calls.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS || !root.is_object()) {
    return std::nullopt;
  }
  simdjson::dom::element arguments;
  if (root.at_key("arguments").get(arguments) == simdjson::SUCCESS) root = arguments;
  std::string text;
  append_strings(root, text);
  return memory.texts.emplace_back(std::move(text));
}

MHQA_INLINE void decode_calls(rollout_line& out, bool chat) {
  for (std::size_t i = 0; i < out.parsed.steps.size(); ++i) {
    rollout_step& step = out.parsed.steps[i];
    if (!step.asks || !step.query.starts_with('{')) continue;
    if (const auto query = query_of_call(step.query, out)) {
      step.query = *query;
    } else {
      out.parsed.flaws.push_back(chat ? rollout_flaw{rollout_fault::bad_call, 0, "tool_calls", step.end, i}
                                      : rollout_flaw{rollout_fault::bad_call, step.end, "<tool_call>", 0, i});
    }
  }
}

/// Reads a content: a string, null, or OpenAI's list of parts.
[[nodiscard]] inline std::string_view read_content(json_value value, std::deque<std::string>& store) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.string();
  std::string& all = store.emplace_back();
  value.array([&](json_value part) {
    if (part.is_string()) {
      all += part.string();
      return;
    }
    part.object([&](std::string_view key, json_value field) {
      if (key == "text" && field.is_string()) all += field.string();
    });
  });
  return all;
}

inline void read_call(json_value value, chat_message& to) {
  chat_message::call one;
  bool has_arguments = false;
  const auto read_function = [&](std::string_view key, json_value field) {
    if (key == "id" && field.is_string()) one.id = field.string();
    if (key != "arguments") return;
    has_arguments = true;
    one.query = field.is_string() ? field.string() : field.raw();
  };
  value.object([&](std::string_view key, json_value field) {
    if (key == "function" && field.is_object()) {
      field.object(read_function);
    } else {
      read_function(key, field);
    }
  });
  if (has_arguments) to.calls.push_back(one);
}

MHQA_INLINE void read_message(json_value value, rollout_line& out, chat_message& to) {
  to = {};
  value.object([&](std::string_view key, json_value field) {
    if (key == "role") {
      to.role = field.string();
    } else if (key == "content") {
      to.content = read_content(field, out.texts);
    } else if (key == "reasoning_content" || key == "reasoning") {
      if (field.is_string()) to.reasoning = field.string();
    } else if (key == "tool_call_id") {
      if (field.is_string()) to.answers = field.string();
    } else if (key == "tool_calls") {
      if (!field.is_null()) field.array([&](json_value one) { read_call(one, to); });
    }
  });
  value.context().require(!to.role.empty(), "role");
}

/// The roles in which servers return results of tools.
inline constexpr std::array<std::string_view, 4> tool_roles{"tool", "function", "ipython", "observation"};

/// Returns true if a user's message brings documents: verl and ReZero return them so.
[[nodiscard]] inline bool brings_documents(std::string_view content) noexcept {
  return std::any_of(rollout_tags.begin(), rollout_tags.end(), [content](const rollout_tag& tag) {
    return tag.part == rollout_part::documents && mhqa::detail::strip(content).starts_with(tag.open);
  });
}

MHQA_INLINE void chat_reader::add(json_value value) {
  read_message(value, out_, message_);
  // Plain words are a thought, unless they are the last.
  if (!plain_.empty()) build_.add(rollout_part::think, plain_, 0, 0);
  plain_ = {};
  build_.begin_message(++number_);
  if (message_.role == "assistant") {
    add_assistant();
  } else if (std::find(tool_roles.begin(), tool_roles.end(), message_.role) != tool_roles.end()) {
    const std::size_t step = take_call();
    if (brings_documents(message_.content)) {
      add_tagged(message_.content, build_);
    } else if (step != no_step) {
      build_.add_documents(step, message_.content, message_.role);
    } else {
      build_.add(rollout_part::documents, message_.content, 0, 0, message_.role);
    }
  } else if (brings_documents(message_.content)) {
    add_tagged(message_.content, build_);
  }
  if (!out_.parsed.steps.empty()) out_.parsed.steps.back().end = number_;
}

MHQA_INLINE void chat_reader::finish() {
  if (!plain_.empty()) build_.add_words(plain_);
  build_.finish();
  if (out_.parsed.answered || !calls_) return;
  out_.parsed.answer = out_.parsed.last_words;
  out_.parsed.answered = !out_.parsed.answer.empty();
}

MHQA_INLINE void chat_reader::add_assistant() {
  if (!message_.reasoning.empty()) build_.add(rollout_part::think, message_.reasoning, 0, 0);
  const bool plain = message_.content.find('<') == std::string_view::npos;
  if (!plain) add_tagged(message_.content, build_);
  if (plain && message_.calls.empty()) plain_ = message_.content;
  if (plain && !message_.calls.empty() && !message_.content.empty()) {
    build_.add(rollout_part::think, message_.content, 0, 0);
  }
  open_.clear();
  by_id_.clear();
  first_open_ = 0;
  for (const chat_message::call& call : message_.calls) {
    calls_ = true;
    // decode_calls() reads the objects, also those in tags.
    build_.add(rollout_part::query, call.query, 0, 0, "tool_calls");
    by_id_.emplace(call.id, open_.size());
    open_.push_back({call.id, build_.last_step()});
    if (!call.query.starts_with('{')) build_.flaw(rollout_fault::bad_call, 0, "tool_calls", build_.last_step());
  }
}

MHQA_INLINE std::size_t chat_reader::take_call() {
  while (first_open_ < open_.size() && open_[first_open_].answered) ++first_open_;
  const auto named = by_id_.lower_bound({message_.answers, 0});
  const bool known = named != by_id_.end() && named->first == message_.answers;
  const std::size_t at = known ? named->second : message_.answers.empty() ? first_open_ : open_.size();
  if (at == open_.size()) return no_step;
  by_id_.erase({open_[at].id, at});
  open_[at].answered = true;
  return open_[at].step;
}

}  // namespace detail

MHQA_INLINE void read(json_value value, rollout_line& out) {
  out.texts.clear();
  out.parsed.clear();
  rollout_field form = rollout_field::other;
  std::string_view id, answer, text;
  bool has_id = false, has_answer = false;
  const auto read_chat = [&](json_value messages) {
    detail::chat_reader chat{out};
    messages.array([&](json_value one) { chat.add(one); });
    chat.finish();
    form = rollout_field::messages;
  };
  value.object([&](std::string_view key, json_value field) {
    switch (detail::field_named(rollout_field_names, key)) {
      case rollout_field::id:
        id = detail::text_of_scalar(field, out.texts);
        has_id = true;
        break;
      case rollout_field::answer:
        has_answer = field.is_string();
        if (has_answer) answer = field.string();
        break;
      case rollout_field::steps:
        out.parsed.clear();
        field.array([&](json_value one) { detail::read_step(one, out); });
        form = rollout_field::steps;
        break;
      case rollout_field::messages:
        if (form != rollout_field::steps) read_chat(field);
        break;
      case rollout_field::text:
        if (field.is_array()) {
          if (form == rollout_field::other) read_chat(field);
        } else if (form == rollout_field::other && text.data() == nullptr) {
          text = field.string();
        }
        break;
      default:
        break;
    }
  });
  json_context& context = value.context();
  context.require(has_id, "id");
  if (form == rollout_field::other) {
    context.require(text.data() != nullptr, "steps, messages or text");
    read_tagged(text, out.parsed);
  }
  if (form != rollout_field::steps) detail::decode_calls(out, form == rollout_field::messages);
  if (form == rollout_field::steps && has_answer) {
    out.parsed.answer = answer;
    out.parsed.answered = true;
  }
  out.parsed.id = id;
}

}  // namespace mhqa::inline v0_1::io
