// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace mhqa_test;

namespace {

// What HotpotQA's program prints for the small files without zz: 2/3 where two of three questions are right.
constexpr std::string_view hotpotqa_official =
    "missing answer q2\nmissing sp fact q3\n"
    "{'em': 0.3333333333333333, 'f1': 0.5, 'prec': 0.5, 'recall': 0.5, 'sp_em': 0.6666666666666666, "
    "'sp_f1': 0.6666666666666666, 'sp_prec': 0.6666666666666666, 'sp_recall': 0.6666666666666666, 'joint_em': 0.0, "
    "'joint_f1': 0.16666666666666666, 'joint_prec': 0.16666666666666666, 'joint_recall': 0.16666666666666666}\n";

struct small_hotpotqa {
  scratch here;
  std::string predictions = here.write("pred.json", hotpotqa_predictions).string();
  std::string gold = here.write("gold.json", hotpotqa_gold).string();
};

}  // namespace

TEST_CASE("eval: version and help") {
  const finished version = mhqa({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out.starts_with("mhqa "));
  CHECK(version.out.find('\n') + 1 == version.out.size());
  CHECK(version.err.empty());
  for (const auto& arguments : {std::vector<std::string_view>{"--help"},
                                {"eval", "--help"},
                                {"eval", "hotpotqa", "--help"},
                                {"eval", "musique", "--help"},
                                {"score", "--help"}}) {
    std::string line = "\"$MHQA_COMMAND\"";
    for (const auto a : arguments) line += " " + std::string{a};
    const finished help = shell(line);
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    if (arguments.front() != "--help") CHECK(help.out.find("Example:") != std::string::npos);
  }
}

TEST_CASE("eval hotpotqa: the table names what was missing and what was ignored") {
  const small_hotpotqa files;
  const finished done = mhqa({"eval", "hotpotqa", files.predictions, files.gold});
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  for (const char* part :
       {"hotpotqa, rules of hotpotqa", "\nf1                        0.500000\n",
        "\nsp_em                     0.666667\n", "\njoint_f1                  0.166667\n",
        "\nquestions                        3\n", "1 of 3 questions lack answer: q2\n",
        "1 of 3 questions lack sp: q3\n", "1 predictions ignored", "\nsignature hotpotqa|unit:words|"}) {
    CAPTURE(part);
    CHECK(done.out.find(part) != std::string::npos);
  }
}

TEST_CASE("eval hotpotqa: --json gives one object with everything in it") {
  const small_hotpotqa files;
  const finished done = mhqa({"eval", "hotpotqa", "--json", "--by", "type", files.predictions, files.gold});
  REQUIRE(done.status == 0);
  const json result = parse_json(done.out);
  CHECK(result["dataset"].string() == "hotpotqa");
  CHECK(result["dialect"].string() == "hotpotqa");
  CHECK(result["scores"].members().size() == 12);
  CHECK(result["scores"]["f1"].real() == 0.5);
  CHECK(result["scores"]["sp_em"].real() == 2.0 / 3);
  CHECK(result["counts"]["questions"].integer() == 3);
  CHECK(result["ignored_predictions"].integer() == 1);
  CHECK(result["missing"]["answer"].strings() == std::vector<std::string>{"q2"});
  CHECK(result["missing"]["sp"].strings() == std::vector<std::string>{"q3"});
  CHECK(result["signature"].string().find("|n:3|") != std::string::npos);
  CHECK(result["by"]["field"].string() == "type");
  const json& groups = result["by"]["groups"];
  REQUIRE(groups.members().size() == 2);
  CHECK(groups["bridge"]["scores"]["f1"].real() == 0.5);
  CHECK(groups["bridge"]["counts"]["questions"].integer() == 1);
  CHECK(groups["comparison"]["scores"]["f1"].real() == 0.5);
  CHECK(groups["comparison"]["counts"]["missing_answers"].integer() == 1);
  CHECK(groups["bridge"]["signature"].string() != groups["comparison"]["signature"].string());
}

TEST_CASE("eval hotpotqa: --official prints what the published program prints") {
  const small_hotpotqa files;
  CHECK(mhqa({"eval", "hotpotqa", "--official", files.predictions, files.gold}).out == hotpotqa_official);
}

TEST_CASE("eval hotpotqa: JSON Lines as gold, and either file from standard input") {
  const small_hotpotqa files;
  const std::string lines = R"({"_id": "q1", "answer": "x y", "supporting_facts": [["T", 0], ["U", 2]]})"
                            "\n"
                            R"({"_id": "q2", "answer": "yes", "supporting_facts": [["T", 0]]})"
                            "\n"
                            R"({"_id": "q3", "answer": "no", "supporting_facts": [["T", 0]]})";
  CHECK(mhqa({"eval", "hotpotqa", "--official", files.predictions, files.here.write("g", lines).string()}).out ==
        hotpotqa_official);
  CHECK(mhqa({"eval", "hotpotqa", "--official", files.predictions, "-"}, lines).out == hotpotqa_official);
  CHECK(mhqa({"eval", "hotpotqa", "--official", files.predictions, "-"}, hotpotqa_gold).out == hotpotqa_official);
  CHECK(mhqa({"eval", "hotpotqa", "--official", "-", files.gold}, hotpotqa_predictions).out == hotpotqa_official);
  CHECK(shell("cat " + shell_word(files.gold) + " | \"$MHQA_COMMAND\" eval hotpotqa --official " +
              shell_word(files.predictions) + " -")
            .out == hotpotqa_official);
}

TEST_CASE("eval hotpotqa: --per-question writes a line for each, and does not change what is printed") {
  const small_hotpotqa files;
  const std::string path = (files.here / "per.jsonl").string();
  const finished plain = mhqa({"eval", "hotpotqa", files.predictions, files.gold});
  const finished done = mhqa({"eval", "hotpotqa", "--per-question", path, files.predictions, files.gold});
  CHECK(done.status == 0);
  CHECK(done.out == plain.out);
  CHECK(read_file(path) ==
        "{\"id\": \"q1\", \"em\": 0.0, \"f1\": 0.5, \"prec\": 0.5, \"recall\": 0.5, \"sp_em\": 1.0, \"sp_f1\": 1.0, "
        "\"sp_prec\": 1.0, \"sp_recall\": 1.0, \"joint_em\": 0.0, \"joint_f1\": 0.5, \"joint_prec\": 0.5, "
        "\"joint_recall\": 0.5}\n"
        "{\"id\": \"q2\", \"em\": 0.0, \"f1\": 0.0, \"prec\": 0.0, \"recall\": 0.0, \"sp_em\": 1.0, \"sp_f1\": 1.0, "
        "\"sp_prec\": 1.0, \"sp_recall\": 1.0, \"joint_em\": 0.0, \"joint_f1\": 0.0, \"joint_prec\": 0.0, "
        "\"joint_recall\": 0.0, \"missing\": [\"answer\"]}\n"
        "{\"id\": \"q3\", \"em\": 1.0, \"f1\": 1.0, \"prec\": 1.0, \"recall\": 1.0, \"sp_em\": 0.0, \"sp_f1\": 0.0, "
        "\"sp_prec\": 0.0, \"sp_recall\": 0.0, \"joint_em\": 0.0, \"joint_f1\": 0.0, \"joint_prec\": 0.0, "
        "\"joint_recall\": 0.0, \"missing\": [\"sp\"]}\n");
}

TEST_CASE("eval: the mean of the rows is the table, on the golden data of every data set") {
  struct set {
    const char* name;
    const char* folder;
    const char* predictions;
    const char* gold;
    double scale;
  };
  for (const set& s : {set{"hotpotqa", "golden/hotpotqa", "predictions.json", "gold.json", 1},
                       {"musique", "golden/musique_full", "predictions.jsonl", "gold.jsonl", 1},
                       {"2wikimultihopqa", "golden/2wikimultihopqa", "predictions.json", "gold.json", 100},
                       {"hieradate", "golden/hieradate", "predictions.json", "gold.json", 100},
                       {"squad", "golden/squad2", "predictions.json", "gold.json", 100}}) {
    CAPTURE(s.name);
    const auto folder = shared_data(s.folder);
    if (!folder) return;
    const scratch here;
    const std::string rows_file = (here / "rows.jsonl").string();
    const finished done = mhqa({"eval", s.name, "--json", "--per-question", rows_file,
                                (*folder / s.predictions).string(), (*folder / s.gold).string()});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const json result = parse_json(done.out);
    const std::vector<json> rows = load_jsonl(rows_file);
    std::size_t compared = 0;
    for (const auto& member : result["scores"].members()) {
      const auto& name = member.first;
      const json& value = member.second;
      double sum = 0;
      std::size_t n = 0;
      for (const json& row : rows) {
        const auto at =
            std::find_if(row.members().begin(), row.members().end(), [&](const auto& m) { return m.first == name; });
        if (at == row.members().end() || at->second.null()) continue;
        sum += row[name].real();
        ++n;
      }
      if (n == 0) continue;  // a number of several questions, or over them
      CAPTURE(name);
      CHECK(s.scale * sum / static_cast<double>(n) == doctest::Approx(value.real()).epsilon(1e-12));
      ++compared;
    }
    CHECK(compared >= 2);
  }
}

TEST_CASE("eval hotpotqa: --texts adds question, golds and prediction to the rows") {
  const scratch here;
  const std::string gold =
      here.write("g", R"([{"_id": "q1", "answer": "x", "question": "Which?", "supporting_facts": []}])").string();
  const std::string predictions = here.write("p", R"({"answer": {"q1": "the x"}, "sp": {"q1": []}})").string();
  const std::string rows = (here / "rows.jsonl").string();
  CHECK(mhqa({"eval", "hotpotqa", "--per-question", rows, "--texts", predictions, gold}).status == 0);
  CHECK(read_file(rows).starts_with(
      R"({"id": "q1", "question": "Which?", "golds": ["x"], "prediction": "the x", "em": 1.0, "f1": 1.0, )"));
  check_refused(mhqa({"eval", "hotpotqa", "--texts", predictions, gold}), "--per-question");
}

TEST_CASE("eval hotpotqa: the order of gold records changes no number and no signature") {
  const small_hotpotqa files;
  std::string reversed = "[";
  const json gold = parse_json(hotpotqa_gold);
  const std::string text{hotpotqa_gold};
  std::vector<std::string> records;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    records.push_back(text.substr(at, text.find('}', at) + 1 - at));
  }
  REQUIRE(records.size() == gold.items().size());
  for (std::size_t i = records.size(); i-- > 0;) reversed += records[i] + (i == 0 ? "]" : ",");
  CHECK(mhqa({"eval", "hotpotqa", files.predictions, files.here.write("r", reversed).string()}).out ==
        mhqa({"eval", "hotpotqa", files.predictions, files.gold}).out);
}

