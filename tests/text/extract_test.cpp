// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Each profile on texts whose answer was read off by hand; those of search_r1, verl and recall were given to the
// published functions too.
#include <mhqa/text/extract.hpp>

#include <mhqa/text/normalize.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using mhqa::extract_answer;
using mhqa::extraction;
using mhqa::extraction_flag;
using reason = mhqa::extraction_reason;
namespace extractions = mhqa::extractions;

static_assert(extract_answer("So the answer is Rome.", extractions::answer_phrase).answer == "Rome");
static_assert(extract_answer("x <answer> 42 </answer>", extractions::verl).answer == "42");

struct row {
  std::string_view profile, text, answer;
  reason why;
};

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

}  // namespace

TEST_CASE("extract: each profile finds its answer and says why") {
  const row rows[] = {
      {"whole", " a b ", "a b", reason::whole_text},
      {"whole", "", "", reason::whole_text},
      {"answer_tag", "<answer>a</answer> <answer>\nb </answer> c", "b", reason::last_tag},
      {"answer_tag", "<answer>a<answer>b</answer>", "a<answer>b", reason::last_tag},
      {"answer_tag", "<answer>a</answer><answer>b", "a", reason::last_tag},
      {"answer_tag", "<answer>a", "", reason::unclosed},
      {"answer_tag", "</answer>a<answer>", "", reason::unclosed},
      {"answer_tag", "<Answer>a</ANSWER>", "a", reason::last_tag},
      {"verl", "<Answer>a</Answer>", "", reason::none},
      {"answer_tag", "<answer>\xE3\x80\x80x\xC2\xA0</answer>", "x", reason::last_tag},
      {"search_r1", "<answer>a</answer>", "", reason::too_few_tags},
      {"search_r1", "<answer>a</answer><answer>b</answer>", "b", reason::last_tag},
      {"verl", "<answer>a</answer>", "a", reason::last_tag},
      {"recall", "so \\boxed{x{y}z}", "x{y}z", reason::last_box},
      {"recall", "\\boxed{a} $\\boxed b$ c", "b", reason::last_box},
      {"recall", "\\boxed a \\boxed{b}", "a \\boxed{b}", reason::last_box},
      {"recall", "\\boxed{a} \\boxed{b", "", reason::unclosed},
      {"recall", "\\boxed{a} \\boxedb", "", reason::none},
      {"recall", "\\fbox{a}", "", reason::none},
      {"boxed", "\\boxed{a} \\boxed{b", "a", reason::last_box},
      {"boxed", "\\boxed{a \\boxed{b} c}", "b", reason::last_box},
      {"boxed", "\\boxed{a} $\\boxed  {b}$ \\boxedc", "b", reason::last_box},
      {"boxed", "\\boxed{a \\boxed{b c}", "b c", reason::last_box},
      {"boxed", "\\boxed{{", "", reason::unclosed},
      {"boxed", "\\boxed{\\text{Los Angeles}}", "Los Angeles", reason::last_box},
      {"boxed", "\\boxed{Rome} \\boxed{ }", "Rome", reason::last_box},
      {"boxed", "\\boxed{}", "", reason::empty},
      {"boxed", "\\boxed{\\text{}}", "", reason::empty},
      {"boxed", "$\\boxed{\\textbf{\\text{ Rome }}}$.", "Rome", reason::last_box},
      {"recall", "\\boxed{\\text{Rome}}", "\\text{Rome}", reason::last_box},
      {"answer_tag", "<answer>\\boxed{Los Angeles}</answer>", "Los Angeles", reason::last_tag},
      {"answer_tag", "<answer>The answer is \\boxed{\\text{Rome}}.</answer>", "Rome", reason::last_tag},
      {"answer_tag", "<answer>**Rome**</answer>", "Rome", reason::last_tag},
      {"answer_tag", "<answer>Rome</answer> <answer> </answer>", "Rome", reason::last_tag},
      {"answer_tag", "<answer> </answer>", "", reason::empty},
      {"verl", "<answer>\\boxed{Rome}</answer>", "\\boxed{Rome}", reason::last_tag},
      {"verl", "<answer>Rome</answer> <answer> </answer>", "", reason::last_tag},
      {"answer_line", "answer: a\nFinal ANSWER: b c\nd", "b c", reason::answer_line},
      {"answer_line", "**Answer:** Rome", "Rome", reason::answer_line},
      {"answer_line", "nonanswer: a", "", reason::none},
      {"answer_line", "Answer : Rome", "Rome", reason::answer_line},
      {"answer_line", "**Answer** : Rome", "Rome", reason::answer_line},
      {"answer_line", "Answer\xEF\xBC\x9ARome\nmore", "Rome", reason::answer_line},
      {"answer_line", "**Answer:**\nLos Angeles", "Los Angeles", reason::answer_line},
      {"answer_line", "**Answer: Los Angeles**", "Los Angeles", reason::answer_line},
      {"answer_line", "Answer: **Los Angeles**", "Los Angeles", reason::answer_line},
      {"answer_line", "**Answer:** **Los Angeles**", "Los Angeles", reason::answer_line},
      {"answer_line", "Final answer: Rome\nFinal answer:  ", "Rome", reason::answer_line},
      {"answer_line", "Answer: \nAnswer:\n\n", "", reason::empty},
      {"answer_line", "Answer: Answer: Rome", "Rome", reason::answer_line},
      {"answer_line", "Answer: M*A*S*H", "M*A*S*H", reason::answer_line},
      {"answer_line", "my answers: a", "", reason::none},
      {"answer_line", "x\n### Final Answer\nRome", "Rome", reason::answer_line},
      {"answer_line", "## Answer\n\n**Rome**\n", "Rome", reason::answer_line},
      {"answer_line", "x\n**Answer**\r\nRome", "Rome", reason::answer_line},
      {"answer_line", "an\nanswer\nRome", "", reason::none},
      {"answer_line", "**Answer** the question\nRome", "", reason::none},
      {"answer_line", "Give the **answer**\nRome", "", reason::none},
      {"answer_line", "Answer: *Rome*", "Rome", reason::answer_line},
      {"answer_line", "Answer: _Rome_", "Rome", reason::answer_line},
      {"answer_line", "Answer: *NSYNC", "*NSYNC", reason::answer_line},
      {"answer_line", "Answer:\n- Rome", "Rome", reason::answer_line},
      {"answer_line", "Answer: -5", "-5", reason::answer_line},
      {"answer_phrase", "The answer is a. Then THE ANSWER IS: St.Paul. x", "St.Paul", reason::answer_phrase},
      {"answer_phrase", "the answer isn", "", reason::none},
      {"answer_phrase", "So the answer is: J. R. R. Tolkien.", "J. R. R. Tolkien", reason::answer_phrase},
      {"answer_phrase", "So the answer is: St. Louis.", "St. Louis", reason::answer_phrase},
      {"answer_phrase", "So the answer is: U.S. Steel.", "U.S. Steel", reason::answer_phrase},
      {"answer_phrase", "The answer is Dr. No. It is a film.", "Dr. No", reason::answer_phrase},
      {"answer_phrase", "The answer is No. The book came first.", "No", reason::answer_phrase},
      {"answer_phrase", "The answer is Washington, D.C. The city lies on the Potomac.", "Washington, D.C.",
       reason::answer_phrase},
      {"answer_phrase", "The answer is Love. Angel. Music. Baby. It was released in 2004.", "Love. Angel. Music. Baby",
       reason::answer_phrase},
      {"answer_phrase", "The answer is George W. Bush. He was born in 1946.", "George W. Bush", reason::answer_phrase},
      {"answer_phrase", "The answer is Paris. France has no larger city.", "Paris", reason::answer_phrase},
      {"answer_phrase", "So the answer is:\n\nLos Angeles.", "Los Angeles", reason::answer_phrase},
      {"answer_phrase", "the final answer is Rome", "Rome", reason::answer_phrase},
      {"answer_phrase", "The answer is **Rome**.", "Rome", reason::answer_phrase},
      {"answer_phrase", "The answer is **A Yank in the R.A.F.**.", "A Yank in the R.A.F.", reason::answer_phrase},
      {"answer_phrase", "The answer is **Dr. No**. It was made in 1962.", "Dr. No", reason::answer_phrase},
      {"answer_phrase", "The answer is 30.9%.", "30.9%", reason::answer_phrase},
      {"answer_phrase", "The answer is 3.14. It is a number.", "3.14", reason::answer_phrase},
      {"answer_phrase", "The answer is 10,310,371 (2016 est.).", "10,310,371 (2016 est.)", reason::answer_phrase},
      {"answer_phrase", "The answer is \"Wait...\".", "\"Wait...\"", reason::answer_phrase},
      {"answer_phrase", "The answer is", "", reason::empty},
      {"final_answer", "The answer is Milan. The final answer is: Rome.", "Rome", reason::answer_phrase},
      {"final_answer", "**Final Answer:** Rome\nThe answer is Milan.", "Rome", reason::answer_line},
      {"final_answer", "FINAL ANSWER\xEF\xBC\x9A Rome", "Rome", reason::answer_line},
      {"final_answer", "Answer: Rome", "", reason::none},
      {"json_answer", "{\"answer\": \"Rome\"}", "Rome", reason::json_answer},
      {"json_answer", "```json\n{\n  \"thought\": \"x\",\n  \"answer\" : \"Rome\"\n}\n```", "Rome",
       reason::json_answer},
      {"json_answer", "{\"final_answer\": \"Rome\", \"confidence\": 0.5}", "Rome", reason::json_answer},
      {"json_answer", "{'answer': 'Rome'}", "Rome", reason::json_answer},
      {"json_answer", "{\"answer\": 42}", "42", reason::json_answer},
      {"json_answer", "{\"answer\": true}", "true", reason::json_answer},
      {"json_answer", "{\"answer\": \"Rome\"} {\"answer\": \"\"}", "Rome", reason::json_answer},
      {"json_answer", "{\"answer\": null}", "", reason::none},
      {"json_answer", "{\"answer\": \" \"}", "", reason::empty},
      {"json_answer", "{\"answer\": \"Rome", "", reason::unclosed},
      {"json_answer", "the \"answer\": \"Rome\"", "", reason::none},
      {"json_answer", "{\"answer\": [ \"Rome\" ]}", "Rome", reason::json_answer},
      {"json_answer", "{\"answer\": [42]}", "42", reason::json_answer},
      {"json_answer", "{\"answer\": [\"Rome\", \"Oslo\"]}", "", reason::none},
      {"json_answer", "{\"answer\": [[\"Rome\"]]}", "", reason::none},
      {"json_answer", "{\"answer\": []}", "", reason::none},
      {"json_answer", "{\"answer\": [\"Rome\"", "", reason::none},
      {"yes_no", "I know nothing. No, yes", "No", reason::closed_word},
      {"yes_no", "know, Nobody, yesterday, no_", "", reason::none},
      {"yes_no", "\xC3\xA9no no", "no", reason::closed_word},
      {"last_yes_no", "no, no: YES", "YES", reason::closed_word},
      {"any", "<answer>a \\boxed{b}", "b", reason::last_box},
      {"any", "plain", "plain", reason::whole_text},
      {"any", "<answer></answer> \\boxed{} Answer: Rome", "Rome", reason::answer_line},
      {"any", "```json\n{\"answer\": \"Rome\"}\n```", "Rome", reason::json_answer},
      {"any", "The final answer is Rome.", "Rome", reason::answer_phrase},
      {"any", "<answer> </answer>", "<answer> </answer>", reason::whole_text},
  };
  for (const row& r : rows) {
    CAPTURE(r.profile);
    CAPTURE(r.text);
    const auto* profile = mhqa::find_extraction(r.profile);
    REQUIRE(profile != nullptr);
    const extraction got = extract_answer(r.text, *profile);
    CHECK(got.answer == r.answer);
    CHECK(name(got.reason) == name(r.why));
    CHECK(got.found() == (r.why >= reason::whole_text));
    if (!got.answer.empty()) CHECK((got.answer.data() >= r.text.data() && got.answer.end() <= r.text.end()));
  }
}

