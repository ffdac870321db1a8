// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Made-up questions from which a reader can learn: who wrote a book, and where its writer was born.
#pragma once

#include <mhqa/model/reader_training.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_test {

/// Questions over six paragraphs: a book, its writer, and four about others. Every third asks with one hop for the
/// writer, every other with two hops for the town.
inline std::vector<mhqa::training_example> reader_examples(std::uint32_t count, std::uint32_t first = 0) {
  constexpr std::array<std::string_view, 10> names{"Ada",  "Bela", "Cora", "Dora", "Edda",
                                                   "Fred", "Gert", "Hugo", "Ivan", "Jori"};
  constexpr std::array<std::string_view, 10> surnames{"Ackroy", "Bellam", "Corvin", "Dunmor", "Elkind",
                                                      "Farrow", "Gunnel", "Hollis", "Ingram", "Jessup"};
  constexpr std::array<std::string_view, 10> towns{"Aldham",  "Burwick", "Calder",  "Dorset",  "Elverly",
                                                   "Fenmoor", "Garston", "Hexwold", "Ilkwith", "Jarrowby"};
  const auto pick = [](const auto& list, std::uint32_t n) { return std::string{list[n % list.size()]}; };
  const auto writer = [&](std::uint32_t n) { return pick(names, n / 10 + n) + ' ' + pick(surnames, n); };
  const auto book = [&](std::uint32_t n) {
    return "The " + pick(surnames, n / 7 + 3 * n) + " Affair " + std::to_string(n);
  };
  std::vector<mhqa::training_example> out;
  for (std::uint32_t i = first; i < first + count; ++i) {
    mhqa::training_example e{.id = "q" + std::to_string(i), .group = "g" + std::to_string(i % 9)};
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t n = i + 11 * k;
      e.context.emplace_back(book(n), book(n) + " is a novel by " + writer(n) + ". It was printed in " +
                                          std::to_string(1800 + n % 90) + ".");
      e.context.emplace_back(
          writer(n), writer(n) + " was a teacher. The writer was born in " + pick(towns, n / 3 + n) + " near the sea.");
    }
    e.question = "In which town was the writer of " + book(i) + " born?";
    e.answers = {pick(towns, i / 3 + i)};
    e.supports = {0, 1};
    e.sentences = {{0, 0}, {1, static_cast<std::uint32_t>((writer(i) + " was a teacher. ").size())}};
    out.push_back(std::move(e));
  }
  return out;
}

inline std::vector<mhqa::context_paragraph> context_of(const mhqa::training_example& e) {
  std::vector<mhqa::context_paragraph> out;
  for (const auto& [title, text] : e.context) out.push_back({title, text});
  return out;
}

}  // namespace mhqa_test
