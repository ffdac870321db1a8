// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa ask: puts requests to a language model behind an OpenAI-compatible server, and records every call.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/remote/ask.hpp>
#include <mhqa/remote/ask_report.hpp>
#if defined(MHQA_WITH_REMOTE)
#include <mhqa/remote/endpoint.hpp>
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

namespace remote = mhqa::remote;

/// The names of json_mode.
constexpr std::array<std::string_view, 4> json_modes{"schema", "object-schema", "object", "off"};

/// The names of ask_kind.
constexpr std::array<std::string_view, 5> prompt_names{"read", "word", "check", "judge", "decompose"};

template <std::size_t N>
std::vector<std::string> listed(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

struct ask_arguments {
  std::string requests;
  std::string paragraphs;
  std::string endpoint;
  std::string out;
  std::string log;
  std::string prompt;
  std::string print_prompt;
  std::string key_variable = "OPENAI_API_KEY";
  std::string certificates;
  std::string json = "schema";
  std::string form = "json";
  std::string seed;
  std::size_t threads = 4;
  unsigned timeout = 120;
  unsigned max_time = 0;  // twice the timeout
  unsigned max_wait = 60;
  std::uint64_t max_reply_bytes = std::uint64_t{1} << 24U;
  std::uint64_t max_header_bytes = std::uint64_t{1} << 18U;
  bool decompose = false;
  bool dry_run = false;
  remote::ask_options ask;
  remote::retry_policy retry;
  remote::token_prices prices;
};

/// Says what of the record is not used, in one line.
void tell_faults(const remote::call_log& log, const std::string& file) {
  std::string text;
  if (log.was_cut()) text += "; the last call was cut short and will be asked again";
  if (log.broken() != 0) {
    text += "; line " + std::to_string(log.first_broken()) +
            " was broken by a failed write; calls that will be asked again: " + std::to_string(log.broken());
  }
  if (log.repeated() != 0) text += "; second replies to a call, which are not used: " + std::to_string(log.repeated());
  if (!text.empty()) std::fputs(("mhqa: " + mhqa::printable(file) + ": " + text.substr(2) + "\n").c_str(), stderr);
}

template <class Transport>
void ask(const ask_arguments& chosen, remote::ask_tasks& tasks, remote::call_log& log,
         const remote::prompt_template& prompt, Transport transport, const std::string& name, const std::string& key) {
  remote::caller<Transport> call{log, std::move(transport), chosen.retry, name, key};
  mhqa::io::atomic_file out{chosen.out};
  mhqa::thread_pool pool{chosen.threads};
  progress shown{"requests"};
  std::uint64_t done = 0;
  const remote::ask_counts counts = remote::ask_all(
      tasks, chosen.requests, call, prompt, chosen.ask,
      [&](std::string_view line) {
        out.write(line);
        shown(++done);
      },
      pool);
  out.commit();
  std::string text;
  remote::append_ask_counts(text, counts, call.counts(), chosen.prices);
  std::fputs(text.c_str(), stderr);
}

void run(ask_arguments chosen) {
  if (!chosen.print_prompt.empty()) {
    const auto at = std::find(prompt_names.begin(), prompt_names.end(), chosen.print_prompt);
    return print(remote::prompt_of(static_cast<remote::ask_kind>(at - prompt_names.begin())).text);
  }
  const auto need = [](bool given, const std::string& option) {
    if (!given) mhqa::throw_data_error({}, "`" + option + "`: expected a value, found none");
  };
  need(!chosen.requests.empty(), "requests");
  need(!chosen.ask.chat.model.empty(), "model");
  need(!chosen.out.empty() || chosen.dry_run, "out");
  if (chosen.log.empty() && !chosen.out.empty() && chosen.out != "-") chosen.log = chosen.out + ".calls.jsonl";
  if (chosen.out == "-") need(!chosen.log.empty(), "log");
  if (!chosen.seed.empty()) chosen.ask.chat.seed = std::stoull(chosen.seed);
  chosen.ask.chat.json =
      static_cast<remote::json_mode>(std::find(json_modes.begin(), json_modes.end(), chosen.json) - json_modes.begin());
  chosen.retry.longest_wait = std::chrono::seconds{chosen.max_wait};
  chosen.ask.batch = std::max<std::size_t>(256, 8 * chosen.threads);

  remote::ask_tasks tasks{chosen.requests, chosen.paragraphs, chosen.decompose};
  const remote::built_in_prompt known = remote::prompt_of(tasks.asked());
  std::string text{known.text};
  if (!chosen.prompt.empty()) text = mhqa::io::file_bytes{chosen.prompt}.view();
  const remote::prompt_template prompt{text, known.slots, chosen.prompt};
  const auto form = std::find(remote::judgement_forms.begin(), remote::judgement_forms.end(), chosen.form);
  chosen.ask.form = static_cast<remote::judgement_form>(form - remote::judgement_forms.begin());
  if (chosen.ask.form != remote::judgement_form::json) chosen.ask.chat.json = remote::json_mode::off;
  chosen.ask.judge = chosen.ask.chat.model + "|prompt:" + remote::call_key(text);
  const bool calls = !chosen.endpoint.empty() && !chosen.dry_run;
  remote::call_log log{chosen.log, calls ? remote::log_use::append : remote::log_use::replay};
  tell_faults(log, chosen.log);
  if (chosen.dry_run) {
    text.clear();
    remote::append_ask_estimate(text, remote::estimate(tasks, log, prompt, chosen.ask), chosen.prices);
    return print(text);
  }
  if (chosen.endpoint.empty()) return ask(chosen, tasks, log, prompt, remote::no_transport{}, chosen.log, "");
#if defined(MHQA_WITH_REMOTE)
  const char* const given = std::getenv(chosen.key_variable.c_str());
  const std::string key = given == nullptr ? "" : given;
  const remote::endpoint server{
      {.url = chosen.endpoint,
       .key = key,
       .timeout = std::chrono::seconds{chosen.timeout},
       .certificates = chosen.certificates,
       .limits = {.header_bytes = chosen.max_header_bytes,
                  .body_bytes = chosen.max_reply_bytes,
                  .time = std::chrono::seconds{chosen.max_time == 0 ? 2 * chosen.timeout : chosen.max_time}}}};
  ask(chosen, tasks, log, prompt, server, server.origin(), key);
#else
  mhqa::throw_data_error({}, "`endpoint`: this command was built without cpp-httplib, which a server needs");
#endif
}

}  // namespace

