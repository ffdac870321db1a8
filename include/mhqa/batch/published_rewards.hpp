// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reward functions of published trainers, by name. find_published_reward("deepresearcher")->judge(…) gives -1 for
// an invalid form, otherwise set F1. The forms are tables in text/form_check.hpp; this header has extraction and
// arithmetic.
#pragma once

#include <mhqa/batch/published_reward.hpp>
#include <mhqa/batch/reward_comparisons.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/batch/rezero_reward.hpp>
#include <mhqa/batch/step_rewards.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/text/boxed.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/extract.hpp>
#include <mhqa/text/form_check.hpp>
#include <mhqa/text/guess_answer.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/python_json.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/tag_sequence.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::batch {
namespace detail {

/// Exact match of the last answer, plus the substring test; from `spam_limit` tags on, a right answer counts a quarter.
inline void judge_last_answer(const reward_input& in, std::string_view text, std::uint32_t least,
                              std::size_t spam_limit, reward_memory& memory, reward_verdict& out) {
  const extraction found = mhqa::detail::find_tag(text, {.least_tags = least, .most_tags = 10, .exact = true});
  set_answer_found(out, found.found() ? std::optional{strip(found.answer)} : std::nullopt);
  if (!out.found) {
    out.reward = 0;
    out.why = found.reason == extraction_reason::too_few_tags ? "one_answer_only" : "no_answer";
    if (in.all_numbers) out.add("subem", 0);
    return;
  }
  memory.said.assign(out.extracted);
  const bool right = equals_any(in.golds, memory.said);
  const bool spam = spam_limit != 0 && found.has(extraction_flag::tag_spam);
  out.reward = !right ? in.options.wrong : spam ? in.options.right / 4 : in.options.right;
  out.why = right ? (spam ? "right_among_many" : "right") : "wrong";
  if (in.all_numbers) out.add("subem", contains_any(in.golds, memory.said.text()) ? 1 : 0);
}

inline void judge_search_r1(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  judge_last_answer(in, in.text, 2, 0, memory, out);
}
inline void judge_skyrl_gym(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  judge_last_answer(in, in.text, 1, 0, memory, out);
}
inline void judge_verl(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  judge_last_answer(in, in.text, 1, 10, memory, out);
}

/// SkyRL-gym's environment: plays turns until one has both answer tags, or until the limit.
inline void judge_skyrl_env(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  memory.chat.clear();
  std::size_t used = 0;
  bool done = false;
  for (const std::string_view action : in.turns) {
    ++used;
    memory.chat += action;
    done = used >= in.most_turns || (action.find("<answer>") != nowhere && action.find("</answer>") != nowhere);
    if (done) break;
    memory.chat.append("\n<information>").append(in.observation).append("</information>\n");
  }
  if (done) {
    reward_input whole = in;
    whole.all_numbers = false;
    judge_last_answer(whole, memory.chat, 1, 0, memory, out);
  } else {
    out.reward = 0;
    out.why = "not_done";
  }
  if (in.all_numbers) {
    out.add("done", done ? 1 : 0);
    out.add("turns_used", static_cast<double>(used));
  }
}

/// The numbers of Search-R1's training script train_ppo_format.sh, and the defaults of the function itself.
inline constexpr reward_options script_numbers{.structure = 0.2, .final_form = 0.1};
inline constexpr reward_options function_numbers{.structure = 0, .final_form = 0};

[[nodiscard]] constexpr double given_or(double given, double usual) noexcept {
  return given == given ? given : usual;  // NaN is reward_options::of_rule
}

template <const reward_options& Usual>
void judge_search_r1_format(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  const double structure = given_or(in.options.structure, Usual.structure);
  const bool valid = is_search_sequence(in.text);
  set_answer_found(out, last_answer(in.text, 2));
  memory.said.assign(out.extracted);
  const bool right = out.found && equals_any(in.golds, memory.said);
  if (right) {
    out.reward = valid ? in.options.right : in.options.right - structure;
    out.why = valid ? "right" : "right_in_bad_form";
  } else if (valid) {
    bool retrieved = false;
    memory.scan.assign(in.text);
    memory.scan.for_each_pair("<information>", "</information>", [&](std::string_view block) {
      memory.said.assign(strip(block));
      retrieved = contains_any(in.golds, memory.said.text());
      return !retrieved;
    });
    out.reward = retrieved ? structure + in.options.retrieval : structure;
    out.why = retrieved ? "wrong_but_retrieved" : "wrong";
  } else {
    out.reward = out.found ? given_or(in.options.final_form, Usual.final_form) : 0;
    out.why = out.found ? "wrong_in_bad_form" : "no_answer";
  }
  if (in.all_numbers) out.add("valid", valid ? 1 : 0);
}

/// ZeroSearch: F1 of the last of two answers; without one it raises, because it normalises None.
inline void judge_zerosearch(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  set_answer_found(out, last_answer(in.text, 2));
  if (out.found) memory.said.assign(out.extracted);
  const bool held = out.found && contains_any(in.golds, memory.said.text());
  if (out.found && in.golds.count != 0) {
    out.reward = best_scores(in.golds, memory, open_rules).f1;
    out.why = *out.reward == 1 ? "right" : *out.reward > 0 ? "partly_right" : "wrong";
    if (in.all_numbers) out.add("em", held ? 1 : 0);
  } else {
    out.why = out.found ? "no_golds" : "no_answer";
    if (in.all_numbers) out.add_undefined("em");
  }
  if (in.all_numbers) out.add("subem", held ? 1 : 0);
}

/// RL-Factory: exact match, and 0.1 for the form: alternating answer tags and at most two tool calls.
inline void judge_rl_factory(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  memory.scan.assign(in.text);
  const bool answers = alternates("<answer>", "</answer>", memory.scan);
  std::size_t calls = 0;
  memory.scan.for_each_pair("<tool_call>", "</tool_call>", [&](std::string_view) { return ++calls, true; });
  const bool many = calls > 2 && alternates("<tool_call>", "</tool_call>", memory.scan);
  // The answer is searched in the text without its <think> parts.
  std::string_view text = in.text;
  memory.text.clear();
  std::size_t from = 0;
  for (;;) {
    const std::size_t open = memory.scan.find("<think>", from);
    const std::size_t close = open == nowhere ? open : memory.scan.find("</think>", open);
    if (close == nowhere) break;
    memory.text.append(in.text, from, open - from);
    from = close + 8;
  }
  if (from != 0) text = memory.text.append(in.text, from);
  set_answer_found(out, last_answer(text, 1));
  bool right = false;
  if (out.found) {
    memory.said.assign(out.extracted);
    right = equals_any(in.golds, memory.said);
  }
  const auto value = [&](double s) {
    const double total = (answers ? s : -1 * s) + (many ? -s : 0);
    if (!out.found) return -1 * s + 0.5 * total;
    return right ? 1.0 + 0.5 * total : total;
  };
  out.reward = value(0.1);
  out.why = !out.found ? "no_answer" : right ? "right" : "wrong";
  if (in.all_numbers) out.add("reward_val", value(0.0));
}

inline void judge_deepresearcher(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  // The program reads the text in lower case. Only the answer needs such a copy, because of all characters in a tag the
  // Kelvin sign alone has a lower case in ASCII that assign_ignoring_case() does not know.
  const bool kelvin = in.text.find("\xE2\x84\xAA") != nowhere;
  memory.chat.clear();
  if (kelvin) {
    append_lower(memory.chat, in.text);
    memory.scan.assign(memory.chat);
  } else {
    memory.scan.assign_ignoring_case(in.text);
  }
  out.why = broken_rule(forms::deepresearcher, memory.scan);
  std::optional<std::string_view> answer;
  if (out.why.empty()) {
    memory.scan.for_each_pair("<answer>", "</answer>", [&](std::string_view inner) {
      answer = strip(inner);
      return false;
    });
    if (!answer) out.why = "no_answer";
  }
  if (answer && !kelvin) {
    append_lower(memory.chat, *answer);
    answer = memory.chat;
  }
  set_answer_found(out, answer);
  if (!answer) {
    out.reward = -1;
    if (in.all_numbers) out.add("em", -1);
    return;
  }
  memory.said_set.assign(*answer, false, normalizations::words);
  const double f1 = best_set_f1(in.golds, memory, false);
  out.reward = f1;
  out.why = f1 == 1 ? "right" : f1 > 0 ? "partly_right" : "wrong";
  if (!in.all_numbers) return;
  out.add("em", std::any_of(in.golds.sets.begin(), in.golds.sets.end(),
                            [&](const set_answer& gold) { return gold.text == memory.said_set.text; })
                    ? 1
                    : 0);
}

inline void judge_asearcher(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  if (in.golds.count == 0) {
    out.error = "expected at least one gold answer: the program has none to maximise over";
    return;
  }
  set_answer_found(out, last_answer(in.text, 1));
  double f1 = 0;
  if (out.found) {
    memory.said_set.assign(out.extracted, true, normalizations::words_lowered_last);
    f1 = best_set_f1(in.golds, memory);
  }
  out.reward = f1;
  out.why = !out.found ? "no_answer" : f1 == 1 ? "right" : f1 > 0 ? "partly_right" : "wrong";
  if (!in.all_numbers) return;
  bool em = false, subem = false, covered = false;
  if (out.found) {
    memory.said.assign(mhqa::detail::boolean_word(out.extracted));
    em = equals_any(in.golds, memory.said);
    subem = contains_any(in.golds, memory.said.text());
    covered = std::any_of(in.golds.forms.begin(), in.golds.forms.end(),
                          [&](const normalized& gold) { return mhqa::detail::covers(memory.said, gold); });
  }
  out.add("em", em ? 1 : 0);
  out.add("subem", subem ? 1 : 0);
  out.add("cover_em", covered ? 1 : 0);
  memory.scan.assign(in.text);
  out.add("format", broken_rule(forms::asearcher, memory.scan).empty() ? 1 : 0);
}

inline void judge_skyrl_agent(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  set_answer_found(out, in.text);
  if (in.text.find("\\boxed{") == nowhere) {
    memory.said.assign(in.text);
  } else {
    memory.said.assign(without_boxes(in.text));
  }
  const bool right = equals_any(in.golds, memory.said);
  out.reward = right ? 1 : 0;
  out.why = right ? "right" : "wrong";
  if (!in.all_numbers) return;
  memory.said_set.assign(in.text, true, normalizations::words_lowered_last);
  out.add("f1", best_set_f1(in.golds, memory));
}

/// The differences between the three reward servers of R1-Searcher.
struct r1_server {
  std::string_view marker;          ///< the solution follows its last occurrence
  bool pads;                        ///< also removes pad tokens
  bool covered;                     ///< 1 or -1 by covered words instead of F1
  std::span<const form_rule> form;  ///< one penalty if any rule is broken …
  double penalty;
  std::span<const form_rule> bonus[2];  ///< … or a bonus for each valid form
  double gain;
  std::size_t most_words;  ///< longest answer without penalty; 0: no limit
};

inline constexpr std::string_view qwen_marker = "\nAssistant: <think>";
inline constexpr std::string_view llama_marker = "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<think>";

/// The text without the tokens that fill it at both ends, then what follows the last marker, in memory.text.
[[nodiscard]] inline std::string_view r1_solution(const r1_server& server, const reward_input& in,
                                                  reward_memory& memory) {
  std::string_view query = in.text;
  const auto cut = [&](std::string_view token, bool front) {
    if (token.empty() || !(front ? query.starts_with(token) : query.ends_with(token))) return false;
    if (front) {
      query.remove_prefix(token.size());
    } else {
      query.remove_suffix(token.size());
    }
    return true;
  };
  const std::string_view eos = in.options.eos_token, pad = server.pads ? in.options.pad_token : eos;
  while (cut(eos, true) || cut(pad, true)) continue;
  // The program's pattern ends in $, which also matches before a line break at the end.
  const bool broken = query.ends_with('\n');
  if (broken) query.remove_suffix(1);
  while (cut(eos, false) || cut(pad, false)) continue;
  constexpr std::string_view think = "<think>";
  const std::string_view head = server.marker.substr(0, server.marker.size() - think.size());
  memory.part.assign(query);
  const std::size_t last = memory.part.find_last(
      think, [&](std::size_t at) { return at >= head.size() && query.substr(at - head.size(), head.size()) == head; });
  const std::size_t begin = last == nowhere ? 0 : last + think.size();
  memory.text.assign(query.substr(begin)).append(broken ? "\n" : "").append(eos);
  return strip(memory.text);
}

/// The form's fault; empty: none.
[[nodiscard]] inline std::string_view r1_fault(const r1_server& server, std::string_view answer,
                                               reward_memory& memory) {
  const std::string_view fault = broken_rule(server.form, memory.scan);
  if (!fault.empty() || server.most_words == 0) return fault;
  if (answer.find("begin_of_query") != nowhere || answer.find("begin_of_documents") != nowhere) {
    return "tokens_in_answer";
  }
  std::size_t words = 0;
  split_whitespace(answer, [&](std::string_view) { ++words; });
  return words > server.most_words ? "long_answer" : "";
}

template <const r1_server& Server>
void judge_r1(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  const std::string_view solution = r1_solution(Server, in, memory);
  memory.scan.assign(solution);
  const std::size_t open = memory.scan.find_last("<answer>");
  const std::size_t from = open == nowhere ? 0 : open + 8;
  const std::size_t close = memory.scan.find("</answer>", from);
  const std::string_view answer = strip(solution.substr(from, close == nowhere ? close : close - from));
  out.found = open != nowhere && memory.scan.find("</answer>") != nowhere;
  out.extracted = answer;
  double score = 0;
  if (out.found) {
    memory.said.assign(mhqa::detail::boolean_word(answer), normalizations::triviaqa);
    if (Server.covered) {
      score = mhqa::detail::covers(memory.said, in.golds.forms.front()) ? 1 : -1;
    } else {
      score = best_scores(in.golds, memory, closed_rules).f1;
    }
  } else if (Server.covered) {
    score = -1;
  }
  out.why = !out.found ? "no_answer" : score == 1 ? "right" : score > 0 ? "partly_right" : "wrong";
  if (!Server.form.empty()) {
    if (const std::string_view fault = r1_fault(Server, answer, memory); !fault.empty()) {
      score -= Server.penalty;
      out.why = fault;
    }
  }
  for (const auto& form : Server.bonus) {
    if (!form.empty() && broken_rule(form, memory.scan).empty()) score += Server.gain;
  }
  out.reward = score;
  if (Server.covered && in.all_numbers) out.add("length_reward", 0);
}

inline constexpr r1_server qwen_zero{qwen_marker, true, false, forms::r1_qwen_zero, 2, {}, 0, 10};
inline constexpr r1_server llama_stage1{llama_marker, false, true, {}, 0, {forms::r1_searched, forms::r1_answered},
                                        0.5,          0};
inline constexpr r1_server llama_stage2{llama_marker, false, false, forms::r1_llama_stage2, 1, {}, 0, 0};

/// The differences between Tool-Star and ReSearch.
struct box_trainer {
  std::span<const form_rule> form;
  double bad;        ///< for an invalid form, or no box
  double wrong;      ///< for a valid form without a right word
  bool needs_end;    ///< the response must end with eos_token
  double two_tools;  ///< added if the answer is partly right and both tools were used
};

/// Returns the reward of a boxed answer that is not yet in memory.said.
[[nodiscard]] inline double boxed_f1(const reward_input& in, std::string_view answer, reward_memory& memory) {
  memory.said.assign(answer);
  return best_scores(in.golds, memory, closed_rules).f1;
}

template <const box_trainer& Trainer>
void judge_boxed(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  constexpr std::string_view marker = "<|im_start|>assistant\n", plain = "Assistant:";
  std::size_t begin = in.text.find(marker);
  const std::string_view split = begin == nowhere ? plain : marker;
  if (begin == nowhere) begin = in.text.find(plain);
  if (begin == nowhere) {
    out.error = "expected \"<|im_start|>assistant\" or \"Assistant:\" before the response";
    return;
  }
  std::string_view response = in.text.substr(begin + split.size());
  response = response.substr(0, response.find(split));
  memory.scan.assign(response);
  out.reward = Trainer.bad;
  out.why = broken_rule(Trainer.form, memory.scan);
  if (!out.why.empty()) return;
  if (response.ends_with(in.options.eos_token)) {
    response.remove_suffix(in.options.eos_token.size());
  } else if (Trainer.needs_end) {
    out.why = "over_length";
    return;
  }
  std::optional<std::string_view> part;  // without the white space and end token removed there
  memory.scan.for_each_pair("<answer>", "</answer>", [&](std::string_view inner) {
    if (inner.data() + inner.size() + 9 <= response.data() + response.size()) part = inner;
    return false;
  });
  const std::optional<std::string_view> answer = part ? last_boxed(*part) : std::nullopt;
  set_answer_found(out, answer);
  out.why = !part ? "no_answer" : "no_box";
  if (!answer) return;
  const double f1 = boxed_f1(in, *answer, memory);
  const bool both = f1 > 0 && Trainer.two_tools != 0 && memory.scan.find("</search>") != nowhere &&
                    memory.scan.find("</python>") != nowhere;
  out.reward = f1 > 0 ? (both ? f1 + Trainer.two_tools : f1) : Trainer.wrong;
  out.why = both ? "right_with_both_tools" : f1 == 1 ? "right" : f1 > 0 ? "partly_right" : "wrong";
}

inline constexpr box_trainer tool_star{forms::tool_star, -1, 0, false, 0.1};
inline constexpr box_trainer research{forms::research, 0, 0.1, true, 0};

/// ReCall: checks every turn of the assistant, tool calls as JSON; the last turn has the box.
inline void judge_recall(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  out.reward = 0;
  if (!in.text.ends_with(in.options.eos_token)) {
    out.why = "over_length";
    return;
  }
  constexpr std::string_view begin_turn = "<|im_start|>assistant\n", end_turn = "<|im_end|>";
  memory.scan.assign(in.text);
  std::string_view last;
  bool any = false;
  for (std::size_t at = memory.scan.find(begin_turn); at != nowhere; at = memory.scan.find(begin_turn, at)) {
    const std::size_t end = memory.scan.find(end_turn, at);
    if (end == nowhere) break;
    last = strip(in.text.substr(at + begin_turn.size(), end - at - begin_turn.size()));
    any = true;
    at = end + end_turn.size();
    if (!out.why.empty()) continue;
    memory.part.assign(last);
    out.why = broken_rule(forms::recall_turn, memory.part);
    if (!out.why.empty()) continue;
    memory.part.for_each_pair("<tool_call>", "</tool_call>", [&](std::string_view call) {
      call = strip(call);
      if (call.find("\"name\"") == nowhere || call.find("\"arguments\"") == nowhere) {
        out.why = "tool_call_fields";
      } else if (const json_verdict verdict = check_python_json(call); verdict != json_verdict::valid) {
        out.why = "tool_call_json";
        if (verdict == json_verdict::too_large) out.error = "a tool call that Python's json.loads cannot hold";
      }
      return out.why.empty();
    });
  }
  if (!any) out.why = "no_turn";
  if (out.why.empty() && last.find("\\box") == nowhere) out.why = "no_box";
  if (!out.why.empty()) return;
  const std::optional<std::string_view> answer = last_boxed(last);
  set_answer_found(out, answer);
  out.why = "no_box";
  if (!answer) return;
  const double f1 = boxed_f1(in, *answer, memory);
  out.reward = f1 > 0 ? f1 : 0.1;
  out.why = f1 == 1 ? "right" : f1 > 0 ? "partly_right" : "wrong";
}

/// Matches <think>…</think>, a line break, then the tag's pair up to the end.
[[nodiscard]] inline bool is_think_then(std::string_view block, std::string_view middle, std::string_view close) {
  constexpr std::string_view think = "<think>";
  if (block.ends_with('\n') && block.substr(0, block.size() - 1).ends_with(close)) block.remove_suffix(1);
  if (!block.starts_with(think) || !block.ends_with(close)) return false;
  const std::size_t at = block.find(middle, think.size());
  return at != nowhere && at + middle.size() <= block.size() - close.size();
}

inline void judge_graph_r1(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  double format = 0;
  std::string_view last;
  bool any = false;
  const auto ends_turn = [&](std::string_view block) {
    memory.part.assign(block);
    return broken_rule(forms::graph_r1_turn, memory.part).empty() &&
           is_think_then(block, "</think>\n<query>", "</query>");
  };
  memory.scan.assign(in.text);
  memory.scan.for_each_pair("<|im_start|>assistant\n", "<|im_end|>", [&](std::string_view block) {
    if (any && ends_turn(last)) format += 0.5;
    last = block;
    any = true;
    return true;
  });
  const bool answered = any && is_think_then(last, "</think>\n<answer>", "</answer>");
  if (answered) format += 0.5;
  std::optional<std::string_view> answer;
  memory.part.assign(last);
  memory.part.for_each_pair("<answer>", "</answer>", [&](std::string_view inner) {
    answer = strip(inner);
    return false;
  });
  set_answer_found(out, answer);
  double f1 = 0;
  bool em = false;
  if (answer && in.golds.count != 0) {
    memory.said.assign(*answer);
    f1 = best_scores(in.golds, memory, open_rules).f1;
    em = equals_any(in.golds, memory.said);
  }
  const double capped = std::min(format, 1.0);
  out.reward = capped == 1.0 ? -1.0 + capped + f1 : -1.0 + capped;
  out.why = !any            ? "no_turn"
            : !answered     ? "last_turn"
            : capped != 1.0 ? "turns"
            : f1 == 1       ? "right"
            : f1 > 0        ? "partly_right"
                            : "wrong";
  if (!in.all_numbers) return;
  out.add("format", format);
  out.add("answer", f1);
  out.add("em", em ? 1 : 0);
  out.add("f1", f1);
}

inline void judge_rllm(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  constexpr double threshold = 0.3;
  const guessed_answer guess = guess_answer(in.text, memory.text);
  out.extracted = guess.answer;
  out.found = guess.step != guess_step::nothing;
  memory.said.assign(guess.answer);
  const bool em = equals_any(in.golds, memory.said);
  const double f1 = em ? 1 : best_scores(in.golds, memory, closed_rules).f1;
  const bool correct = em || f1 >= threshold;
  out.reward = em ? 1.0 : correct ? f1 : 0.0;
  out.why = name(guess.step);
  if (!in.all_numbers) return;
  out.add("is_correct", correct ? 1 : 0);
  out.add("f1", f1);
  out.add("em", em ? 1 : 0);
}

inline void judge_nemo_gym(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  memory.text = json_answer(in.text);
  out.extracted = memory.text;
  out.found = true;
  const std::string said = mhqa::detail::plain_form(memory.text);
  const std::size_t length = utf8::count(said);
  const std::uint64_t bytes = mhqa::detail::byte_bits(said);
  bool strict = false;
  for (std::size_t i = 0; i < in.golds.surfaces.size() && !strict; ++i) {
    const bool possible = (in.golds.surface_bytes[i] & ~bytes) == 0;
    strict = possible && stands_firmly(said, length, in.golds.surfaces[i]);
  }
  out.reward = strict ? 1 : 0;
  out.why = strict ? "right" : "wrong";
  if (!in.all_numbers) return;
  memory.said.assign(memory.text);
  const scores s = best_scores(in.golds, memory, closed_rules);
  const bool correct = std::any_of(in.golds.surfaces.begin(), in.golds.surfaces.end(),
                                   [&](const std::string& form) { return contains(said, form); });
  out.add("answer_em", s.em);
  out.add("answer_f1", s.f1);
  out.add("is_correct", correct ? 1 : 0);
  out.add("is_correct_strict", strict ? 1 : 0);
  out.add("gt_should_remove", in.golds.unfit ? 1 : 0);
}

inline void judge_slime(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  set_answer_found(out, in.text);
  memory.said.assign(in.text);
  const scores s = best_scores(in.golds, memory, closed_rules);
  out.reward = s.f1;
  out.why = s.f1 == 1 ? "right" : s.f1 > 0 ? "partly_right" : "wrong";
  if (!in.all_numbers) return;
  out.add("precision", s.precision);
  out.add("recall", s.recall);
}

/// A rule of batch/reward_rules.hpp with HotpotQA's scores; follows no program.
template <const reward_rule& Rule>
void judge_rule(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  const extraction found = mhqa::detail::extract_span(in.text, Rule.extraction, memory.text);
  if (found.found()) set_answer_found(out, found.answer);
  if (out.found) memory.said.assign(out.extracted);
  const scores s = out.found ? best_scores(in.golds, memory, closed_rules) : scores{};
  out.reward = reward_of(Rule, out.found, found.has(extraction_flag::tag_spam), true, s);
  const double right = Rule.score == reward_score::em ? s.em : s.f1;
  out.why = !out.found ? "no_answer" : right == 1 ? "right" : right > 0 ? "partly_right" : "wrong";
}

inline constexpr std::uint8_t two_scores = 0b00011;
inline constexpr std::uint8_t search_scores = 0b11101;
inline constexpr std::uint8_t refine_scores = 0b100010;

inline constexpr gold_preparation squad_golds{};
inline constexpr gold_preparation autorefine_golds{.closed = true};
inline constexpr gold_preparation r1_golds{.text = normalizations::triviaqa, .booleans = true};

}  // namespace detail

