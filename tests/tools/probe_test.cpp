// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_writer.hpp>

#include <mhqa/text/unicode_data.hpp>
#include <mhqa/utf8.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// mhqa probe, mhqa eval dire and mhqa report dire, as a user runs them.

using mhqa_test::check_refused;
using mhqa_test::finished;
using mhqa_test::json;
using mhqa_test::load_json;
using mhqa_test::load_jsonl;
using mhqa_test::parse_json;
using mhqa_test::read_file;
using mhqa_test::scratch;
using mhqa_test::shared_data;
using mhqa_test::shell;
using mhqa_test::shell_word;

namespace {

constexpr std::array<std::string_view, 4> kinds{"original", "probe", "transformed", "probe_of_transformed"};

finished command(std::initializer_list<std::string_view> arguments) {
  return mhqa_test::mhqa(arguments);
}

void write_json(mhqa::io::json_writer& out, const json& value) {
  if (value.is<json::object>()) {
    out.begin_object();
    for (const auto& [key, member] : value.members()) write_json(out.key(key), member);
    out.end_object();
  } else if (value.is<json::array>()) {
    out.begin_array();
    for (const json& item : value.items()) write_json(out, item);
    out.end_array();
  } else if (value.is<std::string>()) {
    out.value(std::string_view{value.string()});
  } else if (value.is<json::number>()) {
    out.raw(value.as<json::number>().text);
  } else if (value.is<bool>()) {
    out.value(value.boolean());
  } else {
    out.null();
  }
}

/// The golden groups as the files that the published scripts read: instances, predictions.
struct golden_files {
  std::string instances;
  std::string predictions;

  void add(const json& row, std::string_view kind) {
    const std::string& id = row["question_id"].string();
    if (kind == "original") {
      add_instance(row, id, nullptr, {});
      predictions += prediction(id, row["original"], {});
      return;
    }
    std::string lines;
    std::int64_t sub_idx = static_cast<std::int64_t>(id.size());
    for (const json& one : row[kind].items()) {
      const json* label = one.find("label_sufficiency");
      const std::string number = label == nullptr ? "" : std::to_string(sub_idx++ % 3);
      add_instance(row, id, &one, number);
      const std::string line = prediction(id, one["prediction"], number);
      lines = kind == "probe" ? line + lines : lines + line;  // the script takes them from the end
    }
    predictions += lines;
  }

 private:
  void add_instance(const json& row, const std::string& id, const json* one, const std::string& sub_idx) {
    mhqa::io::json_writer out{instances};
    out.begin_object().member("_id", std::string_view{id}).member("answer", std::string_view{row["answer"].string()});
    out.key("supporting_facts").begin_array();
    for (const json& fact : row["supporting_sentences"].items()) {
      bool kept = one == nullptr;
      if (one != nullptr) {
        for (const std::string& title : (*one)["kept"].strings()) kept = kept || title == fact[0].string();
      }
      if (kept) write_json(out, fact);
    }
    out.end_array();
    if (!sub_idx.empty()) {
      write_json(out.key("sufficiency"), (*one)["label_sufficiency"]);
      out.key("sub_idx").raw(sub_idx);
    }
    out.end_object();
    instances += '\n';
  }

  static std::string prediction(const std::string& id, const json& said, const std::string& sub_idx) {
    std::string line;
    mhqa::io::json_writer out{line};
    out.begin_object().member("question_id", std::string_view{id});
    if (!sub_idx.empty()) out.key("sub_idx").raw(sub_idx);
    for (const auto& [key, value] : said.members()) write_json(out.key(key), value);
    out.end_object();
    return line + "\n";
  }
};

/// What the published script prints for these numbers.
std::string official(const json& scores) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> blocks{
      {{"answer", "Answer"},
       {"supporting_paragraphs", "Supporting Paragraph"},
       {"supporting_sentences", "Supporting Sentence"},
       {"answer+supporting_paragraphs", "Joint Answer + Supporting Paragraph"},
       {"answer+supporting_sentences", "Joint Answer + Supporting Sentence"}}};
  std::string out;
  for (const auto& [key, title] : blocks) {
    out.append(title).append(" Scores\n");
    mhqa::io::json_writer writer{out, 4};
    write_json(writer, scores[key]);
    out += '\n';
  }
  return out;
}

