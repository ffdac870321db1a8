// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rollouts that answer a MuSiQue question as its decomposition does, damaged in one known way each. Shares no code with
// the analysis: it writes text from the raw JSON.
#pragma once

#include "support/json.hpp"

#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_test {

/// A line {"id", …} of a rollout file and the cause that its damage must show.
struct damaged_rollout {
  std::string line;
  std::string_view cause;
};

/// Writes rollouts of one record.
class rollout_damager {
 public:
  explicit rollout_damager(const json& record, std::uint64_t seed)
      : record_{record}, random_{seed, record["id"].string()} {
    for (const json& hop : record["question_decomposition"].items()) {
      answers_.push_back(hop["answer"].string());
      supports_.push_back(hop["paragraph_support_idx"].integer());
      questions_.push_back(hop["question"].string());
    }
  }

  /// Writes one rollout, damaged so that the cause must be this one; `wrong` is an answer of another question.
  [[nodiscard]] damaged_rollout write(std::string_view cause, const std::string& wrong) {
    steps_.clear();
    cause_ = cause;
    hop_ = random_.below(answers_.size());
    const bool needs_premise = cause == "bridge_unused" || cause == "next_not_asked";
    while (needs_premise && !needs_bridge(hop_)) hop_ = (hop_ + 1) % answers_.size();
    const bool stops = needs_premise || (cause == "never_retrieved" && random_.below(2) == 0);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (i == hop_ && needs_premise) {
        stray();
      } else {
        ask(i, (cause == "never_retrieved" || cause == "luck") && supports_[i] == supports_[hop_]);
      }
      if (i == hop_ && stops) break;
    }
    const bool right = cause == "right" || cause == "luck" || cause == "form";
    answer_ = right ? record_["answer"].string() : random_.below(4) == 0 ? "" : wrong;
    std::string line;
    switch (random_.below(3)) {
      case 0:
        line = as_steps();
        break;
      case 1:
        line = as_tags();
        break;
      default:
        line = as_messages();
    }
    return {line, cause};
  }

 private:
  struct step {
    std::string think, query;
    bool asks = true;
    std::vector<std::size_t> paragraphs;
  };

  [[nodiscard]] bool needs_bridge(std::size_t i) const {
    for (std::size_t n = 1; n <= i; ++n) {
      if (questions_[i].find("#" + std::to_string(n)) != std::string::npos) return true;
    }
    return false;
  }

  [[nodiscard]] std::string filled(std::size_t i) const {
    std::string text = questions_[i];
    for (std::size_t n = i; n >= 1; --n) {
      const std::string mark = "#" + std::to_string(n);
      for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        text.replace(at, mark.size(), answers_[n - 1]);
        at += answers_[n - 1].size();
      }
    }
    return text;
  }

  [[nodiscard]] std::size_t distractor() {
    for (;;) {
      const std::size_t at = random_.below(record_["paragraphs"].items().size());
      if (!record_["paragraphs"][at]["is_supporting"].boolean()) return at;
    }
  }

  /// The place of hop i's paragraph among the record's.
  [[nodiscard]] std::size_t support(std::size_t i) const {
    const json::array& all = record_["paragraphs"].items();
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (all[at]["idx"].integer() == supports_[i]) return at;
    }
    return all.size();
  }

  void ask(std::size_t i, bool lost) {
    step& one = steps_.emplace_back();
    one.think = i == 0 ? "I have to search first." : "The last result says " + answers_[i - 1] + ". Next.";
    one.query = filled(i);
    one.paragraphs = {distractor(), lost ? distractor() : support(i), distractor()};
    if (random_.below(2) == 0) std::swap(one.paragraphs[0], one.paragraphs[1]);
  }

  /// The step that should ask hop_: without a word of its bridges, or with all of them in the thought only.
  void stray() {
    step& one = steps_.emplace_back();
    one.think = "Let me look at the whole question again.";
    if (cause_ == "next_not_asked") {
      one.think = "So far I know:";
      for (std::size_t n = 1; n <= hop_; ++n) one.think += " " + answers_[n - 1] + ";";
    }
    one.asks = random_.below(2) == 0;
    one.query = cause_ == "next_not_asked" ? steps_.front().query : record_["question"].string();
    if (one.asks) one.paragraphs = {distractor(), distractor()};
  }

  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      if (static_cast<unsigned char>(c) < 0x20) {
        out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : " ";
      } else {
        out += c;
      }
    }
    return out + "\"";
  }

  [[nodiscard]] std::string begin() const { return "{\"id\": " + quoted(record_["id"].string()); }

  [[nodiscard]] std::string said() {
    if (cause_ != "form") return answer_;
    return (random_.below(2) == 0 ? "I am sure that it is " : "In short: ") + answer_ + ", as the documents say.";
  }

  [[nodiscard]] std::string as_steps() {
    std::string out = begin() + ", \"steps\": [";
    for (const step& one : steps_) {
      if (&one != &steps_.front()) out += ", ";
      out += "{\"think\": " + quoted(one.think) + ", \"query\": " + (one.asks ? quoted(one.query) : "null");
      out += ", \"documents\": [";
      for (std::size_t i = 0; i < one.paragraphs.size(); ++i) {
        const json& p = record_["paragraphs"][one.paragraphs[i]];
        out += std::string{i == 0 ? "" : ", "} + "{\"title\": " + quoted(p["title"].string()) +
               ", \"text\": " + quoted(p["paragraph_text"].string()) + "}";
      }
      out += "]}";
    }
    return out + "], \"answer\": " + (answer_.empty() ? "null" : quoted(said())) + "}";
  }

  /// The tags and marks of documents of four trainers.
  [[nodiscard]] std::string as_tags() {
    struct layout {
      std::string_view ask, asked, give, given, title, text;
    };
    constexpr std::array<layout, 4> layouts{
        layout{"<search>", "</search>", "<information>", "</information>", "(Title: ", ") "},
        layout{"<search>", "</search>", "<information>", "</information>", "<## Title: ", " ##> "},
        layout{"<search>", "</search>", "<documents>", "</documents>", "(Title: ", ") "},
        layout{"<|begin_of_query|>", "<|end_of_query|>", "<|begin_of_documents|>", "<|end_of_documents|>",
               "(Title: ", ") "}};
    const layout& l = layouts[random_.below(layouts.size())];
    std::string out;
    for (const step& one : steps_) {
      out += "<think>" + one.think + "</think>\n";
      if (!one.asks) continue;
      out.append(l.ask).append(one.query).append(l.asked).append("\n").append(l.give);
      for (std::size_t i = 0; i < one.paragraphs.size(); ++i) {
        const json& p = record_["paragraphs"][one.paragraphs[i]];
        out += "Doc " + std::to_string(i + 1);
        out.append(l.title).append(p["title"].string()).append(l.text).append(p["paragraph_text"].string()) += "\n";
      }
      out.append(l.given).append("\n");
    }
    if (cause_ == "form" && random_.below(2) == 0) {
      out += said();
    } else if (!answer_.empty()) {
      out += "<answer> " + said() + " </answer>";
    }
    return begin() + ", \"text\": " + quoted(out) + "}";
  }

  [[nodiscard]] std::string as_messages() {
    std::string out =
        begin() + ", \"messages\": [{\"role\": \"user\", \"content\": " + quoted(record_["question"].string()) + "}";
    for (const step& one : steps_) {
      out += ", {\"role\": \"assistant\", \"content\": " + quoted(one.think);
      if (one.asks) {
        const std::string arguments = "{\"query\": " + quoted(one.query) + "}";
        out += ", \"tool_calls\": [{\"type\": \"function\", \"function\": {\"name\": \"search\", \"arguments\": " +
               (random_.below(2) == 0 ? arguments : quoted(arguments)) + "}}]}, {\"role\": \"tool\", \"content\": ";
        std::string found;
        for (const std::size_t at : one.paragraphs) {
          const json& p = record_["paragraphs"][at];
          found += quoted(p["title"].string()) + "\n" + p["paragraph_text"].string() + "\n\n";
        }
        out += quoted(found);
      }
      out += "}";
    }
    if (!answer_.empty()) {
      out += ", {\"role\": \"assistant\", \"content\": " + quoted("<answer>" + said() + "</answer>") + "}";
    }
    return out + "]}";
  }

  const json& record_;
  mhqa::draws random_;
  std::vector<std::string> answers_, questions_;
  std::vector<std::int64_t> supports_;
  std::vector<step> steps_;
  std::string_view cause_;
  std::string answer_;
  std::size_t hop_ = 0;
};

}  // namespace mhqa_test