/// The published reward functions, named after their programs.
inline constexpr std::array published_rewards{
    published_reward{.name = "r1_searcher_qwen_zero",
                     .program = "RUCAIBox/R1-Searcher train/reward_server_qwen_zero.py@631167c",
                     .golds = detail::r1_golds,
                     .judge = &detail::judge_r1<detail::qwen_zero>,
                     .single_gold = true},
    published_reward{.name = "r1_searcher_llama_stage1",
                     .program = "RUCAIBox/R1-Searcher train/reward_server_llama_stage1.py@631167c",
                     .golds = detail::r1_golds,
                     .judge = &detail::judge_r1<detail::llama_stage1>,
                     .single_gold = true},
    published_reward{.name = "r1_searcher_llama_stage2",
                     .program = "RUCAIBox/R1-Searcher train/reward_server_llama_stage2.py@631167c",
                     .golds = detail::r1_golds,
                     .judge = &detail::judge_r1<detail::llama_stage2>,
                     .single_gold = true},
    published_reward{.name = "deepresearcher",
                     .program = "GAIR-NLP/DeepResearcher verl/utils/reward_score/format_and_f1.py@c93be8f",
                     .golds = {.sets = true, .set_text = normalizations::words, .lowered_first = true},
                     .judge = &detail::judge_deepresearcher},
    published_reward{.name = "asearcher",
                     .program = "inclusionAI/ASearcher ASearcher/utils/rewards.py@813e804",
                     .golds = {.booleans = true, .sets = true},
                     .judge = &detail::judge_asearcher},
    published_reward{.name = "skyrl_gym_search",
                     .program = "NovaSky-AI/SkyRL skyrl-gym/skyrl_gym/envs/search/utils.py@a956457",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_skyrl_gym,
                     .arguments = detail::two_scores},
    published_reward{.name = "skyrl_gym_search_env",
                     .program = "NovaSky-AI/SkyRL skyrl-gym/skyrl_gym/envs/search/env.py@a956457",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_skyrl_env,
                     .played = true},
    published_reward{.name = "skyrl_agent_qa",
                     .program = "NovaSky-AI/SkyRL skyrl-agent/skyrl_agent/tasks/verifiers/qa.py@a956457",
                     .golds = {.unboxed = true, .sets = true},
                     .judge = &detail::judge_skyrl_agent,
                     .none = none_text::zero},
    published_reward{.name = "zerosearch",
                     .program = "Alibaba-NLP/ZeroSearch verl/utils/reward_score/qa_em.py@2d4cdca",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_zerosearch,
                     .prompt = prompt_use::read},
    published_reward{.name = "tool_star",
                     .program = "RUC-NLPIR/Tool-Star verl/utils/reward_score/re_search.py@8e5936f",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_boxed<detail::tool_star>,
                     .prompt = prompt_use::read},
    published_reward{.name = "research",
                     .program = "Agent-RL/ReSearch src/verl/utils/reward_score/re_search.py@4bdb872",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_boxed<detail::research>,
                     .prompt = prompt_use::read},
    published_reward{.name = "recall",
                     .program = "Agent-RL/ReCall src/verl/utils/reward_score/re_call.py@aaf16b3",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_recall,
                     .prompt = prompt_use::turns},
    published_reward{.name = "graph_r1",
                     .program = "LHRLAB/Graph-R1 verl/utils/reward_score/qa_em_and_format.py@ab09130",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_graph_r1,
                     .none = none_text::zero,
                     .prompt = prompt_use::turns},
    published_reward{.name = "rl_factory_search",
                     .program = "Simple-Efficient/RL-Factory envs/search.py@d0abc1d",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rl_factory},
    published_reward{.name = "rllm_search",
                     .program = "rllm-org/rllm rllm/rewards/search_reward.py@9beb6e0",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rllm},
    published_reward{.name = "nemo_gym_hotpotqa",
                     .program = "NVIDIA-NeMo/Gym resources_servers/hotpotqa_qa/scoring.py@07d6b0d",
                     .golds = {.surfaces = true},
                     .judge = &detail::judge_nemo_gym,
                     .single_gold = true,
                     .none = none_text::empty},
    published_reward{.name = "slime_f1",
                     .program = "THUDM/slime slime/rollout/rm_hub/f1.py@624b824",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_slime,
                     .single_gold = true,
                     .none = none_text::zero},
    published_reward{.name = "search_r1_em",
                     .program = "PeterGriffinJin/Search-R1 verl/utils/reward_score/qa_em.py@a14dc3a",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_search_r1,
                     .arguments = detail::two_scores,
                     .prompt = prompt_use::read},
    published_reward{.name = "search_r1_em_format",
                     .program = "PeterGriffinJin/Search-R1 verl/utils/reward_score/qa_em_format.py@a14dc3a",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_search_r1_format<detail::script_numbers>,
                     .arguments = detail::search_scores,
                     .prompt = prompt_use::read,
                     .usual = detail::script_numbers},
    published_reward{.name = "search_r1_em_format_unweighted",
                     .program = "PeterGriffinJin/Search-R1 verl/utils/reward_score/qa_em_format.py@a14dc3a",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_search_r1_format<detail::function_numbers>,
                     .arguments = detail::search_scores,
                     .prompt = prompt_use::read,
                     .usual = detail::function_numbers},
    published_reward{.name = "verl_search_r1_like",
                     .program = "verl-project/verl verl/utils/reward_score/search_r1_like_qa_em.py@1dda039",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_verl,
                     .arguments = detail::two_scores},
    published_reward{.name = "stepsearch",
                     .program = "Zillwang/StepSearch verl/utils/reward_score/qa_step.py@43215ba",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_stepsearch,
                     .steps = true},
    published_reward{.name = "autorefine",
                     .program = "syr-cn/AutoRefine verl/utils/reward_score/qa_em.py@8363788",
                     .golds = detail::autorefine_golds,
                     .judge = &detail::judge_autorefine,
                     .arguments = detail::refine_scores},
    published_reward{.name = "rezero",
                     .program = "menloresearch/DeepSearch (ReZero) src/rewards.py@20fb677",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rezero,
                     .played = true,
                     .messages = true},
    published_reward{.name = "f1",
                     .program = "HotpotQA's F1 of the last <answer>",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rule<rewards::f1>},
    published_reward{.name = "em",
                     .program = "exact match of the last <answer>",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rule<rewards::em>},
    published_reward{.name = "recall_f1",
                     .program = "HotpotQA's F1 of the last box, 0.1 for a wrong one",
                     .golds = detail::squad_golds,
                     .judge = &detail::judge_rule<rewards::recall_f1>},
};