/// Predictions of a model that is right about all instances of a file, one line each.
std::string perfect(const std::vector<json>& instances) {
  std::string out;
  for (const json& one : instances) {
    mhqa::io::json_writer line{out};
    line.begin_object().member("question_id", std::string_view{one["_id"].string()});
    for (const std::string_view key : {"sub_idx", "group", "sufficiency"}) {
      if (const json* value = one.find(key)) write_json(line.key(key), *value);
    }
    line.member("answer", std::string_view{one["answer"].string()}).member("answer_confidence", 0.5);
    write_json(line.key("supporting_sentences"), one["supporting_facts"]);
    line.key("supporting_paragraphs").begin_array();
    for (const json& fact : one["supporting_facts"].items()) line.value(std::string_view{fact[0].string()});
    line.end_array().end_object();
    out += '\n';
  }
  return out;
}

/// A record with three supports, and one with two.
constexpr std::string_view records =
    R"({"_id": "a", "question": "?", "answer": "x", "supporting_facts": [["A", 0], ["B", 0], ["C", 0]], "context": [["A", ["x"]], ["B", ["b"]], ["C", ["c"]], ["D", ["d"]], ["E", ["e"]]]}
{"_id": "b", "question": "?", "answer": "yes", "supporting_facts": [["A", 0], ["B", 1]], "context": [["A", ["x"]], ["N", ["n"]], ["B", ["b", "c"]], ["D", ["d"]]]}
)";

}  // namespace

TEST_CASE("eval dire: prints what the published scripts print, and each question's scores to 1e-12") {
  const auto groups = shared_data("golden/dire/groups.jsonl");
  const auto expected_file = shared_data("golden/dire/expected.json");
  if (!groups || !expected_file) return;
  const auto rows = load_jsonl(*groups);
  const json expected = load_json(*expected_file);
  const scratch here;
  golden_files originals;
  for (const json& row : rows) originals.add(row, "original");
  const auto on_original = here.write("original.jsonl", originals.predictions).string();
  for (const std::string_view kind : kinds) {
    CAPTURE(kind);
    golden_files files;
    for (const json& row : rows) files.add(row, kind);
    const auto input = here.write("input", files.instances).string();
    const auto said = here.write("said", files.predictions).string();
    const auto each = (here / "each").string();
    const std::string_view condition = kind == "probe" ? "--original-predictions" : "--joint";
    const std::string_view value = kind == "probe" ? std::string_view{on_original} : "published";
    const finished done =
        command({"eval", "dire", "--kind", kind, input, said, "--official", "--per-question", each, condition, value});
    CHECK(done.status == 0);
    CHECK(done.err.empty());
    CHECK(done.out == official(expected[kind]));
    std::size_t compared = 0;
    for (const json& question : load_jsonl(each)) {
      const json* want = expected[kind]["per_question"].find(question["id"].string());
      if (want == nullptr) continue;
      ++compared;
      for (const auto& [block, scores] : want->members()) {
        for (const auto& [name, number] : scores.members()) {
          CHECK(std::abs(question["scores"][block][name].real() - number.real()) <= 1e-12);
        }
      }
    }
    CHECK(compared == 50);
  }
}

