// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of generations for `mhqa reward`: the fields that the programs read in, {"reward", "extracted", "why", …} out.
#pragma once

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

/// One line of `mhqa reward`.
struct generation_line {
  std::string_view text;
  bool no_text;  ///< the line has null
  mhqa::io::gold_texts golds;
  std::string_view observation, prompt;
  mhqa::batch::reward_options options;
  std::vector<std::string_view> supports;
  std::vector<std::vector<std::string_view>> search_keys;
  std::vector<std::string_view> turns;
  std::size_t most_turns;
  std::vector<mhqa::batch::reward_message> messages;
  std::optional<std::string_view> chunk;
  bool chunk_in_all;
  std::optional<bool> correct;
};

/// A field that replaces a switch of a trainer's configuration.
struct switch_field {
  std::string_view name;
  bool mhqa::batch::reward_options::*to;
};

inline constexpr std::array switch_fields{
    switch_field{"search_steps_reward", &mhqa::batch::reward_options::step_rewards},
    switch_field{"information_gain", &mhqa::batch::reward_options::information_gain},
    switch_field{"redundancy_penalty", &mhqa::batch::reward_options::redundancy_penalty},
    switch_field{"search_key_reward", &mhqa::batch::reward_options::search_key_reward},
};

/// Reads a field into the option of its name; returns false if there is none.
inline bool read_option(std::string_view key, mhqa::io::json_value value, mhqa::batch::reward_options& out) {
  for (const mhqa::batch::reward_argument& argument : mhqa::batch::reward_arguments) {
    if (argument.name != key) continue;
    out.*argument.member = value.number();
    return true;
  }
  for (const auto& field : switch_fields) {
    if (field.name != key) continue;
    out.*field.to = value.boolean();
    return true;
  }
  return false;
}

/// Reads StepSearch's support_docs: paragraphs {"title", "paragraph_text"} or their texts.
inline void read_supports(mhqa::io::json_value value, std::vector<std::string_view>& out) {
  out.clear();
  value.array([&](mhqa::io::json_value one) {
    if (one.is_string()) {
      out.push_back(one.string());
      return;
    }
    bool has_text = false;
    one.object([&](std::string_view key, mhqa::io::json_value text) {
      if (key != "paragraph_text") return;
      out.push_back(text.string());
      has_text = true;
    });
    one.context().require(has_text, "paragraph_text");
  });
}

/// Reads the messages of a chat; a content that is null is empty, as that of a call is.
inline void read_messages(mhqa::io::json_value value, std::vector<mhqa::batch::reward_message>& out) {
  out.clear();
  value.array([&](mhqa::io::json_value message) {
    mhqa::batch::reward_message& one = out.emplace_back();
    message.object([&](std::string_view key, mhqa::io::json_value field) {
      if (key == "role") one.role = field.string();
      if (key == "content" && !field.is_null()) one.content = field.string();
    });
    message.context().require(!one.role.empty(), "role");
  });
}

/// Reads one line with what the reward takes. A field that is absent has the program's default.
inline void read(mhqa::io::json_value line, const mhqa::batch::published_reward& reward, generation_line& out) {
  bool has_text = false, has_gold = false, has_turns = false, has_messages = false;
  out.text = out.observation = out.prompt = {};
  out.no_text = false;
  out.options = {};
  out.supports.clear();
  out.search_keys.clear();
  out.most_turns = static_cast<std::size_t>(-1);
  out.golds.texts.clear();
  out.chunk.reset();
  out.chunk_in_all = false;
  out.correct.reset();
  line.object([&](std::string_view key, mhqa::io::json_value value) {
    if (key == "text") {
      out.no_text = value.is_null();
      if (!out.no_text) out.text = value.string();
      has_text = true;
    } else if (key == "gold") {
      mhqa::io::read_golds(value, out.golds);
      has_gold = true;
    } else if (key == "eos_token") {
      out.options.eos_token = value.string();
    } else if (key == "pad_token") {
      out.options.pad_token = value.string();
    } else if (key == "prompt" && value.is_string()) {
      out.prompt = value.string();
    } else if (key == "support_docs") {
      read_supports(value, out.supports);
    } else if (key == "search_keys") {
      out.search_keys.clear();
      value.array([&](mhqa::io::json_value group) {
        out.search_keys.emplace_back();
        group.array([&](mhqa::io::json_value one) { out.search_keys.back().push_back(one.string()); });
      });
    } else if (key == "observation") {
      out.observation = value.string();
    } else if (key == "max_turns") {
      out.most_turns = value.natural();
    } else if (key == "turns") {
      out.turns.clear();
      value.array([&](mhqa::io::json_value turn) { out.turns.push_back(turn.string()); });
      has_turns = true;
    } else if (key == "messages") {
      read_messages(value, out.messages);
      has_messages = true;
    } else if (key == "chunk_content") {
      out.chunk = value.string();
    } else if (key == "supporting_paragraphs") {
      out.chunk_in_all = true;
      out.chunk.reset();
      value.array([&](mhqa::io::json_value one) { out.chunk = one.string(); });
    } else if (key == "correct") {
      out.correct = value.boolean();
    } else {
      read_option(key, value, out.options);
    }
  });
  if (reward.messages) return line.context().require(has_messages, "messages");
  line.context().require(has_gold, "gold");
  reward.played ? line.context().require(has_turns, "turns") : line.context().require(has_text, "text");
}

/// Appends the line that answers it, without its end; `has_steps`: with the scores of its steps.
inline void append_line(std::string& out, const mhqa::batch::reward_verdict& verdict, bool has_steps) {
  mhqa::io::json_writer json{out};
  json.begin_object().member("reward", verdict.reward);
  json.key("extracted");
  if (verdict.found) {
    json.value(verdict.extracted);
  } else {
    json.null();
  }
  json.member("why", verdict.why);
  mhqa::io::write_numbers(json, {verdict.more.data(), verdict.more_count});
  if (has_steps) {
    json.key("step_scores").begin_array();
    for (const double score : verdict.step_scores) json.value(score);
    json.end_array();
  }
  json.end_object();
}

}  // namespace mhqa_command