TEST_CASE("eval hotpotqa: gold answers without facts are scored, but are no official input") {
  const scratch here;
  const std::string gold =
      here.write("g", R"([{"_id": "q1", "answer": "x", "question": "?", "type": "bridge"}])").string();
  const std::string predictions = here.write("p", R"({"answer": {"q1": "x"}, "sp": {"q1": []}})").string();
  const finished done = mhqa({"eval", "hotpotqa", "--json", predictions, gold});
  REQUIRE(done.status == 0);
  const json result = parse_json(done.out);
  CHECK(result["scores"]["f1"].real() == 1);
  CHECK(result["scores"]["sp_f1"].null());
  CHECK(result["scores"]["joint_f1"].null());
  CHECK(result["missing"].members().empty());
  check_refused(mhqa({"eval", "hotpotqa", "--official", predictions, gold}), "field \"supporting_facts\"");
}

TEST_CASE("eval: answers alone are scored, but are no official input") {
  const scratch here;
  const std::string answers = here.write("a", R"({"q1": "x"})").string();
  const std::string tasks = here.write("t", R"({"answer": {"q1": "x"}, "sp": {}})").string();
  const std::string titled = here.write("g", R"([{"_id": "q1", "answer": "x"}])").string();
  const std::string row = here.write("m", R"({"id": "q1", "answer": "x"})").string();  // no labels, and none needed
  const std::vector<std::pair<std::string, std::string>> sets{
      {"hotpotqa", titled}, {"2wikimultihopqa", titled}, {"musique", row}};
  for (const auto& set : sets) {
    const auto& name = set.first;
    const auto& gold = set.second;
    CAPTURE(name);
    const finished done = mhqa({"eval", name, "--json", answers, gold});
    REQUIRE(done.status == 0);
    CHECK(parse_json(done.out)["scores"][name == "musique" ? "answer_f1" : "f1"].real() >= 1);
    check_refused(mhqa({"eval", name, "--official", answers, gold}), "the published program needs");
  }
  CHECK(mhqa({"eval", "hotpotqa", "--official", tasks, titled}).status == 0);  // the program reads no facts
  check_refused(mhqa({"eval", "2wikimultihopqa", "--official", tasks, titled}), "field \"evidence\"");
  const std::string rows =
      here.write("r",
                 R"({"id": "q1", "predicted_answer": "x", "predicted_support_idxs": [], "predicted_answerable": true})")
          .string();
  check_refused(mhqa({"eval", "musique", rows, row}), "\"answer_aliases\", which is missing");
}