TEST_CASE("eval dire: the Longformer's published figures; it has answers only" * doctest::test_suite("unsanitized")) {
  const auto gold = shared_data("data/hotpotqa/dev_answers_7405.json");
  const auto on_probe = shared_data("data/hotpotqa/predictions/longformer_probe.jsonl");
  const auto on_original = shared_data("data/hotpotqa/predictions/longformer.jsonl");
  if (!gold || !on_probe || !on_original) return;
  std::set<std::string> probed;
  for (const json& line : load_jsonl(*on_probe)) probed.insert(line["question_id"].string());
  std::string once, twice;
  const json all = load_json(*gold);
  for (const json& record : all.items()) {
    if (!probed.contains(record["_id"].string())) continue;
    std::string line;
    mhqa::io::json_writer out{line};
    write_json(out, record);
    once += line + "\n";
    twice += line + "\n" + line + "\n";
  }
  const scratch here;
  const auto original = here.write("original.jsonl", once).string(), probe = here.write("probe.jsonl", twice).string();
  const finished score = command({"eval", "dire", "--kind", "original", original, on_original->string(), "--official"});
  CHECK(score.out ==
        "Answer Scores\n{\n    \"f1\": 66.5,\n    \"em\": 53.4,\n    \"precision\": 69.0,\n"
        "    \"recall\": 67.9\n}\n");
  CHECK(score.err == "predictions for 37 questions ignored: the input lacks their ids\n");

  const finished bounded = command({"eval", "dire", "--kind", "probe", probe, on_probe->string(),
                                    "--original-predictions", on_original->string(), "--official"});
  CHECK(bounded.out ==
        "Answer Scores\n{\n    \"f1\": 52.0,\n    \"em\": 40.7,\n    \"precision\": 54.2,\n"
        "    \"recall\": 52.9\n}\n");
  const finished unrounded = command({"eval", "dire", "--kind", "probe", probe, on_probe->string(),
                                      "--original-predictions", on_original->string(), "--json"});
  const json result = parse_json(unrounded.out);
  CHECK(result["scores"].members().size() == 1);
  CHECK(std::abs(result["scores"]["answer"]["f1"].real() - 0.5204731462172328) <= 1e-12);
  CHECK(result["conditional"].boolean());
  CHECK(result["counts"]["questions"].integer() == 7368);

  const auto svg = (here / "bars.svg").string();
  const finished card = command(
      {"report", "dire", probe, on_probe->string(), "--original-predictions", on_original->string(), "--svg", svg});
  CHECK(card.status == 0);
  CHECK(card.out.find("answer                          66.5      52.0      14.5    53.4      40.7      12.7") !=
        std::string::npos);
  const std::string drawn = read_file(svg);
  CHECK(drawn.starts_with("<svg "));
  CHECK(drawn.ends_with("</svg>\n"));
  for (const char* number : {">66.5<", ">52.0<", ">14.5<"}) CHECK(drawn.find(number) != std::string::npos);
  CHECK(card.out.find("signature hotpotqa|") != std::string::npos);

  // The probe alone (Eq. 8), and the same run two_runs: mean, least and most are equal.
  const finished alone = command({"report", "dire", probe, on_probe->string(), "--json"});
  CHECK(alone.status == 0);
  const json on_halves = parse_json(alone.out);
  CHECK(on_halves["data"]["metrics"]["answer"]["f1"].find("score") == nullptr);
  CHECK(on_halves["data"]["metrics"]["answer"]["f1"]["disconnected"].real() >= 0.5204731462172328);
  const finished two_runs =
      command({"report", "dire", probe, on_probe->string(), "--run", on_probe->string(), "--original-predictions",
               on_original->string(), "--original-predictions", on_original->string()});
  CHECK(two_runs.status == 0);
  CHECK(two_runs.out.find("Mean of 2 runs (least-most)") != std::string::npos);
  CHECK(two_runs.out.find("52.0 (52.0-52.0)") != std::string::npos);
}

TEST_CASE("probe: real records of three data sets; lines of parts are those of the whole, for any threads" *
          doctest::test_suite("unsanitized")) {
  struct row {
    std::string_view file, format;
    std::int64_t probed;
  };
  constexpr std::array rows{row{"data/hotpotqa/dev_distractor_1814.json", "hotpotqa", 1810},
                            row{"data/musique/ans_dev_200.jsonl", "musique", 200},
                            row{"data/2wikimultihopqa/dev_164.json", "2wikimultihopqa", 164}};
  for (const row& r : rows) {
    const auto gold = shared_data(r.file);
    if (!gold) continue;
    CAPTURE(r.format);
    const scratch here;
    const auto folder = [&](std::string_view name) { return (here / name).string(); };
    const finished done = command({"probe", "--format", r.format, gold->string(), "--out", folder("whole"), "--layout",
                                   "jsonl", "--seed", "20", "--trivial", "--threads", "3"});
    CHECK(done.status == 0);
    CHECK(done.err.empty());
    const json manifest = load_json(here / "whole/manifest.json");
    CHECK(manifest["counts"]["probed"].integer() == r.probed);
    CHECK(manifest["seed"].integer() == 20);
    CHECK(manifest["inputs"][0]["hash"].string().size() == 16);

    const std::vector<json> all = r.format == "musique" ? load_jsonl(*gold) : load_json(*gold).items();
    std::map<std::string, std::string> parts;
    for (std::size_t part = 0; part < 3; ++part) {
      std::string lines;
      for (std::size_t i = part * all.size() / 3; i < (part + 1) * all.size() / 3; ++i) {
        mhqa::io::json_writer out{lines, -1, mhqa::io::json_text::ascii};  // spelled otherwise than the source
        write_json(out, all[i]);
        lines += '\n';
      }
      const auto in = here.write("part", lines).string();
      CHECK(command({"probe", "--format", r.format, in, "--out", folder("part_out"), "--layout", "jsonl", "--seed",
                     "20", "--trivial"})
                .status == 0);
      for (const std::string_view kind : {"original", "probe", "transformed", "probe_of_transformed", "trivial"}) {
        const std::string name = std::string{kind} + ".jsonl";
        parts[name] += read_file(here / ("part_out/" + name));
      }
    }
    for (const auto& part : parts) {
      CAPTURE(part.first);
      const bool equal = part.second == read_file(here / ("whole/" + part.first));
      CHECK(equal);
    }
  }
}

