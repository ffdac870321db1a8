// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

std::string event(std::string_view name, std::string_view what, std::string_view date) {
  return "[\"" + std::string{name} + "\", \"date of " + std::string{what} + "\", \"" + std::string{date} + "\"]";
}

// A 2WikiMultihopQA record; `context` empty: it has none.
std::string wiki(std::string_view id, std::string_view question, std::string_view answer, const std::string& evidences,
                 std::string_view context = "", std::string_view type = "comparison") {
  std::string out = "{\"_id\": \"";
  out.append(id).append("\", \"type\": \"").append(type).append("\", \"question\": \"").append(question);
  out.append("\", \"answer\": \"").append(answer).append("\", \"supporting_facts\": [[\"A\", 0], [\"B\", 0]], ");
  if (!context.empty()) out.append("\"context\": [").append(context).append("], ");
  return out.append("\"evidences\": [").append(evidences).append("]}\n");
}

std::string deaths(std::string_view a, std::string_view b) {
  return event("A", "death", a) + ", " + event("B", "death", b);
}

// One question of each fate.
std::string questions() {
  constexpr std::string_view first = "Who died first, A or B?";
  return wiki("good", first, "A", deaths("May 1900", "1 June 1950")) +
         wiki("other", "Is A like B?", "A", deaths("1900", "1950")) +
         wiki("bridge", first, "A", deaths("1900", "1950"), "", "bridge") +
         wiki("disagrees", first, "B", deaths("1900", "1950")) + wiki("nobody", first, "C", deaths("1900", "1950")) +
         wiki("equal", first, "A", deaths("1900", "1900")) + wiki("bad", first, "A", deaths("1900", "99999")) +
         wiki("two", first, "A", deaths("1900", "1950") + ", " + event("B", "death", "1951")) +
         wiki("three", first, "A", deaths("1900", "1950") + ", " + event("C", "death", "1960")) +
         wiki("one", first, "A", event("A", "death", "1900")) + wiki("phrase", "Who died, A or B?", "A", "") +
         wiki("ages", "Who lived longer, A or B?", "A",
              deaths("1950", "1951") + ", " + event("A", "birth", "1900") + ", " + event("B", "birth", "1901")) +
         wiki("early", "Who lived longer, A or B?", "A",
              deaths("1850", "1951") + ", " + event("A", "birth", "1900") + ", " + event("B", "birth", "1901"));
}

struct made {
  finished done;
  json records;
  std::vector<json> notes;
  json manifest;
};

made probe_dates(const scratch& here, const std::string& gold, std::string_view format = "2wikimultihopqa",
                 std::string_view options = "") {
  const std::string out = (here / "out.json").string();
  const finished done = shell("\"$MHQA_COMMAND\" probe-dates --json --format " + std::string{format} + " " +
                              shell_word(gold) + " --out " + shell_word(out) + " " + std::string{options});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  return {done, load_json(out), load_jsonl(out + ".notes.jsonl"), load_json(out + ".manifest.json")};
}

std::int64_t count(const json& counts, std::string_view name) {
  const json* const found = counts.find(name);
  return found == nullptr ? 0 : found->integer();
}

}  // namespace