/// Returns one line that names the rule, the program, its commit, and the numbers that it takes; those of
/// the rule where the options give none.
///
/// Example: "search_r1_em_format|program:…@a14dc3a|score:1|format_score:0|structure_format_score:0.2|…"
[[nodiscard]] inline std::string signature_of(const published_reward& reward, const reward_options& options = {}) {
  std::string out{reward.name};
  out.append("|program:").append(reward.program);
  for (std::size_t i = 0; i < reward_arguments.size(); ++i) {
    if ((reward.arguments >> i & 1U) == 0) continue;
    std::array<char, 32> text{};
    const auto member = reward_arguments[i].member;
    const double value = detail::given_or(options.*member, reward.usual.*member);
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append("|").append(reward_arguments[i].name).append(":").append(text.data(), end);
  }
  return out.append("|unicode:14.0|mhqa:" MHQA_VERSION_STRING);
}

/// What find_published_reward() returns: a pointer that is never followed where it is null.
///
/// Errors: * and -> throw data_error with the known names if there is no reward with the name
class found_reward {
 public:
  constexpr found_reward(const published_reward* reward, std::string_view name) noexcept
      : reward_{reward}, name_{name} {}

  constexpr operator const published_reward*() const noexcept { return reward_; }  // NOLINT: compares with nullptr
  constexpr const published_reward& operator*() const {
    if (reward_ == nullptr) refuse();
    return *reward_;
  }
  constexpr const published_reward* operator->() const { return &**this; }