TEST_CASE("probe and eval: a model that is right everywhere scores 1 on every kind, for two and three supports") {
  const scratch here;
  const auto gold = here.write("gold", records).string();
  const auto out = (here / "out").string();
  const finished made = command({"probe", "--format", "hotpotqa", gold, "--out", out, "--trivial"});
  CHECK(made.status == 0);
  CHECK(made.out.find("probe                         8\n") != std::string::npos);
  const auto originals = load_json(here / "out/original.json").items();
  const auto on_original = here.write("on_original", perfect(originals)).string();
  for (const std::string_view kind : {"original", "probe", "transformed", "probe_of_transformed", "trivial"}) {
    CAPTURE(kind);
    const std::string input = out + "/" + std::string{kind} + ".json";
    const auto instances = load_json(input).items();
    std::string lines = perfect(instances);
    const auto said = here.write("said", lines).string();
    const bool bounded = kind != "original";
    const finished done = bounded ? command({"eval", "dire", "--kind", kind, input, said, "--json",
                                             "--original-predictions", on_original, "--joint", "letter"})
                                  : command({"eval", "dire", "--kind", kind, input, said, "--json"});
    CHECK(done.status == 0);
    const json result = parse_json(done.out);
    CHECK(result["scores"].members().size() == 5);
    for (const auto& [block, scores] : result["scores"].members()) {
      for (const auto& [name, number] : scores.members()) CHECK(number.real() == 1);
    }
    CHECK(result["counts"]["questions"].integer() == 2);

    // Without its last line, the second question leaves the denominator.
    lines.resize(lines.rfind('\n', lines.size() - 2) + 1);
    const auto less = here.write("less", lines).string();
    const json rest = parse_json(command({"eval", "dire", "--kind", kind, input, less, "--json"}).out);
    CHECK(rest["counts"]["questions"].integer() == 1);
    CHECK(rest["left_out"]["missing prediction"].integer() == 1);
    CHECK(rest["scores"]["answer"]["f1"].real() == 1);
    const finished table = command({"eval", "dire", "--kind", kind, input, less});
    CHECK(table.out.find("1 question left out: missing prediction\n") != std::string::npos);
  }

  const finished card = command(
      {"report", "dire", out + "/probe.json", here.write("p", perfect(load_json(out + "/probe.json").items())).string(),
       "--original-predictions", on_original, "--transformed", out + "/transformed.json",
       here.write("t", perfect(load_json(out + "/transformed.json").items())).string(), "--probe-of-transformed",
       out + "/probe_of_transformed.json",
       here.write("pt", perfect(load_json(out + "/probe_of_transformed.json").items())).string(), "--question-only",
       on_original, "--one-fact", on_original, "--json"});
  CHECK(card.err.empty());
  const json result = parse_json(card.out);
  CHECK(result["data"]["metrics"].members().size() == 5);
  CHECK(result["transform"]["metrics"]["answer+supporting_sentences"]["em"]["connected"].real() == 0);
  CHECK(result["artifacts"]["question_only"]["scores"]["answer"]["f1"].real() == 1);
  CHECK(result["artifacts"]["one_fact"]["scores"].members().size() == 1);
  CHECK(result["artifacts"].find("context_only") == nullptr);
}

