// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as two questions, an answer and its paragraph: no reader of English reads past a text, and a wording
// is a question of the words of its steps.
#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/bridge_sense.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/noun_phrase.hpp>
#include <mhqa/compose/sentence_faults.hpp>
#include <mhqa/compose/stands_alone.hpp>
#include <mhqa/compose/undetermined.hpp>
#include <mhqa/compose/ungrammatical.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/whole_name.hpp>
#include <mhqa/english/asked.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void read_question(std::string_view question, std::string_view answer, std::string_view paragraph) {
  static_cast<void>(mhqa::what_is_asked(question));
  static_cast<void>(mhqa::find_mistake(question));
  static_cast<void>(mhqa::find_sentence_fault(question));
  static_cast<void>(mhqa::depends_on_time(question));
  static_cast<void>(mhqa::is_no_answer(question, answer));
  static_cast<void>(mhqa::find_gap(question));
  const mhqa::named_kind kind = mhqa::kind_of_answer(answer, paragraph, question);
  const auto phrase = mhqa::noun_phrase_of(question, kind, answer);
  expect(!phrase || !phrase->empty());
}

void read_tail(std::string_view head, std::string_view answer, std::string_view paragraph, std::string_view tail) {
  const auto found = mhqa::find_mention(answer, tail);
  if (!found) return;
  const mhqa::name_around name = mhqa::find_name(mhqa::sentence_words{tail}, *found);
  expect(name.span.begin <= found->begin && found->begin + found->size <= name.span.begin + name.span.size &&
         name.span.begin + name.span.size <= tail.size());
  static_cast<void>(mhqa::place_of_name(head, paragraph, tail, *found));
  static_cast<void>(mhqa::check_sense(head, answer, paragraph, tail, *found));
  static_cast<void>(mhqa::names_bare_thing(tail, *found));
  static_cast<void>(mhqa::names_series(tail, paragraph, *found));
  static_cast<void>(mhqa::find_gap(tail, *found, false));
  for (std::size_t sign = 0; sign < mhqa::language_rows.size(); ++sign) {
    static_cast<void>(mhqa::says(tail, static_cast<mhqa::language_sign>(sign), *found));
  }
  std::string step{tail};
  step.replace(found->begin, found->size, "#1");
  const mhqa::wording worded = mhqa::rule_verbaliser{}({"x", {std::string{head}, step}, {std::string{answer}, ""}});
  expect(!worded || worded.question.ends_with('?'));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  std::array<std::string_view, 4> lines;  // head, its answer, its paragraph, tail
  for (std::string_view& line : lines) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto [head, answer, paragraph, tail] = lines;
  read_question(head, answer, paragraph);
  read_question(tail, {}, paragraph);
  read_tail(head, answer, paragraph, tail);
  return 0;
}