TEST_CASE("probe-dates: a question has its records, or a reason that is counted and listed") {
  const scratch here;
  const made all = probe_dates(here, here.write("q", questions()).string());
  const json summary = parse_json(all.done.out);
  const json& counts = summary["counts"];
  CHECK(counts["records"].integer() == 13);
  CHECK(counts["date questions"].integer() == 11);
  CHECK(counts["no date question"].integer() == 2);
  CHECK(counts["written"].integer() == 1);
  CHECK(counts["without context"].integer() == 1);
  std::string reasons;
  for (const auto& [name, number] : summary["left_out"].members()) {
    CHECK(number.integer() == 1);
    reasons += name + ", ";
  }
  CHECK(reasons ==
        "no phrase, too few people, too many people, unparsed date, two dates, death before birth, equal dates, equal "
        "ages, answer names nobody, answer disagrees, ");
  CHECK(all.manifest["dropped"].members().size() == 10);
  REQUIRE(all.notes.size() == 10);
  CHECK(all.notes[0]["_id"].string() == "disagrees");
  CHECK(all.notes[0]["note"].string() == "left out");
  CHECK(all.notes[0]["reason"].string() == "answer disagrees");
  CHECK(all.notes[0]["detail"].string() == "B; A 1900, B 1950");
  REQUIRE(all.records.items().size() == 1);
  const json& good = all.records[0];
  CHECK(good["context"].items().empty());
  CHECK(good["ans_extract_1"].string() == "May 1900");
  CHECK(good["ans_extract_1_date"]["day"].integer() == 1);
  CHECK(good["ques_reason_1"].string() == "Does May 1900 come before June 01, 1950?");
  CHECK(good["ans_reason_1"].string() == "yes");
  CHECK(good["ans_reason_2"].string() == "no");
  CHECK(good["ques_robust"].string() == "Who died later, A or B?");
  CHECK(good["ans_robust"].string() == "B");

  const finished table =
      mhqa({"probe-dates", "--format", "2wikimultihopqa", "-", "--out", (here / "t").string()}, questions());
  CHECK(table.out.find("left out                        10\n") != std::string::npos);
  CHECK(table.out.find("  answer disagrees               1\n") != std::string::npos);
  CHECK(table.out.find("without context                  1  an empty context was written\n") != std::string::npos);
  CHECK(read_file(here / "t") == read_file(here / "out.json"));
}

TEST_CASE("probe-dates: settings, years alone, other seeds, balanced types") {
  const scratch here;
  const std::string paragraphs =
      "[\"X\", [\"A man.\"]], [\"A\", [\"A (2 May 1900 – 1950) died at the age of 50.\"]], "
      "[\"B\", [\"B (1 May 1901 – 3 June 1960).\"]]";
  const std::string gold =
      here.write("q", wiki("c", "Who died first, A or B?", "A", deaths("1950", "3 June 1960"), paragraphs) +
                          wiki("a", "Who lived longer, A or B?", "B",
                               event("A", "birth", "2 May 1900") + ", " + deaths("1950", "1960") + ", " +
                                   event("B", "birth", "1 May 1901"),
                               paragraphs) +
                          wiki("d", "Who died later, A or B?", "B", deaths("1950", "3 June 1960"), paragraphs))
          .string();
  made all = probe_dates(here, gold);
  REQUIRE(all.records.items().size() == 3);
  CHECK(all.records[0]["context"].items().size() == 2);
  CHECK(all.records[1]["ans_reason_1"]["year"].integer() == 49);
  CHECK(all.records[1]["ans_reason_1"]["month"].integer() == 7);
  CHECK(all.records[1]["ans_reason_1"]["day"].integer() == 30);
  REQUIRE(all.notes.size() == 2);
  CHECK(all.notes[0]["note"].string() == "spelled otherwise");  // 1960 is not how B's paragraph has it
  CHECK(all.notes[0]["detail"].string() == "B");
  CHECK(all.notes[1]["note"].string() == "age given away");
  CHECK(all.notes[1]["detail"].string() == "A");
  const std::string once = read_file(here / "out.json");
  all = probe_dates(here, gold);
  CHECK(read_file(here / "out.json") == once);
  all = probe_dates(here, gold, "2wikimultihopqa", "--seed 1");
  CHECK(read_file(here / "out.json") != once);
  CHECK(all.manifest["seed"].integer() == 1);

  CHECK(probe_dates(here, gold, "2wikimultihopqa", "--setting distractor").records[0]["context"].items().size() == 3);
  all = probe_dates(here, gold, "2wikimultihopqa", "--year-only");
  CHECK(all.records[0]["ans_extract_2"].string() == "1960");
  CHECK(all.records[0]["ques_reason_1"].string() == "Does 1950 come before 1960?");
  CHECK(all.records[1]["ans_reason_1"]["year"].integer() == 50);
  CHECK(all.records[1]["ans_reason_1"].find("month") == nullptr);  // EM and F1 of an age are the same
  all = probe_dates(here, gold, "2wikimultihopqa", "--rule three-valued");
  CHECK(parse_json(all.done.out)["left_out"]["cannot tell"].integer() == 1);
  all = probe_dates(here, gold, "2wikimultihopqa", "--rule published");
  CHECK(all.records[0]["ans_extract_1_date"]["month"].integer() == 0);
  all = probe_dates(here, gold, "2wikimultihopqa", "--balance-types");
  CHECK(all.records.items().size() == 2);
  CHECK(parse_json(all.done.out)["left_out"]["balanced away"].integer() == 1);
  CHECK(all.notes.back()["reason"].string() == "balanced away");
}