// MuSiQue, Table 5: restricted models of MuSiQue-Full predict sufficiency too, and a pair counts if both are right.
TEST_CASE("probe --artifacts and eval musique: restricted models of MuSiQue-Full have the pairs' scores") {
  const scratch here;
  std::string rows;
  const auto add = [&](const std::string& id, bool answerable) {
    rows += R"({"id": ")" + id + R"(", "question": "Q )" + id + R"(?", "answer": "a )" + id +
            R"(", "answer_aliases": [], "answerable": )" + (answerable ? "true" : "false") + R"(, "paragraphs": [)";
    for (int p = 0; p < 4; ++p) {
      const bool support = p == 1 || (p == 2 && answerable);
      rows += std::string{p == 0 ? "" : ", "} + R"({"idx": )" + std::to_string(p) +
              R"(, "title": "T", "paragraph_text": ")" + (support && p == 2 ? "a " + id : "text") +
              R"(", "is_supporting": )" + (support ? "true" : "false") + "}";
    }
    rows += "]}\n";
  };
  add("2hop__1_2", true);
  add("2hop__1_2", false);
  add("2hop__3_4", false);
  add("2hop__3_4", true);
  const std::string gold = here.write("full.jsonl", rows).string(), out = (here / "out").string();
  const finished made =
      command({"probe", "--format", "musique", gold, "--out", out, "--artifacts", "--layout", "jsonl"});
  CHECK(made.out.find("one_fact                     16\n") != std::string::npos);
  CHECK(made.out.find("2 questions left out: unanswerable, except for restricted models\n") != std::string::npos);

  // A model that answers if it sees the answer, and says that the context suffices if `knows(instance)`.
  const auto score = [&](const char* file, auto knows) {
    std::string said;
    for (const json& one : load_jsonl(out + "/" + file)) {
      const bool sees = one["answer_label"].boolean();
      said +=
          R"({"question_id": ")" + one["_id"].string() + R"(", "sub_idx": )" + std::to_string(one["sub_idx"].integer());
      if (one.find("group") != nullptr) said += R"(, "group": 1)";
      said += R"(, "answer": ")" + (sees ? one["answer"].string() : "?") + R"(", "answer_confidence": )" +
              (sees ? "0.9" : "0.1") + R"(, "supporting_paragraphs": [], "sufficiency": )" + (knows(one) ? "1" : "0") +
              "}\n";
    }
    const finished done = command({"eval", "musique", here.write("said.jsonl", said).string(), gold, "--json"});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const json scores = parse_json(done.out)["scores"];
    return std::pair{scores["answer_f1"].real(), scores["group_answer_sufficiency_f1"].real()};
  };
  const auto always = [](const json&) { return true; };
  const auto if_seen = [](const json& one) { return one["answer_label"].boolean(); };
  const auto first_only = [](const json& one) {
    return one["_id"].string() != "2hop__3_4" && one["answerable"].boolean();
  };
  CHECK(score("question_only.jsonl", always) == std::pair{0.0, 0.0});
  CHECK(score("context_only.jsonl", always) == std::pair{1.0, 0.0});
  CHECK(score("context_only.jsonl", first_only) == std::pair{1.0, 0.5});
  CHECK(score("one_fact.jsonl", always) == std::pair{1.0, 0.0});
  CHECK(score("one_fact.jsonl", if_seen) == std::pair{1.0, 1.0});

  // The built-in reader's lines are read as well, and not as a submission.
  const std::string lines = (here / "lines.jsonl").string();
  CHECK(command({"read", out + "/one_fact.jsonl", "--out", lines}).status == 0);
  CHECK(parse_json(command({"eval", "musique", lines, gold, "--json"}).out)["counts"]["groups"].integer() == 2);
  CHECK(command({"eval", "musique", lines, gold, "--official"}).status == 2);
  CHECK(command({"check", "musique", lines, gold}).status == 2);

  // The card is of the answerable rows.
  const std::string on_probe = (here / "on_probe.jsonl").string(), alone = (here / "alone.jsonl").string();
  CHECK(command({"read", out + "/probe.jsonl", "--out", on_probe}).status == 0);
  CHECK(command({"read", out + "/question_only.jsonl", "--out", alone}).status == 0);
  const json card = parse_json(command({"report", "dire", out + "/probe.jsonl", on_probe, "--question-only", alone,
                                        "--one-fact", lines, "--json"})
                                   .out)["artifacts"];
  for (const char* const model : {"question_only", "one_fact"}) {
    CHECK(card[model]["questions"].integer() == 2);
    CHECK(card[model]["left_out"].integer() == 0);
  }
}

