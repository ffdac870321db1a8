// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends a file of requests to a language model and returns the answers in the order of the requests, for any number of
// threads. remote_reader wraps the same model as a reader.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/model/composed_readers.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/remote/answers.hpp>
#include <mhqa/remote/ask_tasks.hpp>
#include <mhqa/remote/caller.hpp>
#include <mhqa/remote/chat.hpp>
#include <mhqa/remote/judgement.hpp>
#include <mhqa/remote/prompt.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::remote {

/// Returns the body of the call that asks `question` about `context`.
[[nodiscard]] inline std::string reading_body(const chat_settings& settings, const prompt_template& prompt,
                                              std::string_view question, std::span<const context_paragraph> context) {
  return chat_body(settings, prompt.fill([&](std::string_view slot) { return slot_text(slot, question, context); }),
                   schemas::read);
}

/// A prompt of the library, the slots that it and others of its kind may use, and the schema of the replies.
struct built_in_prompt {
  std::string_view text;
  std::span<const std::string_view> slots;
  std::string_view schema;
};

/// Returns the library's prompt for a kind of request.
[[nodiscard]] inline built_in_prompt prompt_of(ask_kind kind) noexcept {
  switch (kind) {
    case ask_kind::word:
      return {prompts::word, prompts::word_slots, schemas::word};
    case ask_kind::check:
      return {prompts::check, prompts::check_slots, schemas::check};
    case ask_kind::judge:
      return {prompts::judge, prompts::judge_slots, schemas::judge};
    case ask_kind::decompose:
      return {prompts::decompose, prompts::decompose_slots, schemas::decompose};
    case ask_kind::read:
      break;
  }
  return {prompts::read, prompts::read_slots, schemas::read};
}

/// A reader that asks a model; a refused reply gives an empty answer.
///
/// Shape:  models `reader`; refers to the caller, the settings and the prompt, which must outlive it. Copies may be
///         used from several threads
/// Errors: exceptions of the caller propagate
template <class Caller>
class remote_reader {
 public:
  remote_reader(Caller& call, const chat_settings& settings, const prompt_template& prompt)
      : call_{&call}, settings_{&settings}, prompt_{&prompt} {}

  [[nodiscard]] reading operator()(const reading_task& task) const { return read(task).value; }

  /// Returns the reading, with the reason if the reply was refused.
  [[nodiscard]] answer_of<reading> read(const reading_task& task) const {
    const chat_reply reply = (*call_)(reading_body(*settings_, *prompt_, task.question, task.context));
    return settings_->json == json_mode::off && !detail::has_object(reply)
               ? read_plain_reading(reply)
               : read_reading(reply, task.id, task.context.size());
  }

 private:
  Caller* call_;
  const chat_settings* settings_;
  const prompt_template* prompt_;
};

/// The outcome of a run over a file of requests.
struct ask_counts {
  std::uint64_t requests = 0;
  std::array<std::uint64_t, refusals> refused{};  ///< replies by refusal; [0] counts the usable ones
};

/// How a file of requests is sent to a model.
struct ask_options {
  chat_settings chat;
  bool steps = false;                          ///< answer each record's decomposition step by step
  judgement_form form = judgement_form::json;  ///< of a judge's replies
  std::string judge{};                         ///< what lines of judgements call the judge; empty: the model's name
  std::size_t batch = 256;                     ///< number of requests in memory at a time, up to 16 MiB; 0 means 1
};