TEST_CASE("extract: tag spam, empty answers and lists are flagged") {
  const std::string ten = repeated("<answer>a</answer>", 10 * 17);
  CHECK_FALSE(extract_answer(ten, extractions::verl).has(extraction_flag::tag_spam));
  CHECK(extract_answer(ten + "<answer>", extractions::verl).has(extraction_flag::tag_spam));
  CHECK(extract_answer("</answer>" + ten, extractions::verl).has(extraction_flag::tag_spam));
  CHECK(extract_answer("<answer> \n</answer>", extractions::verl).flags == extraction_flag::empty);
  CHECK(extract_answer("<answer>A or B</answer>", extractions::verl).flags == extraction_flag::listed);
  for (const std::string_view list : {"Yes, no", "a;b", "a | b", "a\nb"}) CHECK(mhqa::lists_several(list));
  for (const std::string_view one : {"", ";", "Oregon", "Paris, France", "no", " a\n"}) {
    CAPTURE(one);
    CHECK_FALSE(mhqa::lists_several(one));
  }
}

TEST_CASE("extract: escapes of JSON and LaTeX are flagged, and decoded with memory") {
  struct escaped_row {
    std::string_view profile, text, answer;
  };
  const escaped_row rows[] = {
      {"json_answer", R"({"answer": "\"Weird Al\" Yankovic"})", "\"Weird Al\" Yankovic"},
      {"json_answer", R"({"answer": "Bj\u00f6rk"})", "Bj\xC3\xB6rk"},
      {"json_answer", R"({"answer": "\\boxed{\\text{Rome}}"})", "Rome"},
      {"json_answer", R"({'answer': 'O\'Hare "the" airport'})", "O'Hare \"the\" airport"},
      {"json_answer", R"({"answer": "a\q"})", "a\\q"},
      {"boxed", R"(\boxed{\text{AT}\&\text{T}})", "AT&T"},
      {"boxed", R"(\boxed{100\%})", "100%"},
      {"boxed", R"(\boxed{\text{Rome}, \text{Italy}})", "Rome, Italy"},
      {"boxed", R"(\boxed{\frac{1}{2}})", "\\frac{1}{2}"},
      {"boxed", R"(\boxed{New\ York})", "New York"},
      {"boxed", R"(\boxed{New\,York\;City})", "New York City"},
      {"boxed", R"(\boxed{1{,}000})", "1,000"},
      {"boxed", R"(\boxed{\texttt{Rome}})", "Rome"},
      {"boxed", R"(\boxed{\textsc{New} \operatorname{York}})", "New York"},
      {"boxed", R"(\boxed{\underline{\textnormal{Rome}}})", "Rome"},
      {"answer_tag", R"(<answer>\boxed{\text{AT\&T}}</answer>)", "AT&T"},
      {"answer_tag", R"(<answer>C:\_x</answer>)", "C:\\_x"},
      {"recall", R"(\boxed{100\%})", "100\\%"},
      {"boxed", R"(\boxed{Rome})", "Rome"},
  };
  for (const escaped_row& r : rows) {
    CAPTURE(r.text);
    std::string memory;
    const auto& profile = *mhqa::find_extraction(r.profile);
    const extraction got = extract_answer(r.text, profile, memory);
    CHECK(got.answer == r.answer);
    CHECK_FALSE(got.has(extraction_flag::escaped));
    CHECK((extract_answer(r.text, profile).answer == r.answer || extract_answer(r.text, profile).flags != 0 ||
           profile.exact));
  }
}