TEST_CASE("probe: the published minimum, balance, samples and sentences through the command") {
  const scratch here;
  const auto gold = here.write("gold", records).string();
  const auto out = (here / "out").string();
  const auto count = [&](std::initializer_list<std::string_view> more, std::string_view file) {
    std::string line = "\"$MHQA_COMMAND\" probe --format hotpotqa " + shell_word(gold) + " --out " + shell_word(out);
    for (const std::string_view word : more) line += " " + shell_word(word);
    CHECK(shell(line).status == 0);
    return load_json(here / "out/manifest.json")["counts"][file].integer();
  };
  CHECK(count({}, "transformed") == 7 + 3);
  CHECK(count({"--min-paragraphs", "5"}, "transformed") == 7);
  CHECK(load_json(here / "out/manifest.json")["dropped"]["below the minimum of facts"].integer() == 1);
  CHECK(count({"--balance"}, "transformed") == 4);
  CHECK(count({"--balance"}, "probe_of_transformed") == 6 + 2);
  CHECK(count({"--sample", "0"}, "probe") == 0);
  CHECK(count({"--artifacts"}, "one_fact") == 9);
  CHECK(count({"--sentences"}, "probe") == 8);
  CHECK(count({"--max-supports", "2"}, "original") == 1);
  CHECK(load_json(here / "out/manifest.json")["dropped"]["more than max-supports"].integer() == 1);
}

TEST_CASE("probe and eval dire: bad input ends with status 2, one line, and no file") {
  const scratch here;
  const auto out = (here / "out").string();
  const auto probe = [&](std::string_view line, std::string_view part) {
    const auto gold = here.write("gold", std::string{records} + std::string{line}).string();
    check_refused(command({"probe", "--format", "hotpotqa", gold, "--out", out}), part);
    CHECK_FALSE(std::filesystem::exists(out));
  };
  probe(R"({"_id": "c"})", "gold: record 3, id \"c\": expected the field \"answer\", which is missing");
  probe(R"({"_id": "a", "answer": "", "supporting_facts": [], "context": []})", "expected each id once");
  probe(R"({"_id": "c", "answer": 3, "supporting_facts": [], "context": []})", "expected a string, found a number");
  probe("nonsense", "record 3");
  const auto gold = here.write("gold", records).string();
  check_refused(command({"probe", "--format", "squad", gold, "--out", out}), "--format");
  check_refused(command({"probe", "--format", "musique", gold, "--out", out}), "\"id\"");
  check_refused(command({"probe", "--format", "hotpotqa", gold}), "--out");
  check_refused(command({"probe", "--format", "hotpotqa", gold, "--out", gold}), "cannot make the folder");
  check_refused(command({"probe", "--format", "hotpotqa", "-", "--out", out}), "expected a file");
  check_refused(command({"probe", "--format", "hotpotqa", (here / "no").string(), "--out", out}), "No such file");
  check_refused(command({"probe", "--format", "hotpotqa", gold, "--out", out, "--sample", "2"}), "--sample");
  check_refused(command({"probe", "--format", "hotpotqa", gold, "--out", out, "--seed", "-1"}), "--seed");
  CHECK_FALSE(std::filesystem::exists(out));

  REQUIRE(command({"probe", "--format", "hotpotqa", gold, "--out", out}).status == 0);
  const std::string input = out + "/probe.json";
  const auto eval = [&](std::string_view lines, std::string_view part) {
    check_refused(command({"eval", "dire", "--kind", "probe", input, here.write("said", lines).string()}), part);
  };
  eval(R"({"question_id": "z", "answer": "x"})", "no prediction has an id of the input");
  eval(R"({"question_id": "b", "answer": "x", "answer_confidence": 1})",
       "no question can be scored: 2 missing prediction");
  eval(R"({"question_id": "b", "answer": "x", "answer_confidence": NaN}
{"question_id": "b", "answer": "x", "answer_confidence": 1})",
       "1 missing prediction, 1 confidence is not a number");
  eval(R"({"question_id": "b", "answer": "x"}
{"question_id": "b", "answer": "x"})",
       "1 missing confidence");
  eval(R"({"question_id": "b", "answer": "x", "answer_confidence": "high"})", "expected a number, found a string");
  eval(R"({"question_id": "b"})", "expected answer, supporting_paragraphs or supporting_sentences");
  eval(R"({"question_id": "a", "answer": "x", "answer_confidence": 1})", "group and sub_idx");
  const auto said = here.write("said", R"({"question_id": "b", "answer": "x"})").string();
  check_refused(command({"eval", "dire", input, said}), "--kind");
  check_refused(command({"eval", "dire", "--kind", "transformed", input, said}), "\"sufficiency\"");
  check_refused(command({"eval", "dire", "--kind", "original", input, said, "--original-predictions", said}),
                "the input is the original one");
  check_refused(command({"eval", "dire", "--kind", "probe", input, said, "--json", "--official"}), "--json");
  check_refused(command({"report", "dire", input, said, "--svg", "bars.pdf"}), "ends in .svg");
  check_refused(command({"report", "dire", input, said, "--run", said, "--original-predictions", said}),
                "all or none of the 2 runs, found 1");
  check_refused(command({"report", "dire", input, said, "--original-predictions", said, "--transformed", input, said}),
                "need each other");
}