TEST_CASE("probe-dates: comparison questions become combined ones by paragraphs or by a table of dates") {
  const scratch here;
  const auto gold = [&](std::string_view a) {
    return here
        .write("q",
               wiki("c", "Who died first, A or B?", "A", deaths("1950", "3 June 1960"),
                    "[\"A\", [\"" + std::string{a} + "\"]], [\"B\", [\"B (1 May 1901 – 3 June 1960) was a writer.\"]]"))
        .string();
  };
  made all = probe_dates(here, gold("A (1900 – 1950) was a writer."), "2wikimultihopqa", "--convert");
  CHECK(all.records[0]["question"].string() == "Who lived longer, A or B?");
  CHECK(all.records[0]["answer"].string() == "B");
  CHECK(parse_json(all.done.out)["counts"]["converted"].integer() == 1);
  all = probe_dates(here, gold("A died in 1950. He was 50."), "2wikimultihopqa", "--convert");
  CHECK(all.records[0]["question"].string() == "Who died first, A or B?");
  CHECK(parse_json(all.done.out)["not_converted"]["missing date"].integer() == 1);
  CHECK(all.notes[0]["detail"].string() == "birth of A");
  // Of the table's dates, the one that the paragraph spells; where it spells none, none.
  const std::string table = here.write("d", "{\"name\": \"a\", \"born\": [\"1 March 1900\", \"1899\"]}\n").string();
  all = probe_dates(here, gold("A died in 1950. The comet came in 1899."), "2wikimultihopqa", "--dates " + table);
  CHECK(all.records[0]["ans_extract_1"].string() == "1899");
  all = probe_dates(here, gold("A died in 1950."), "2wikimultihopqa", "--dates " + table);
  CHECK(parse_json(all.done.out)["not_converted"]["not in paragraph"].integer() == 1);
}

