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

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

/// One line of `mhqa reward`.
struct generation_line {
  std::string_view text;
  bool no_text;  ///< the line has null
  mhqa::io::gold_texts golds;
  std::string_view eos_token, pad_token, observation;
  double structure, final_form, retrieval;
  std::vector<std::string_view> turns;
  std::size_t most_turns;
};

/// Reads one line; `played` asks for turns instead of a text. A field that is absent has the program's default.
inline void read(mhqa::io::json_value line, bool played, generation_line& out) {
  bool has_text = false, has_gold = false, has_turns = false;
  out.text = out.eos_token = out.pad_token = out.observation = {};
  out.no_text = false;
  out.structure = 0.2;
  out.final_form = 0.1;
  out.retrieval = 0;
  out.most_turns = static_cast<std::size_t>(-1);
  line.object([&](std::string_view key, mhqa::io::json_value value) {
    if (key == "text") {
      out.no_text = value.is_null();
      if (!out.no_text) out.text = value.string();
      has_text = true;
    } else if (key == "gold") {
      mhqa::io::read_golds(value, out.golds);
      has_gold = true;
    } else if (key == "eos_token") {
      out.eos_token = value.string();
    } else if (key == "pad_token") {
      out.pad_token = value.string();
    } else if (key == "structure_format_score") {
      out.structure = value.number();
    } else if (key == "final_format_score") {
      out.final_form = value.number();
    } else if (key == "retrieval_score") {
      out.retrieval = value.number();
    } else if (key == "observation") {
      out.observation = value.string();
    } else if (key == "max_turns") {
      out.most_turns = value.natural();
    } else if (key == "turns") {
      out.turns.clear();
      value.array([&](mhqa::io::json_value turn) { out.turns.push_back(turn.string()); });
      has_turns = true;
    }
  });
  line.context().require(has_gold, "gold");
  if (played) {
    line.context().require(has_turns, "turns");
  } else {
    line.context().require(has_text, "text");
  }
}

/// Appends the line that answers it, without its end.
inline void append_line(std::string& out, const mhqa::batch::reward_verdict& verdict) {
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
  json.end_object();
}

}  // namespace mhqa_command