void add_ask(const arguments& app, int&) {
  const auto chosen = std::make_shared<ask_arguments>();
  const arguments verb = app.add_subcommand("ask", "Send requests to a language model and record every call");
  verb->add_option(
      "requests", chosen->requests,
      "requests/*.jsonl of mhqa compose or mhqa triage, or questions with contexts: MuSiQue, HotpotQA, 2Wiki, "
      "probes");
  verb->add_option(
      "--endpoint", chosen->endpoint,
      "URL of an OpenAI-compatible server with its version: https://HOST/v1; without it, only recorded calls");
  verb->add_option("--model", chosen->ask.chat.model, "The model's name at that server");
  verb->add_option("--out", chosen->out, "Answers, one line per request, in the same order")->type_name(output_file);
  verb->add_option("--log", chosen->log, "The record of calls; default: OUT.calls.jsonl")->type_name(output_file);
  const option paragraphs = verb->add_option(
      "--paragraphs", chosen->paragraphs,
      "The paragraphs that requests name by number; default: STEM_paragraphs.jsonl or paragraphs.jsonl beside "
      "them");
  verb->add_option("--prompt", chosen->prompt, "A prompt of your own; --print-prompt shows the one to start from");
  verb->add_option("--print-prompt", chosen->print_prompt,
                   "Print a built-in prompt: read, word, check, judge or decompose")
      ->check(one_of{listed(prompt_names)});
  verb->add_option("--verdict", chosen->form,
                   "How a judge answers: json, letter (SimpleQA's A, B or C), line (BrowseComp's correct: yes) or word")
      ->check(one_of{listed(remote::judgement_forms)})
      ->capture_default_str();
  const option steps = verb->add_flag("--steps", chosen->ask.steps, "Answer MuSiQue's decomposition step by step");
  verb->add_flag("--decompose", chosen->decompose,
                 "Ask for the steps of each question of any records with id and question; mhqa read --decompositions "
                 "executes them")
      ->excludes(steps)
      ->excludes(paragraphs);
  verb->add_option("--temperature", chosen->ask.chat.temperature, "How freely the model samples; 0 is greedy decoding")
      ->check(between(0.0, 10.0))
      ->capture_default_str();
  verb->add_option("--max-tokens", chosen->ask.chat.max_tokens, "Most tokens of a reply")
      ->check(between(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", chosen->seed, "Seed to send to the server")->check(check_seed);
  verb->add_option("--json", chosen->json,
                   "How to ask the server for JSON: schema, object-schema (llama-cpp-python), object or off")
      ->check(one_of{listed(json_modes)})
      ->capture_default_str();
  verb->add_option("--threads", chosen->threads, "Concurrent calls")->check(between(1, 256))->capture_default_str();
  verb->add_option("--attempts", chosen->retry.attempts,
                   "Tries per call; only errors that may be temporary are retried")
      ->check(between(1, 100))
      ->capture_default_str();
  verb->add_option("--timeout", chosen->timeout,
                   "End an attempt after this many seconds without a byte from the server")
      ->check(between(1, 3600))
      ->capture_default_str();
  verb->add_option("--max-time", chosen->max_time,
                   "End an attempt after this many seconds in all; default: twice --timeout")
      ->check(between(1, 86400));
  verb->add_option("--max-reply-bytes", chosen->max_reply_bytes, "Most bytes of a reply, after decompression")
      ->check(between(1, 1073741824))
      ->capture_default_str();
  verb->add_option("--max-header-bytes", chosen->max_header_bytes, "Most bytes that a server may send before a reply")
      ->check(between(1024, 1073741824))
      ->capture_default_str();
  verb->add_option("--max-wait", chosen->max_wait, "Longest pause between two tries, in seconds")
      ->check(between(1, 86400))
      ->capture_default_str();
  verb->add_option("--key-env", chosen->key_variable, "The environment variable that holds the server's key")
      ->capture_default_str();
  verb->add_option("--certificates", chosen->certificates, "A file of trusted certificates instead of the system's");
  verb->add_flag("--dry-run", chosen->dry_run, "Count calls and tokens and estimate the cost; call nothing");
  verb->add_option("--price-in", chosen->prices.prompt, "Price of a million prompt tokens")->check(not_negative{});
  verb->add_option("--price-out", chosen->prices.completion, "Price of a million completion tokens")
      ->check(not_negative{});
  verb->footer(
      "Example:\n  mhqa ask out/requests/heads.jsonl --endpoint http://127.0.0.1:8080/v1 --model llama --out "
      "heads.jsonl");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