 private:
  [[noreturn]] void refuse() const {
    std::string known;
    for (const published_reward& one : published_rewards) known.append(known.empty() ? "" : ", ").append(one.name);
    throw_data_error({}, "unknown reward \"" + std::string{name_} + "\"; expected one of: " + known,
                     errc::unknown_name);
  }

  const published_reward* reward_;
  std::string_view name_;
};

/// Returns the reward with this name, or null. Also accepts the short names of batch/reward_rules.hpp.
///
/// Example: find_published_reward("verl")->name  // "verl_search_r1_like"
[[nodiscard]] constexpr found_reward find_published_reward(std::string_view name) noexcept {
  const std::string_view wanted = name;
  if (name == "search_r1") name = "search_r1_em";
  if (name == "search_r1_format") name = "search_r1_em_format";
  if (name == "verl") name = "verl_search_r1_like";
  for (const published_reward& one : published_rewards) {
    if (one.name == name) return {&one, wanted};
  }
  return {nullptr, wanted};
}

/// Computes the reward of one generation.
///
/// Undefined: verdict.reward is empty if the program raises for the reward but gives other numbers; verdict.error is
///            set if it gives none
/// Cost:      linear in the text for any bytes
[[nodiscard]] inline reward_verdict judge_generation(const published_reward& reward, const reward_input& in,
                                                     reward_memory& memory) {
  reward_verdict out;
  if (reward.single_gold && in.golds.count != 1) {
    out.error = "expected one gold answer, found " + std::to_string(in.golds.count);
    return out;
  }
  if (in.no_text && reward.none == none_text::raises) {
    out.error = "expected a text, found none";
    return out;
  }
  reward.judge(in, memory, out);
  if (in.no_text && reward.none == none_text::zero) {
    out.reward = 0;
    out.found = false;
    out.why = "no_text";
    for (std::size_t i = 0; i < out.more_count; ++i) out.more[i].value = 0;
  }
  return out;
}

}  // namespace mhqa::inline v0_1::batch
