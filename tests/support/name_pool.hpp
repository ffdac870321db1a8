// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A random pool of short questions about names, many of them connected: chains, forks and frequent answers.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_test {

/// Owns its texts; names are "Nab" or "the Nac Lee", so that one name is at times part of another.
struct name_pool {
  std::deque<std::string> texts;
  std::deque<std::vector<std::string_view>> aliases;
  mhqa::single_hop_pool pool;

  name_pool(std::size_t questions, std::size_t names, std::size_t paragraphs, std::uint64_t seed) {
    mhqa::draws random{seed, "name_pool"};
    const auto keep = [&](std::string text) { return std::string_view{texts.emplace_back(std::move(text))}; };
    const auto name = [&] {
      const std::uint64_t number = random.below(names);
      const std::string n{'N', static_cast<char>('a' + number / 26 % 26), static_cast<char>('a' + number % 26)};
      return random.below(6) == 0 ? "the " + n + " Lee" : n;
    };
    std::vector<std::string> bodies(paragraphs);
    for (std::string& body : bodies) {
      for (std::size_t i = 0; i < 20; ++i) body += "word" + std::to_string(random.below(40)) + ' ';
    }
    for (std::size_t i = 0; i < questions; ++i) {
      constexpr std::array<std::string_view, 3> verbs{"met", "saw", "knew"};
      std::string text = "Who ";
      text += verbs[random.below(verbs.size())];
      text += ' ' + name();
      if (random.below(3) == 0) text += " and " + name();
      if (random.below(4) == 0) text += " on some day long ago";
      text += '?';
      const std::string answer = name();
      const auto p = static_cast<std::uint32_t>(random.below(paragraphs));
      bodies[p] += answer + ' ';
      auto& others = aliases.emplace_back();
      if (random.below(8) == 0) others.push_back(keep(name()));
      pool.questions.push_back(
          {keep("q" + std::to_string(i)), i % 3 == 0 ? "one" : "two", keep(std::move(text)), keep(answer), others, p});
    }
    for (std::size_t p = 0; p < paragraphs; ++p) {
      pool.paragraphs.push_back({keep("Title " + std::to_string(p)), keep(bodies[p])});
    }
  }
};

}  // namespace mhqa_test