TEST_CASE("eval dire: the gold scores 100 on every data set, and another paragraph of the same title does not") {
  struct set {
    const char* format;
    const char* file;
  };
  for (const set& s : {set{"musique", "data/musique/ans_dev_200.jsonl"},
                       {"hotpotqa", "data/hotpotqa/dev_distractor_1814.json"},
                       {"2wikimultihopqa", "data/2wikimultihopqa/dev_164.json"}}) {
    CAPTURE(s.format);
    const auto file = mhqa_test::shared_data(s.file);
    if (!file) return;
    const mhqa_test::scratch here;
    const std::string folder = (here / "probes").string();
    const auto made = mhqa_test::mhqa({"probe", "--format", s.format, file->string(), "--out", folder});
    REQUIRE(made.status == 0);
    std::string gold, twin, official;
    const auto instances = mhqa_test::parse_json(mhqa_test::read_file(folder + "/original.json"));
    for (const auto& i : instances.items()) {
      std::string right, wrong;
      for (const auto& position : i["supporting_positions"].items()) {
        right += (right.empty() ? "" : ", ") + std::to_string(position.integer());
        // another paragraph of the same title, if there is one
        std::int64_t other = position.integer();
        std::string title;
        for (std::size_t p = 0; p < i["positions"].items().size(); ++p) {
          if (i["positions"][p].integer() == position.integer()) title = i["context"][p][0].string();
        }
        for (std::size_t p = 0; p < i["positions"].items().size(); ++p) {
          if (i["context"][p][0].string() == title && i["positions"][p].integer() != position.integer()) {
            other = i["positions"][p].integer();
          }
        }
        wrong += (wrong.empty() ? "" : ", ") + std::to_string(other);
      }
      std::string answer;
      for (const char c : i["answer"].string())
        answer += (c == '"' || c == '\\') ? std::string{"\\"} + c : std::string{c};
      const std::string begin = "{\"question_id\": \"" + i["_id"].string() + "\", \"answer\": \"" + answer +
                                "\", \"supporting_paragraphs\": [";
      gold += begin + right + "]}\n";
      twin += begin + wrong + "]}\n";
      official += "{\"id\": \"" + i["_id"].string() + "\", \"predicted_answer\": \"" + answer +
                  "\", \"predicted_support_idxs\": [" + wrong + "], \"predicted_answerable\": true}\n";
    }
    const std::string original = folder + "/original.json";
    const auto score = [&](const std::string& predictions) {
      const auto done = mhqa_test::mhqa(
          {"eval", "dire", "--kind", "original", "--json", original, here.write("p.jsonl", predictions).string()});
      CAPTURE(done.err);
      REQUIRE(done.status == 0);
      return mhqa_test::parse_json(done.out);
    };
    const auto full = score(gold);
    CHECK(full["scores"]["answer"]["em"].real() == 1);
    CHECK(full["scores"]["supporting_paragraphs"]["f1"].real() == 1);
    CHECK(full["signature"].string().find("|paragraphs:position|") != std::string::npos);
    if (std::string_view{s.format} == "musique") {
      const double of_twin = score(twin)["scores"]["supporting_paragraphs"]["f1"].real();
      CHECK(of_twin < 1);
      const auto done =
          mhqa_test::mhqa({"eval", "musique", here.write("o.jsonl", official).string(), file->string(), "--json"});
      REQUIRE(done.status == 0);
      const auto official_scores = mhqa_test::parse_json(done.out);
      CHECK(std::abs(of_twin - official_scores["scores"]["support_f1"].real()) <= 1e-12);
      CHECK(full["signature"].string().starts_with("musique|"));
    }
  }
}