TEST_CASE("eval musique: MuSiQue-Ans and MuSiQue-Full, table, JSON and official") {
  const scratch here;
  const std::string gold = here.write("g", musique_gold("2hop__1_2") + musique_gold("3hop1__1_2_3")).string();
  const std::string predictions =
      here.write("p", musique_prediction("2hop__1_2") + musique_prediction("3hop1__1_2_3")).string();
  CHECK(mhqa({"eval", "musique", "--official", predictions, gold}).out ==
        "{\n    \"answer_f1\": 1.0,\n    \"answer_em\": 1.0,\n    \"support_f1\": 1.0\n}\n");

  const std::string full_gold =
      here.write("fg", musique_gold("2hop__1_2") + musique_gold("3hop1__1_2_3") + musique_gold("3hop1__1_2_3", false) +
                           musique_gold("2hop__1_2", false))
          .string();
  const std::string full_predictions =
      here.write("fp", musique_prediction("2hop__1_2") + musique_prediction("3hop1__1_2_3") +
                           musique_prediction("3hop1__1_2_3") + musique_prediction("2hop__1_2", false))
          .string();
  CHECK(mhqa({"eval", "musique", "--official", full_predictions, full_gold}).out ==
        "{\n    \"answer_f1\": 1.0,\n    \"answer_em\": 1.0,\n    \"support_f1\": 1.0,\n"
        "    \"group_answer_sufficiency_f1\": 0.5,\n    \"group_support_sufficiency_f1\": 0.5\n}\n");
  const json result = parse_json(mhqa({"eval", "musique", "--json", "--by", "shape", full_predictions, full_gold}).out);
  CHECK(result["scores"]["group_answer_sufficiency_f1"].real() == 0.5);
  CHECK(result["by"]["groups"]["2hop"]["scores"]["group_answer_sufficiency_f1"].real() == 1);
  CHECK(result["by"]["groups"]["3hop1"]["scores"]["group_answer_sufficiency_f1"].real() == 0);
  CHECK(result["counts"]["groups"].integer() == 2);
  CHECK(mhqa({"eval", "musique", "--by", "answerable", full_predictions, full_gold}).status == 0);
  CHECK(mhqa({"eval", "musique", "--by", "hops", "-", full_gold}, read_file(full_predictions)).status == 0);
  // Answers alone on a stream, also over several lines.
  const std::string one = here.write("o", musique_gold("2hop__1_2")).string();
  const std::string answers = "{\n \"2hop__1_2\": \"x\"\n}";
  const finished streamed = mhqa({"eval", "musique", "--json", "-", one}, answers);
  REQUIRE(streamed.status == 0);
  CHECK(
      parse_json(streamed.out)["scores"]["answer_f1"].real() ==
      parse_json(mhqa({"eval", "musique", "--json", here.write("a", answers).string(), one}).out)["scores"]["answer_f1"]
          .real());
}

