// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Each profile on texts whose answer was read off by hand; those of search_r1, verl and recall were given to the
// published functions too.
#include <mhqa/text/extract.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

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
      {"answer_tag", "<Answer>a</Answer>", "", reason::none},
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
      {"boxed", "\\boxed{a \\boxed{b c}", "b c", reason::last_box},
      {"boxed", "\\boxed{{", "", reason::unclosed},
      {"answer_line", "answer: a\nFinal ANSWER: b c\nd", "b c", reason::answer_line},
      {"answer_line", "**Answer:** Rome", "Rome", reason::answer_line},
      {"answer_line", "nonanswer: a", "", reason::none},
      {"answer_phrase", "The answer is a. Then THE ANSWER IS: St.Paul. x", "St.Paul", reason::answer_phrase},
      {"answer_phrase", "the answer isn", "", reason::none},
      {"yes_no", "I know nothing. No, yes", "No", reason::closed_word},
      {"yes_no", "know, Nobody, yesterday, no_", "", reason::none},
      {"yes_no", "\xC3\xA9no no", "no", reason::closed_word},
      {"last_yes_no", "no, no: YES", "YES", reason::closed_word},
      {"any", "<answer>a \\boxed{b}", "b", reason::last_box},
      {"any", "plain", "plain", reason::whole_text},
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

TEST_CASE("extract: a megabyte of anything is read in one go, without memory") {
  for (const std::string_view piece : {"<answer>", "</answer>", "<answer></answer>", "\\boxed{", "\\boxed ", "{", "}",
                                       "answer:", "the answer is", "yes", "no ", " ", "<", "\xE3\x80\x80", "\xC3"}) {
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