TEST_CASE("extract: tags and members of a name of your own") {
  mhqa::extraction_profile solution = extractions::answer_tag;
  solution.tag = "solution";
  CHECK(extract_answer("<answer>a</answer> <solution> b </solution> <solution>", solution).answer == "b");
  CHECK_FALSE(extract_answer("<solutions>b</solutions>", solution).found());
  mhqa::extraction_profile member = extractions::json_answer;
  member.tag = "response";
  CHECK(extract_answer("{\"answer\": \"a\", \"response\": \"b\", \"final_answer\": \"c\"}", member).answer == "b");
}

namespace {

/// Golds of a data set: each record's answer.
std::vector<std::string> golds_of(std::string_view relative) {
  std::vector<std::string> out;
  const auto file = mhqa_test::shared_data(relative);
  if (!file) return out;
  const auto add = [&](const mhqa_test::json& record) { out.push_back(record["answer"].string()); };
  if (relative.ends_with(".jsonl")) {
    const auto records = mhqa_test::load_jsonl(*file);
    for (const auto& record : records) add(record);
  } else {
    const mhqa_test::json records = mhqa_test::load_json(*file);
    for (const auto& record : records.items()) add(record);
  }
  return out;
}

/// The text of JSON, in which letters beyond ASCII may be escaped.
std::string json_text_of(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

}  // namespace

TEST_CASE("extract: every gold of HotpotQA, MuSiQue and 2WikiMultihopQA comes back whole from each form" *
          doctest::test_suite("unsanitized")) {
  for (const std::string_view file :
       {"data/hotpotqa/dev_answers_7405.json", "data/musique/ans_dev_2417_noparagraphs.jsonl",
        "data/2wikimultihopqa/dev_4000_nocontext.json"}) {
    const std::vector<std::string> golds = golds_of(file);
    if (golds.empty()) return;
    CHECK(golds.size() >= 2417);
    std::string cut;
    std::string memory;
    mhqa::normalized said, wanted;
    for (const std::string& gold : golds) {
      const std::pair<std::string_view, std::string> forms[] = {
          {"answer_tag", "<think>x</think><answer>" + gold + "</answer>"},
          {"boxed", "The answer is \\boxed{" + gold + "}."},
          {"boxed", "$\\boxed{\\text{" + gold + "}}$"},
          {"answer_tag", "<answer>\\boxed{" + gold + "}</answer>"},
          {"answer_line", "Some steps.\nAnswer: " + gold},
          {"answer_line", "**Answer:**\n" + gold + "\n"},
          {"answer_line", "Answer\xEF\xBC\x9A" + gold},
          {"answer_phrase", "So the answer is " + gold},
          {"answer_phrase", "So the answer is: " + gold + "."},
          {"answer_phrase", "The final answer is:\n\n" + gold + "."},
          {"answer_phrase", "So the answer is " + gold + ". This follows from the second paragraph."},
          {"final_answer", "Final answer: " + gold},
          {"final_answer", "**Final Answer**: " + gold},
          {"final_answer", "The final answer is " + gold + "."},
          {"json_answer", "```json\n{\"answer\": " + json_text_of(gold) + "}\n```"},
      };
      for (const auto& [name, text] : forms) {
        for (const std::string_view profile : {name, std::string_view{"any"}}) {
          const extraction got = extract_answer(text, *mhqa::find_extraction(profile), memory);
          if (got.answer == gold) continue;
          said.assign(got.answer, mhqa::normalizations::squad);
          wanted.assign(gold, mhqa::normalizations::squad);
          if (said.text() != wanted.text()) cut.append(profile).append(": ").append(text).append("\n");
        }
      }
    }
    CHECK(cut == "");
  }
}

TEST_CASE("extract: a megabyte of anything is read in one go, without memory") {
  for (const std::string_view piece : {"<answer>",
                                       "</answer>",
                                       "<answer></answer>",
                                       "\\boxed{",
                                       "\\boxed ",
                                       "{",
                                       "}",
                                       "answer:",
                                       "the answer is",
                                       "yes",
                                       "no ",
                                       " ",
                                       "<",
                                       "\xE3\x80\x80",
                                       "\xC3",
                                       "answer:\n",
                                       "answer: * ",
                                       "the answer is. ",
                                       "\\text{",
                                       "**",
                                       "{\"answer\":",
                                       "{'answer':'",
                                       "{\"answer\":\"\\"}) {
    const std::string text = repeated(piece, mhqa_test::large(1U << 20U));
    const mhqa_test::allocations_here counted;
    std::size_t found = 0;
    for (const auto& profile : extractions::all) found += extract_answer(text, profile).answer.size();
    const std::size_t asked = counted();
    CAPTURE(piece);
    CHECK(asked == 0);
    CHECK(found <= extractions::all.size() * text.size());
  }
}