TEST_CASE("probe-dates: bad input leaves no file, and what is read is not written over") {
  const scratch here;
  const std::string out = (here / "o").string();
  const auto refused = [&](std::string_view gold, std::string_view part) {
    check_refused(mhqa({"probe-dates", "--format", "2wikimultihopqa", here.write("x", gold).string(), "--out", out}),
                  part);
    CHECK_FALSE(std::filesystem::exists(out));
    CHECK_FALSE(std::filesystem::exists(out + ".notes.jsonl"));
  };
  refused("", "x: expected records, found an empty file");
  refused("[]", "x: expected records, found none");
  refused("{\"_id\": \"1\"", "x: record 1");
  refused("[{\"_id\": \"1\", \"question\": \"\xFF\"}]", "expected valid UTF-8");
  refused("[{\"_id\": 1}]", "x: record 1, field \"_id\"");
  refused(questions() + "{\"_id\": \"late\"}", "x: record 14, id \"late\"");
  refused(wiki("1", "Who died first?", "A", "") + wiki("1", "Who died first?", "A", ""), "id \"1\"");
  refused(wiki("1", "Who died first?", "A", "[\"A\", \"date of death\", 1900]"), "field \"evidences[0][2]\"");

  const std::string gold = here.write("gold", questions()).string(), same = (here / "." / "gold").string();
  const auto with = [&](std::string_view option, std::string_view value, std::string_view part) {
    check_refused(mhqa({"probe-dates", "--format", "2wikimultihopqa", gold, "--out", out, option, value}), part);
  };
  with("--seed", "-1", "expected an integer from 0 to 2^64 - 1");
  with("--seed", "18446744073709551616", "expected an integer from 0 to 2^64 - 1");
  with("--setting", "both", "--setting");
  with("--rule", "middle", "--rule");
  with("--dates", (here / "none").string(), "cannot open");
  with("--dates", here.write("d", "{\"name\": \"A\", \"birth\": \"1900\"}").string(),
       "record 1: expected \"born\" or \"died\", found neither");
  with("--dates", here.write("d", "{\"name\": \"A\", \"born\": \"x\"}").string(), "expected a date, found \"x\"");
  with("--dates",
       here.write("d", "{\"name\": \"A\", \"born\": \"1901\"}\n{\"name\": \"a\", \"died\": \"1902\"}").string(),
       "expected each name once where there is no id");
  with("--dates", here.write("d", "{\"name\": \"A\", \"born\": \"1901\", \"born\": \"x\"}").string(),
       "expected a date, found \"x\"");
  with("--dates",
       here.write("d", "{\"id\": \"Q1\", \"born\": \"1901\"}\n{\"id\": \"Q1\", \"born\": \"1902\"}").string(),
       "record 2: expected each id once, found \"Q1\" twice");
  with("--dates", here.write("d", "{\"name\": \"A\", \"born\": \"30 February 1593\"}").string(),
       "expected a date, found \"30 February 1593\": a day that the month has at position 0");
  with("--dates", here.write("d", "{\"name\": \"A\", \"born\": {\"year\": 1593, \"month\": 13}}").string(),
       "expected a month from 1 to 12, or 0");
  with("--dates", here.write("d", "{\"name\": \"A\", \"born\": \"40000\"}").string(),
       "found \"40000\": a year from -32767 to 32767 at position 0");
  with("--dates",
       here.write("d",
                  "{\"name\": \"A\", \"born\": {\"time\": \"+1593-02-30T00:00:00Z\", \"precision\": 11, "
                  "\"calendarmodel\": \"http://www.wikidata.org/entity/Q1985786\"}}")
           .string(),
       "record 1, field \"born\": expected a day that the month has");
  check_refused(mhqa({"probe-dates", "--format", "musique", gold, "--out", out}), "--format");
  check_refused(mhqa({"probe-dates", "--format", "hotpotqa", gold, "--out", "-"}), "--out expects a file");
  check_refused(mhqa({"probe-dates", "--format", "2wikimultihopqa", gold, "--out", same}), "would destroy the input");
  const std::string notes = here.write("o.notes.jsonl", questions()).string();
  check_refused(mhqa({"probe-dates", "--format", "2wikimultihopqa", notes, "--out", out}), "would destroy the input");
  check_refused(mhqa({"dates", "answer", gold, "--out", same}), "would destroy the input");
  check_refused(mhqa({"dates", "answer", gold, "--out", "-"}), "--out expects a file");
  check_refused(mhqa({"dates", "answer", gold, "--out", out, "--given-dates"}), "id \"good\": expected the field");
  check_refused(mhqa({"dates", "answer", here.write("e", "[]").string(), "--out", out}),
                "expected records, found none");
  CHECK(read_file(gold) == questions());
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("probe-dates: all 280 date questions of 4,000 records agree with their gold answers") {
  const auto gold = shared_data("data/2wikimultihopqa/dev_4000_nocontext.json");
  if (!gold) return;
  const scratch here;
  struct row {
    std::string_view options;
    std::int64_t comparison, combined, equal_dates, equal_ages;
  };
  for (const row& r : {row{"", 250, 30, 0, 0}, row{"--year-only", 248, 28, 2, 2}, row{"--balance-types", 30, 30, 0, 0},
                       row{"--rule published", 250, 30, 0, 0}}) {
    CAPTURE(r.options);
    const made all = probe_dates(here, gold->string(), "2wikimultihopqa", r.options);
    const json summary = parse_json(all.done.out);
    const json& counts = summary["counts"];
    CHECK(counts["records"].integer() == 4000);
    CHECK(counts["date questions"].integer() == 280);
    CHECK(counts["comparison"].integer() == r.comparison);
    CHECK(counts["combined"].integer() == r.combined);
    CHECK(counts["written"].integer() == r.comparison + r.combined);
    CHECK(count(summary["left_out"], "equal dates") == r.equal_dates);
    CHECK(count(summary["left_out"], "equal ages") == r.equal_ages);
    CHECK(count(summary["left_out"], "balanced away") ==
          280 - counts["written"].integer() - r.equal_dates - r.equal_ages);
    std::int64_t listed = 0;
    for (const json& note : all.notes) listed += note["note"].string() == "left out" ? 1 : 0;
    CHECK(listed == 280 - counts["written"].integer());
    for (const json& record : all.records.items()) {
      for (const char* const field : {"_id", "ques_extract_1", "ans_extract_1", "ques_extract_2", "ans_extract_2",
                                      "ques_reason_1", "ans_reason_1", "ques_robust", "ans_robust"}) {
        if (record.find(field) == nullptr) FAIL_CHECK(field);
      }
    }
  }
}

TEST_CASE("probe-dates: the calendar reader answers the questions made from 164 records, and the evaluator scores it") {
  const auto gold = shared_data("data/2wikimultihopqa/dev_164.json");
  if (!gold) return;
  const scratch here;
  for (const std::string_view setting : {"normal", "distractor"}) {
    CAPTURE(setting);
    const made all = probe_dates(here, gold->string(), "2wikimultihopqa", "--setting " + std::string{setting});
    CHECK(all.records.items().size() == 16);
    CHECK(all.records[0]["context"].items().size() == (setting == "normal" ? 2 : 10));
    REQUIRE(all.notes.size() == 1);
    CHECK(all.notes[0]["detail"].string() == "Salvador J. Lara");
    for (const bool given : {false, true}) {
      const std::string out = (here / "out.json").string(), answers = (here / "answers.json").string();
      const finished read = given ? mhqa({"dates", "answer", out, "--out", answers, "--given-dates"})
                                  : mhqa({"dates", "answer", out, "--out", answers});
      CHECK(read.out.find("reasoning           35        35\n") != std::string::npos);
      const json scores = parse_json(mhqa({"eval", "hieradate", answers, out, "--json"}).out);
      const auto percent = [&scores](std::string_view name) { return scores["scores"][name].real(); };
      CHECK(percent("em") == 100);
      CHECK(percent("ro_em") == 100);
      CHECK(percent("ex_em") == doctest::Approx(100.0 * 37 / 38));
      CHECK(percent("em_compare") == 100);
      CHECK(percent("em_math") == doctest::Approx(given ? 100.0 : 100.0 * 5 / 6));  // one death is spelled otherwise
    }
  }
}

TEST_CASE("probe-dates: HotpotQA's date questions; two gold answers contradict the paragraphs") {
  const auto gold = shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!gold) return;
  const scratch here;
  const made all = probe_dates(here, gold->string(), "hotpotqa");
  const json summary = parse_json(all.done.out);
  CHECK(summary["counts"]["date questions"].integer() == 28);
  CHECK(summary["counts"]["written"].integer() == 23);
  CHECK(summary["left_out"]["missing date"].integer() == 2);
  CHECK(summary["left_out"]["not exact"].integer() == 1);
  CHECK(summary["left_out"]["answer disagrees"].integer() == 2);
  const auto contradiction = std::find_if(all.notes.begin(), all.notes.end(), [](const json& note) {
    return note["_id"].string() == "5a7269fa5542992359bc308d";
  });
  REQUIRE(contradiction != all.notes.end());
  CHECK((*contradiction)["detail"].string() ==
        "Leoš Friedl; Kimberly Po October 20, 1971, Leoš Friedl January 01, 1977");
}

TEST_CASE("probe-dates: works and bridges are further sources, apart from the paper's counts") {
  const auto gold = shared_data("data/2wikimultihopqa/dev_4000_nocontext.json");
  if (!gold) return;
  const scratch here;
  const made works = probe_dates(here, gold->string(), "2wikimultihopqa", "--source works");
  const json counted = parse_json(works.done.out);
  CHECK(counted["counts"]["date questions"].integer() == 358);
  CHECK(counted["counts"]["written"].integer() == 354);
  CHECK(counted["left_out"]["equal dates"].integer() == 3);
  CHECK(counted["left_out"]["answer disagrees"].integer() == 1);
  const made bridges = probe_dates(here, gold->string(), "2wikimultihopqa", "--source bridges");
  CHECK(parse_json(bridges.done.out)["counts"]["date questions"].integer() == 729);
  CHECK(parse_json(bridges.done.out)["counts"]["written"].integer() == 729);
}
