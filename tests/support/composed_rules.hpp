// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks finished questions against every rule of composition, using only the records and the pool: plain string code,
// independent of the pipeline (Trivedi et al. 2022, Sec. 5, S2, S4, S5, S6, S8).
#pragma once

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_test {

/// The six files: train, dev, test.
struct composed_files {
  std::array<std::vector<mhqa::composed_question>, 3> ans;
  std::array<std::vector<mhqa::composed_question>, 3> full;
};

/// Returns the violations, one per line: "rule: id".
class composed_rules {
 public:
  composed_rules(const mhqa::single_hop_pool& pool, const mhqa::composition_limits& limits,
                 const mhqa::context_options& contexts)
      : pool_{pool}, limits_{limits}, contexts_{contexts} {
    for (const auto& q : pool.questions) gold_.insert(q.paragraph);
  }

  [[nodiscard]] std::vector<std::string> check(const composed_files& files) {
    findings_.clear();
    std::vector<const mhqa::composed_question*> all;
    for (const auto& part : files.ans) {
      for (const auto& q : part) all.push_back(&q);
    }
    for (const auto* q : all) {
      steps(*q);
      context(*q);
    }
    uses(all);
    overlap(files);
    for (std::size_t part = 0; part < 3; ++part) twins(files.ans[part], files.full[part]);
    return findings_;
  }

 private:
  using question = mhqa::composed_question;

  void expect(bool holds, std::string_view rule, const question& q) {
    if (!holds) findings_.push_back(std::string{rule} + ": " + q.id);
  }
  static std::size_t words(const std::string& text) {
    std::istringstream in{text};
    std::string word;
    std::size_t n = 0;
    while (in >> word) ++n;
    return n;
  }
  const std::string& normal(std::string_view text) const {
    const auto known = normal_.find(text);
    return known != normal_.end() ? known->second
                                  : normal_.emplace(std::string{text}, mhqa::normalize(text)).first->second;
  }
  bool mentioned(std::string_view x, std::string_view y) const {
    const std::string &a = normal(x), &b = normal(y);
    return !a.empty() && (' ' + b + ' ').find(' ' + a + ' ') != std::string::npos;
  }
  const mhqa::single_hop& origin(const mhqa::composed_step& s) const { return pool_.questions.at(s.origin); }
  // A paragraph as a string by which those that are the same are equal.
  std::string same(std::uint32_t p) const {
    return std::string{pool_.paragraphs.at(p).title} + '\n' + normal(pool_.paragraphs.at(p).text);
  }
  bool shows(std::uint32_t p, const mhqa::single_hop& q) const {
    const auto in = [&](std::string_view answer) {
      return mentioned(answer, pool_.paragraphs[p].title) || mentioned(answer, pool_.paragraphs[p].text);
    };
    return in(q.answer) || std::any_of(q.aliases.begin(), q.aliases.end(), in);
  }
  std::set<std::string> answers(const mhqa::single_hop& q) const {
    std::set<std::string> out{normal(q.answer)};
    for (const auto a : q.aliases) out.insert(normal(a));
    return out;
  }

  // The references of a step, and its text with the answers written for them.
  static std::pair<std::set<std::size_t>, std::string> written_out(const question& q, std::size_t step) {
    std::pair<std::set<std::size_t>, std::string> out;
    const std::string& text = q.steps[step].question;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '#' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '4') {
        const auto n = static_cast<std::size_t>(text[++i] - '0');
        out.first.insert(n);
        out.second += q.steps.at(n - 1).answer;
      } else {
        out.second += text[i];
      }
    }
    return out;
  }

  void steps(const question& q) {
    const std::map<std::string, std::set<std::pair<std::size_t, std::size_t>>> shapes{
        {"2hop", {{1, 2}}},
        {"3hop1", {{1, 2}, {2, 3}}},
        {"3hop2", {{1, 3}, {2, 3}}},
        {"4hop1", {{1, 2}, {2, 3}, {3, 4}}},
        {"4hop2", {{1, 3}, {2, 3}, {3, 4}}},
        {"4hop3", {{1, 2}, {2, 4}, {3, 4}}}};
    std::string id = q.id.substr(0, q.id.find("__"));
    std::set<std::pair<std::size_t, std::size_t>> edges;
    std::size_t total = 0;
    for (std::size_t i = 0; i < q.steps.size(); ++i) {
      const auto& source = origin(q.steps[i]);
      const auto [references, text] = written_out(q, i);
      for (const std::size_t n : references) edges.insert({n, i + 1});
      expect(normal(text) == normal(source.question), "S4 step is its question", q);
      expect(q.steps[i].answer == source.answer, "S4 answer of a step", q);
      expect(words(text) <= limits_.question_words, "S4 words of a step", q);
      total += words(text);
      for (std::size_t j = 0; j < i; ++j) expect(same_as(q, i, j), "S2 distinct questions and paragraphs", q);
      for (std::size_t j = 0; limits_.hidden_answers && j < q.steps.size(); ++j) {
        expect(i == j || !mentioned(q.steps[j].answer, q.steps[i].question), "S4 no shown answer", q);
      }
    }
    const auto shape = shapes.find(id);
    expect(shape != shapes.end() && shape->second == edges, "S4 shape", q);
    id += '_';
    for (const auto& s : q.steps) id += '_' + std::string{origin(s).id};
    expect(id == q.id, "id", q);
    expect(total <= limits_.total_words.at(q.steps.size() - 2), "S4 words in all", q);
    for (const auto& [from, to] : edges) {
      const auto &head = origin(q.steps.at(from - 1)), &tail = origin(q.steps[to - 1]);
      expect(std::any_of(head.answer.begin(), head.answer.end(), [](char c) { return c >= 'A' && c <= 'Z'; }),
             "S2 bridge is a name", q);
      expect(mentioned(head.answer, tail.question), "S2 bridge in the tail", q);
      expect(!mentioned(tail.answer, head.question), "S2 answer not in the head", q);
    }
    const auto& last = origin(q.steps.back());
    expect(q.answer == last.answer && std::ranges::equal(q.aliases, last.aliases), "answer is the last one", q);
  }
  bool same_as(const question& q, std::size_t i, std::size_t j) const {
    const auto &a = origin(q.steps[i]), &b = origin(q.steps[j]);
    return same(a.paragraph) != same(b.paragraph) && normal(a.question) != normal(b.question);
  }

  void context(const question& q) {
    expect(q.paragraphs.size() == contexts_.paragraphs, "S6 number of paragraphs", q);
    std::set<std::string> seen;
    std::set<std::uint32_t> supports, flagged;
    for (std::size_t i = 0; i < q.steps.size(); ++i) {
      const auto& s = q.steps[i];
      supports.insert(origin(s).paragraph);
      const bool there = s.support && *s.support < q.paragraphs.size() &&
                         q.paragraphs[*s.support].paragraph == origin(s).paragraph &&
                         q.paragraphs[*s.support].supporting;
      expect(!q.answerable || there, "S6 support of a step", q);
    }
    for (const auto& [p, supporting] : q.paragraphs) {
      expect(seen.insert(same(p)).second, "S6 a paragraph once", q);
      if (supporting) flagged.insert(p);
      expect(gold_.contains(p) || contexts_.source == mhqa::distractor_source::corpus, "S6 gold distractor", q);
      for (const std::uint32_t s : supports) {
        const bool repeats = normal(pool_.paragraphs[s].text) == normal(pool_.paragraphs[p].text);
        expect(p == s || supporting || !repeats, "S6 distractor repeats a support", q);
      }
    }
    if (q.answerable) expect(flagged == supports, "S6 supports", q);
    expect(std::ranges::includes(supports, flagged), "S6 flagged", q);
  }

  void uses(const std::vector<const question*>& all) {
    std::map<std::string, std::size_t> bridges, singles;
    std::set<std::string> ids;
    std::vector<std::set<std::string>> nodes;
    for (const question* q : all) {
      expect(ids.insert(q->id).second, "id twice", *q);
      std::set<std::string> mine, on_the_way;
      for (std::size_t i = 0; i < q->steps.size(); ++i) {
        mine.insert(normal(origin(q->steps[i]).question));
        if (i + 1 < q->steps.size()) on_the_way.insert(normal(q->steps[i].answer));
      }
      for (const auto& b : on_the_way) expect(++bridges[b] <= limits_.bridge_uses, "S4 uses of a bridge", *q);
      for (const auto& s : mine) expect(++singles[s] <= limits_.question_uses, "S4 uses of a question", *q);
      nodes.push_back(std::move(mine));
    }
    for (std::size_t i = 0; limits_.no_subgraphs && i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (i == j || nodes[i].size() > nodes[j].size()) continue;
        expect(!std::ranges::includes(nodes[j], nodes[i]), "S4 part of another", *all[i]);
      }
    }
  }

  void overlap(const composed_files& files) {
    const auto things = [&](const question& q) {
      std::set<std::string> out;
      for (const auto& s : q.steps) {
        out.insert("q " + normal(origin(s).question));
        out.insert("p " + same(origin(s).paragraph));
        for (const auto& a : answers(origin(s))) out.insert("a " + a);
      }
      return out;
    };
    std::set<std::string> train;
    for (const auto& q : files.ans[0]) train.merge(things(q));
    for (std::size_t part = 1; part < 3; ++part) {
      for (const auto& q : files.ans[part]) {
        for (const auto& t : things(q)) expect(!train.contains(t), "S5 leak of " + t.substr(0, 1), q);
      }
    }
  }

  void twins(const std::vector<question>& ans, const std::vector<question>& full) {
    if (full.size() != 2 * ans.size()) findings_.push_back("S8 number of rows");
    for (std::size_t i = 0; i < ans.size() && 2 * i + 1 < full.size(); ++i) {
      const question &a = full[2 * i], &b = full[2 * i + 1];
      const question &with = a.answerable ? a : b, &twin = a.answerable ? b : a;
      expect(with.answerable && !twin.answerable && with.id == ans[i].id && twin.id == with.id, "S8 rows adjoin",
             ans[i]);
      expect(with.paragraphs == ans[i].paragraphs, "S8 answerable row", with);
      expect(twin.text == with.text && twin.answer == with.answer && std::ranges::equal(twin.aliases, with.aliases),
             "S8 same question", twin);
      if (twin.steps.size() != with.steps.size()) {
        findings_.push_back("S8 steps: " + twin.id);
        continue;
      }
      context(twin);
      // Some step must explain exactly which supports are gone.
      bool explained = false;
      for (const auto& hidden : with.steps) {
        const auto shown = [&](std::uint32_t p) { return shows(p, origin(hidden)); };
        bool fits = std::none_of(twin.paragraphs.begin(), twin.paragraphs.end(),
                                 [&](const auto& p) { return shown(p.paragraph); });
        for (std::size_t s = 0; s < with.steps.size(); ++s) {
          fits = fits && twin.steps[s].answer == with.steps[s].answer &&
                 twin.steps[s].support.has_value() == !shown(origin(with.steps[s]).paragraph);
        }
        explained = explained || fits;
      }
      expect(explained, "S8 hidden answer", twin);
      for (const auto& s : twin.steps) {
        const bool there = std::any_of(twin.paragraphs.begin(), twin.paragraphs.end(),
                                       [&](const auto& p) { return p.paragraph == origin(s).paragraph; });
        expect(there == s.support.has_value(), "S8 null support", twin);
        if (s.support) expect(twin.paragraphs.at(*s.support).supporting, "S8 kept support", twin);
      }
    }
  }

  const mhqa::single_hop_pool& pool_;
  mhqa::composition_limits limits_;
  mhqa::context_options contexts_;
  std::set<std::uint32_t> gold_;
  mutable std::map<std::string, std::string, std::less<>> normal_;  // texts come again and again
  std::vector<std::string> findings_;
};

}  // namespace mhqa_test