TEST_CASE("eval: golden files, byte for byte") {
  const auto hotpotqa = shared_data("golden/hotpotqa");
  if (!hotpotqa) return;
  const json expected = load_json(*hotpotqa / "expected.json");
  std::string official;
  for (const std::string& line : expected["missing"].strings()) official += line + "\n";
  char separator = '{';
  for (const auto& [name, value] : expected["metrics"].members()) {
    official += separator;
    if (separator == ',') official += ' ';
    official += "'" + name + "': " + value.as<json::number>().text;
    separator = ',';
  }
  CHECK(mhqa({"eval", "hotpotqa", "--official", (*hotpotqa / "predictions.json").string(),
              (*hotpotqa / "gold.json").string()})
            .out == official + "}\n");

  for (const char* name : {"golden/musique_ans", "golden/musique_full"}) {
    const auto folder = shared_data(name);
    if (!folder) return;
    const std::string predictions = (*folder / "predictions.jsonl").string(), gold = (*folder / "gold.jsonl").string();
    const json want = load_json(*folder / "expected.json");
    std::string text = "{";
    for (const auto& [key, value] : want["metrics"].members()) {
      text += text == "{" ? "\n" : ",\n";
      text += "    \"" + key + "\": " + value.as<json::number>().text;
    }
    CHECK(mhqa({"eval", "musique", "--official", predictions, gold}).out == text + "\n}\n");
    const json result = parse_json(mhqa({"eval", "musique", "--json", predictions, gold}).out);
    for (const auto& [key, value] : want["unrounded"].members()) {
      CHECK(result["scores"][key].real() == doctest::Approx(value.real()).epsilon(1e-12));
    }
  }
}

