// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa condition: the shares of heads, tails and questions that meet MuSiQue's condition, by a reader or by answers.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/condition_files.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/model/lexical_reader.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace mhqa_command {
namespace {

struct condition_arguments {
  std::string file, requests;
  std::vector<std::string> answers;
  bool json = false;
};

/// Calls f(id, question) for each answerable record.
template <class F>
void for_each_question(const std::string& path, F&& f) {
  auto records = mhqa::io::musique::golds(path, mhqa::io::musique::fields::all);
  mhqa::musique::record record;
  while (records.next(record)) {
    if (!record.answerable) continue;
    mhqa::with_place(path, record.id, [&] { f(record.id, mhqa::io::condition_question_of(record)); });
  }
}

void write_requests(const condition_arguments& chosen) {
  std::error_code error;
  std::filesystem::create_directories(chosen.requests, error);
  const std::filesystem::path folder = chosen.requests;
  mhqa::io::condition_request_files files{(folder / "condition.jsonl").string(),
                                          (folder / "paragraphs.jsonl").string()};
  for_each_question(chosen.file, [&](std::string_view id, const mhqa::io::condition_question& q) { files.add(id, q); });
  files.commit();
  print(fmt::format("{} requests in {}\n", files.asked(), (folder / "condition.jsonl").string()));
}

mhqa::condition_shares count(const condition_arguments& chosen) {
  std::vector<mhqa::replay_reader> models;
  for (const std::string& path : chosen.answers) models.push_back(mhqa::io::read_answers(path));
  mhqa::condition_shares shares;
  for_each_question(chosen.file, [&](std::string_view id, const mhqa::io::condition_question& q) {
    shares.add(models.empty() ? mhqa::check_condition(q.hops, q.context, mhqa::lexical_reader{})
                              : mhqa::io::judge_condition(id, q, models));
  });
  return shares;
}

std::string report(const condition_arguments& chosen, const mhqa::condition_shares& s) {
  std::string out;
  if (chosen.json) {
    mhqa::io::json_writer json{out, 2};
    json.begin_object().member("questions", s.questions).member("connected", s.connected).member("heads", s.heads);
    json.member("heads_met", s.heads_met).member("tails", s.tails).member("tails_met", s.tails_met);
    json.member("models", static_cast<std::uint64_t>(chosen.answers.size())).end_object();
    return out + '\n';
  }
  const std::string by =
      chosen.answers.empty() ? "the lexical reader, not a model" : fmt::format("{} models", chosen.answers.size());
  const auto row = [&out](const char* name, std::uint64_t met, std::uint64_t all, double share) {
    out += fmt::format("{:<40} {:>8} of {:>8}  {:>5.1f} %\n", name, met, all, 100 * share);
  };
  out += "answered by " + by + "\n\n";
  row("heads not answered without context", s.heads_met, s.heads, s.head_share());
  row("tails not answered without the bridge", s.tails_met, s.tails, s.tail_share());
  row("questions that are connected", s.connected, s.questions, s.connected_share());
  return out;
}

}  // namespace

void add_condition(const arguments& app, int&) {
  const auto chosen = std::make_shared<condition_arguments>();
  const arguments verb =
      app.add_subcommand("condition", "Count the heads, tails and questions that meet MuSiQue's condition");
  verb->add_option("file", chosen->file, "Questions in MuSiQue's layout, with decompositions and paragraphs")
      ->required();
  verb->add_option("--requests", chosen->requests,
                   "Only write the requests for models into this folder; mhqa ask answers them")
      ->type_name(output_folder);
  verb->add_option("--answers", chosen->answers, "Answers to these requests, one file per model");
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->footer(
      "Example:\n  mhqa condition dev.jsonl\n"
      "With a model of your own:\n  mhqa condition dev.jsonl --requests asked; mhqa ask asked/condition.jsonl … --out "
      "said.jsonl; mhqa condition dev.jsonl --answers said.jsonl");
  verb->callback([chosen] {
    if (!chosen->requests.empty() && !chosen->answers.empty()) {
      mhqa::throw_data_error({.field = "--requests"}, "expected --requests or --answers, found both");
    }
    if (!chosen->requests.empty()) return write_requests(*chosen);
    const mhqa::condition_shares shares = count(*chosen);
    print(report(*chosen, shares));
  });
}

}  // namespace mhqa_command
