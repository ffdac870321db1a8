// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of published_dialects.hpp.
#pragma once

#include <mhqa/metrics/published_dialects.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/metrics/drop.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/split.hpp>

#include <cstddef>
#include <span>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void score_drop(const published_input& in, published_result& out) {
  const drop_answer predicted{in.prediction};
  const drop_answer gold{in.golds};
  for (const std::string& text : predicted.texts()) out.set_prediction(text);
  for (const std::string& text : gold.texts()) out.add_gold(text);
  const drop_scores one = drop_scorer::score(predicted, gold);
  out.add("em", one.em);
  out.add("f1", one.f1);
  if (in.golds.empty()) {
    out.add_undefined("max_em");
    out.add_undefined("max_f1");
    return;
  }
  double em = 0, f1 = 0;
  for (const std::string_view text : in.golds) {
    if (strip(text).empty()) continue;
    const drop_scores s = drop_scorer::score(predicted, drop_answer{std::span{&text, 1}});
    em = std::max(em, s.em);
    f1 = std::max(f1, s.f1);
  }
  out.add("max_em", em);
  out.add("max_f1", f1);
}

MHQA_INLINE void score_longbench(const published_input& in, published_result& out) {
  published_result first_line;
  score_bag(bag_programs::longbench, longbench_line(in.prediction.front()), in.golds, first_line);
  score_bag(bag_programs::longbench, in.prediction.front(), in.golds, out);
  out.add("triviaqa", *first_line.numbers()[1].value);
}

MHQA_INLINE std::optional<std::string_view> last_greedy_group(std::string_view text, std::string_view open) {
  std::optional<std::string_view> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t at = line.find(open);
    if (at != nowhere) {
      const std::size_t close = line.rfind('}');
      if (close != nowhere && close >= at + open.size()) {
        found = line.substr(at + open.size(), close - at - open.size());
      }
    }
    begin = end + 1;
  }
  return found;
}

MHQA_INLINE std::string_view search_o1_answer(std::string_view text) {
  const auto box = last_greedy_group(text, "\\boxed{");
  if (!box) return {};
  std::string_view answer = last_greedy_group(*box, "\\text{").value_or(*box);
  answer.remove_prefix(std::min(answer.find_first_not_of("()"), answer.size()));
  const std::size_t last = answer.find_last_not_of("()");
  return answer.substr(0, last == nowhere ? 0 : last + 1);
}

MHQA_INLINE void score_search_o1(const published_input& in, published_result& out) {
  const std::string_view answer = search_o1_answer(in.prediction.front());
  out.add("is_valid_answer", answer.empty() ? 0 : 1);
  score_bag(bag_programs::search_o1, answer, in.golds, out);
  out.add("math_equal", 0);
}

MHQA_INLINE std::string_view morehopqa_answer(std::string_view text) {
  // re.IGNORECASE matches U+017F with s.
  const auto stands = [](std::string_view rest, std::string_view tag) -> std::size_t {
    std::size_t at = 0;
    for (const char c : tag) {
      if (c == 's' && rest.substr(at).starts_with("\xC5\xBF")) {
        at += 2;
      } else if (at < rest.size() && ascii::to_lower(rest[at]) == c) {
        ++at;
      } else {
        return 0;
      }
    }
    return at;
  };
  std::size_t close = nowhere;
  for (std::size_t at = text.rfind('<'); at != nowhere; at = at == 0 ? nowhere : text.rfind('<', at - 1)) {
    const std::string_view rest = text.substr(at);
    if (close == nowhere) {
      if (stands(rest, close_tag) != 0) close = at;
    } else if (const std::size_t size = stands(rest, open_tag); size != 0) {
      return strip(text.substr(at + size, close - at - size));
    }
  }
  return text;
}

MHQA_INLINE std::optional<std::string> morehopqa_number(std::string_view text) {
  std::string plain{text};
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  const std::optional<double> value = python_float(plain);
  if (!value) return std::nullopt;
  plain.clear();
  append_python_double(plain, *value);
  return plain;
}