TEST_CASE("eval: --samples scores each sample, and takes no option that needs one answer a question") {
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("g.json", "[{\"_id\": \"a\", \"answer\": \"Oslo\", \"supporting_facts\": [[\"T\", 0]]}]").string();
  const std::string said =
      here.write("p.jsonl", "{\"id\": \"a\", \"prediction\": \"Oslo\"}\n{\"id\": \"a\", \"prediction\": \"Lima\"}\n")
          .string();
  const auto found = mhqa_test::mhqa({"eval", "hotpotqa", said, gold, "--samples", "1", "--samples", "2"});
  CHECK(found.status == 0);
  CHECK(found.out.starts_with("avg_em 0.500000\navg_f1 0.500000\npass@1 0.500000\nmaj@1 1.000000\npass@2 1.000000\n"));
  CHECK(found.out.find("|samples:2\n") != std::string::npos);
  const auto bad = [&](const char* k, const char* why, const char* more = "--threads", const char* value = "1") {
    const auto run = mhqa_test::mhqa({"eval", "hotpotqa", said, gold, "--samples", k, more, value});
    CHECK(run.status == 2);
    CHECK(run.err.find(why) != std::string::npos);
  };
  bad("3", "expected at least 3 samples of the question, found 2");
  bad("0", "expected a number from 1, found \"0\"");
  bad("1", "--by", "--by", "type");
  bad("1", "--per-question", "--per-question", "rows.jsonl");
}