namespace detail {

/// Returns the body of the single call that a request needs (without `steps`).
[[nodiscard]] inline std::string task_body(const chat_settings& chat, const prompt_template& prompt,
                                           const ask_task& task) {
  const std::vector<context_paragraph> context = task.context();
  if (task.kind == ask_kind::read) return reading_body(chat, prompt, task.question, context);
  return chat_body(chat, prompt.fill([&](std::string_view slot) { return slot_text(slot, task); }),
                   prompt_of(task.kind).schema);
}

/// Refuses a record whose steps would send its paragraphs too often.
inline void expect_few_steps(const ask_task& task) {
  try {
    expect_few_readings(task.steps.size(), task.paragraphs.size());
  } catch (const data_error& error) {
    throw_data_error({.id = task.id}, error.problem());
  }
}

/// Sends one request; appends the line of its answer and returns the refusal.
template <class Caller>
refusal ask_one(Caller& call, const ask_options& options, const prompt_template& prompt, const ask_task& task,
                std::string& line) {
  if (task.kind == ask_kind::read) {
    const remote_reader read{call, options.chat, prompt};
    const std::vector<context_paragraph> context = task.context();
    answer_of<reading> said;
    if (options.steps) {
      if (task.steps.empty()) {
        throw_data_error({.id = task.id}, "`steps` expects \"question_decomposition\" with steps");
      }
      detail::expect_few_steps(task);
      step_reader by_step{[&](const reading_task&) { return task.steps; },
                          [&](const reading_task& step) {
                            answer_of<reading> one = read.read(step);
                            if (said.why == refusal::none) said.why = one.why;
                            return std::move(one.value);
                          }};
      said.value = by_step({task.id, task.question, context});
    } else {
      said = read.read({task.id, task.question, context});
    }
    append_answer(line, task, said);
    return said.why;
  }
  const chat_reply reply = call(task_body(options.chat, prompt, task));
  if (task.kind == ask_kind::word) {
    const auto said = read_wording(reply, task.id);
    append_answer(line, task, said);
    return said.why;
  }
  if (task.kind == ask_kind::judge) {
    const auto said = read_judgement(reply, task.id, options.form);
    append_judgement(line, task, said, options.judge.empty() ? options.chat.model : options.judge);
    return said.why;
  }
  if (task.kind == ask_kind::decompose) {
    const auto said = read_steps(reply, task.id);
    append_answer(line, task, said);
    return said.why;
  }
  const auto said = read_verdict(reply, task.id);
  append_answer(line, task, said);
  return said.why;
}

}  // namespace detail

/// Sends every request to the model and calls sink(line) with each answer, in the order of the requests.
///
/// Shape:  the same lines for any executor, however often the run was interrupted
/// Errors: data_error for a repeated id in requests of `mhqa compose` and for a file without requests; exceptions of
///         the caller propagate
/// Cost:   memory for one batch of requests and the ids
template <class Caller, class Sink, class E>
ask_counts ask_all(ask_tasks& tasks, const std::string& file, Caller& call, const prompt_template& prompt,
                   const ask_options& options, Sink&& sink, E&& exec) {
  constexpr std::size_t most_batch_bytes = std::size_t{1} << 24U;
  ask_counts out;
  unique_ids ids;
  std::vector<ask_task> batch;
  std::vector<std::string> lines;
  std::vector<refusal> whys;
  for (bool more = true; more;) {
    batch.clear();
    std::size_t bytes = 0;
    while (batch.size() < std::max<std::size_t>(options.batch, 1) && bytes < most_batch_bytes) {
      std::optional<ask_task> task = tasks.next();
      if (!task) {
        more = false;
        break;
      }
      if (!task->of_data_set) ids.add(task->id, file);
      bytes += task->bytes();
      batch.push_back(std::move(*task));
    }
    lines.assign(batch.size(), {});
    whys.assign(batch.size(), refusal::none);
    exec.for_each(batch.size(),
                  [&](std::size_t i) { whys[i] = detail::ask_one(call, options, prompt, batch[i], lines[i]); });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ++out.requests;
      ++out.refused[static_cast<std::size_t>(whys[i])];
      sink(std::string_view{lines[i]});
    }
  }
  if (out.requests == 0) throw_data_error({.file = file}, "expected requests, found none");
  return out;
}

/// The cost of a run, estimated without calls.
struct ask_estimate {
  std::uint64_t requests = 0;
  std::uint64_t recorded = 0;       ///< calls with a recorded reply, or equal to an earlier call
  std::uint64_t calls = 0;          ///< calls to be made
  std::uint64_t prompt_tokens = 0;  ///< of those calls: bytes of the prompts divided by four
  std::uint64_t most_completion_tokens = 0;
};

/// Estimates the calls of a file. With `steps`, only the first step of a record is known, so each step counts as that
/// call.
[[nodiscard]] inline ask_estimate estimate(ask_tasks& tasks, const call_log& log, const prompt_template& prompt,
                                           const ask_options& options) {
  ask_estimate out;
  string_arena names;
  string_index seen;
  while (std::optional<ask_task> task = tasks.next()) {
    ++out.requests;
    if (options.steps) detail::expect_few_steps(*task);
    const std::size_t steps = options.steps ? std::max<std::size_t>(task->steps.size(), 1) : 1;
    for (std::size_t i = 0; i < steps; ++i) {
      if (options.steps && i < task->steps.size()) task->question = task->steps[i];
      const std::string body = detail::task_body(options.chat, prompt, *task);
      const std::string key = call_key(body);
      if (log.find(key) != nullptr || seen.contains(key)) {
        ++out.recorded;
        continue;
      }
      seen.insert(names.store(key));
      ++out.calls;
      out.prompt_tokens += (body.size() + 3) / 4;
      out.most_completion_tokens += options.chat.max_tokens;
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1::remote
