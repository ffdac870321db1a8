// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/answer_spans.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

// The pieces of one kind that a sentence has for a question, as they are spelled.
std::vector<std::string> pieces(std::string_view sentence, std::string_view question, mhqa::span_kind kind) {
  const mhqa::passage text{sentence};
  mhqa::question_terms terms;
  terms.assign(question);
  mhqa::sentence_spans spans;
  spans.assign(sentence, text.words(), terms);
  std::vector<std::string> out;
  spans.for_each(mhqa::what_is_asked(question), [&](const mhqa::answer_span& span) {
    REQUIRE(span.first < span.last);
    REQUIRE(span.last <= text.words().size());
    if (span.kind != kind) return;
    const std::size_t begin = text.words()[span.first].begin;
    out.emplace_back(sentence.substr(begin, text.words()[span.last - 1].end() - begin));
  });
  return out;
}

}  // namespace

TEST_CASE("answer_spans: finds each kind by its marks") {
  using enum mhqa::span_kind;
  struct row {
    std::string_view sentence, question;
    mhqa::span_kind kind;
    std::vector<std::string> want;
  };
  const std::vector<row> rows{
      {"In Rome, J. K. Doe of the University of Oxford met Anna.",
       "Who?",
       name,
       {"Rome", "J. K. Doe of the University of Oxford", "Anna"}},
      {"World War 2 and Super Bowl 50", "What?", name, {"World War 2", "Super Bowl 50"}},
      {"The Who, The Hague", "What?", name, {"Hague"}},
      {"Born on 3 May 1901, he died in 1980.", "When?", date, {"3 May 1901", "1980"}},
      {"Born on 3 May 1901, he died in 1980.", "What year?", year, {"3 May 1901", "1901", "1980"}},
      {"Two hundred men and 3.5 million cats", "How many?", number, {"Two hundred", "3.5 million"}},
      {"It is 300 metres tall.", "How tall?", number, {"300 metres"}},
      {"It won a \"golden bear\" quickly", "What?", quoted, {"golden bear"}},
      {"Small red foxes eat mice", "What do foxes hunt?", phrase, {"Small red", "eat mice"}},
      {"It fell because the wall was weak, and then rose", "Why did it fall?", clause, {"because the wall was weak"}},
      {"It fell because the wall was weak", "When did it fall?", clause, {}},
      {"", "What?", phrase, {}}};
  for (const row& r : rows) {
    CAPTURE(r.sentence);
    CAPTURE(r.question);
    CHECK(pieces(r.sentence, r.question, r.kind) == r.want);
  }
}

TEST_CASE("answer_spans: a phrase keeps the noun that is asked for") {
  CHECK(pieces("He used a folding knife there", "What knife did he use?", mhqa::span_kind::phrase) ==
        std::vector<std::string>{"folding knife"});
  CHECK(pieces("He used a folding knife there", "Who used a knife?", mhqa::span_kind::phrase) ==
        std::vector<std::string>{"folding"});
}