TEST_CASE("eval: repeated ids are refused with their id and the option that takes them as samples") {
  const mhqa_test::scratch here;
  const auto refuses = [&](const char* data_set, const char* id, const std::string& said, const std::string& gold) {
    CAPTURE(data_set);
    const std::string p = here.write("p.json", said).string(), g = here.write("g.json", gold).string();
    const auto run = mhqa_test::mhqa({"eval", data_set, p, g});
    mhqa_test::check_refused(run, "id \"" + std::string{id} + "\"");
    mhqa_test::check_refused(run, "found it twice; --samples K takes answers with one id as samples");
    mhqa_test::check_refused(mhqa_test::mhqa({"compare", g, p, p, "--dataset", data_set}), "--pass-at K takes");
    CHECK(mhqa_test::mhqa({"eval", data_set, p, g, "--samples", "2"}).status == 0);
  };
  refuses("hotpotqa", "a", R"({"a": "x", "a": "z"})", mhqa_test::two_questions("x"));
  refuses("hotpotqa", "a", R"({"answer": {"a": "x", "a": "z", "b": "y", "b": "y"}})", mhqa_test::two_questions("x"));
  refuses("squad", "a", R"({"a": "x", "a": "z"})",
          R"({"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": "c", "qas": [{"id": "a",
              "question": "q", "answers": [{"text": "x", "answer_start": 0}]}]}]}]})");
  const std::string row = R"({"id": "2hop__1_2", "predicted_answer": "x", "predicted_support_idxs": [0],)"
                          R"( "predicted_answerable": true})";
  const std::string other = R"({"id": "2hop__3_4", "predicted_answer": "x", "predicted_support_idxs": [0],)"
                            R"( "predicted_answerable": true})";
  refuses("musique", "2hop__1_2", row + "\n" + row + "\n" + other + "\n" + other + "\n",
          mhqa_test::musique_gold("2hop__1_2") + mhqa_test::musique_gold("2hop__3_4"));
}

TEST_CASE("eval: --samples with --result writes one answer a question, which compare --results reads") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("g.json", mhqa_test::two_questions("x")).string();
  const std::string said = here.write("p.json", R"({"a": ["x", "z"], "b": ["q", "q"]})").string();
  const std::string better = here.write("q.json", R"({"a": ["z", "x"], "b": ["y", "q"]})").string();
  const std::string first = (here / "a.json").string(), second = (here / "b.json").string();
  CHECK(mhqa_test::mhqa({"eval", "hotpotqa", said, gold, "--samples", "2", "--result", first}).status == 0);
  CHECK(mhqa_test::mhqa({"eval", "hotpotqa", better, gold, "--samples", "2", "--result", second}).status == 0);
  const auto found = mhqa_test::mhqa({"compare", "--results", first, second, "--by", "type", "--json"});
  REQUIRE(found.status == 0);
  const auto from_predictions =
      mhqa_test::mhqa({"compare", gold, said, better, "--pass-at", "2", "--by", "type", "--json"});
  const auto lines = mhqa_test::parse_json(found.out)["comparisons"].items();
  const auto others = mhqa_test::parse_json(from_predictions.out)["comparisons"].items();
  REQUIRE(lines.size() == others.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(lines[i]["metric"].string() == others[i]["metric"].string());
    CHECK(lines[i]["difference"].real() == others[i]["difference"].real());
    CHECK(lines[i]["interval"][1].real() == others[i]["interval"][1].real());
    CHECK(lines[i]["holm_p"].real() == others[i]["holm_p"].real());
  }
  mhqa_test::check_refused(mhqa_test::mhqa({"compare", "--results", first, second, "--pass-at", "2"}), "excludes");
  mhqa_test::check_refused(mhqa_test::mhqa({"compare", "--results", first, gold}), "g.json");
  mhqa_test::check_refused(mhqa_test::mhqa({"diff", first, second}), "name a number of each by --metric");
}