MHQA_INLINE void score_morehopqa(const published_input& in, published_result& out) {
  const std::string_view answer = morehopqa_answer(in.prediction.front());
  if (is_morehopqa_text(in.answer_type)) return score_bag(bag_programs::morehopqa, answer, in.golds, out);
  if (in.answer_type == "date" || in.answer_type == "datetime") {
    return out.raise("expected an answer_type other than \"" + std::string{in.answer_type} +
                     "\", for which the program uses a parser of dates and a named-entity model");
  }
  if (!is_morehopqa_number(in.answer_type)) {
    return out.raise(
        "expected an answer_type of MoreHopQA: string, letter, person, organization, character, place, number or "
        "year; found \"" +
        std::string{in.answer_type} + "\"");
  }
  const auto said = morehopqa_number(answer);
  const auto gold = in.golds.empty() ? std::nullopt : morehopqa_number(in.golds.front());
  if (!said || !gold) {
    return out.raise("expected numbers for an answer_type that is one; the program goes on with a named-entity model");
  }
  const std::string_view text = *gold;
  score_bag(bag_programs::morehopqa, *said, std::span{&text, 1}, out);
}

MHQA_INLINE std::string_view multihop_rag_answer(std::string_view text) noexcept {
  constexpr std::string_view phrase = "The answer to the question is \"";
  for (std::size_t at = text.find(phrase); at != nowhere; at = text.find(phrase, at + 1)) {
    const std::string_view rest = text.substr(at + phrase.size());
    const std::size_t end = rest.find_first_of("\"\n");
    if (end != nowhere && rest[end] != '\n') return rest.substr(0, end);
  }
  return text;
}

MHQA_INLINE void score_dpr(const published_input& in, published_result& out) {
  const std::string document = dpr_text(in.prediction.front());
  const std::string plain = kilt_form(in.prediction.front());
  out.set_prediction(plain);
  bool in_tokens = false, in_plain = false;
  for (const std::string_view gold : in.golds) {
    const std::string form = kilt_form(gold);
    in_tokens = in_tokens || contains(document, dpr_text(gold));
    in_plain = in_plain || contains(plain, form);
    out.add_gold(form);
  }
  out.add("string", in_tokens ? 1 : 0);
  out.add("kilt", in_plain ? 1 : 0);
}

MHQA_INLINE void score_popqa(const published_input& in, published_result& out) {
  const std::string_view whole = in.prediction.front();
  const std::string_view cut = popqa_line(whole);
  out.set_prediction(whole);
  bool in_whole = false, in_cut = false;
  for (const std::string_view gold : in.golds) {
    std::string capital;
    append_capitalized(capital, gold);
    for (const std::string& form : {std::string{gold}, to_lower(gold), capital}) {
      in_whole = in_whole || contains(whole, form);
      in_cut = in_cut || contains(cut, form);
    }
    out.add_gold(gold);
  }
  out.add("is_correct", in_whole ? 1 : 0);
  out.add("pred", in_cut ? 1 : 0);
}

MHQA_INLINE void score_set_f1(const published_input& in, published_result& out) {
  set_answer said, gold, plain_said, plain_gold;
  said.assign(in.prediction.front(), true, normalizations::words_lowered_last);
  plain_said.assign(in.prediction.front(), false, normalizations::words);
  out.set_prediction(said.text.text());
  double f1 = 0, plain_f1 = 0;
  bool em = false;
  for (const std::string_view text : in.golds) {
    gold.assign(text, true, normalizations::words_lowered_last);
    plain_gold.assign(text, false, normalizations::words);
    out.add_gold(gold.text.text());
    f1 = std::max(f1, score_sets(said, gold));
    plain_f1 = std::max(plain_f1, score_sets(plain_said, plain_gold, false));
    em = em || plain_said.text == plain_gold.text;
  }
  out.add("f1", f1);
  out.add("deepresearcher_f1", plain_f1);
  out.add("deepresearcher_em", em ? 1 : 0);
}

}  // namespace detail

MHQA_INLINE std::string signature_of(const published_dialect& dialect, const signature_choices& more) {
  std::string out{dialect.name};
  out.append("|program:").append(dialect.program).append("|").append(dialect.signature).append("|unicode:14.0");
  for (const auto& [key, value] : more) out.append("|").append(key).append(":").append(value);
  return out.append("|mhqa:" MHQA_VERSION_STRING);
}

MHQA_INLINE void score_published(const published_dialect& dialect, const published_input& in, published_result& out) {
  out.clear();
  if (in.prediction_is_list && !dialect.lists) return out.raise("expected a string as the prediction, found a list");
  if (dialect.single_gold && in.golds.size() > 1) {
    return out.raise("expected one gold answer, found " + std::to_string(in.golds.size()));
  }
  dialect.score(in, out);
}

}  // namespace mhqa::inline v0_1
