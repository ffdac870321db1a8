// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Prompts for a language model as text with slots such as {{question}}. A line of three dashes separates an optional
// system message from the user's message. The library's own prompts are constants; a user's prompt is a file.
//   prompt_template{prompts::read, prompts::read_slots}.fill([](std::string_view slot) { return …; })
#pragma once

#include <mhqa/error.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::remote {

/// The messages of one call.
struct prompt_messages {
  std::string system;  ///< empty: the call has no system message
  std::string user;

  friend bool operator==(const prompt_messages&, const prompt_messages&) = default;
};

/// A prompt whose slots have been checked against the names that the caller can fill.
///
/// Shape:   text with `{{name}}`; a first line `---` inside the text ends the system message
/// Errors:  data_error with the byte for a slot that is not closed or not among `known`, and for an empty prompt
/// Cost:    one pass to construct, one pass to fill; filled text is never searched for slots again
/// Example: prompt_template{"Answer {{question}}", slots}.fill(f).user == "Answer Who wrote Emma?"
class prompt_template {
 public:
  prompt_template(std::string_view text, std::span<const std::string_view> known, const std::string& file = {}) {
    std::size_t user = 0;
    for (std::size_t line = 0; line < text.size();) {
      const std::size_t end = std::min(text.find('\n', line), text.size());
      std::string_view whole = text.substr(line, end - line);
      if (whole.ends_with('\r')) whole.remove_suffix(1);
      if (whole == "---") {
        cut(text.substr(0, line), 0, known, file, system_);
        user = std::min(end + 1, text.size());
        break;
      }
      line = end + 1;
    }
    cut(text.substr(user), user, known, file, user_);
    if (user_.empty()) throw_data_error({.file = file}, "expected the text of a prompt, found none");
  }

  /// Returns the messages; `f(name)` returns the text of a slot.
  template <class F>
  requires std::invocable<F&, std::string_view>
  [[nodiscard]] prompt_messages fill(F&& f) const {
    prompt_messages out;
    const auto join = [&f](const std::vector<piece>& pieces, std::string& to) {
      for (const piece& p : pieces) {
        if (p.slot) {
          to += std::invoke(f, std::string_view{p.text});
        } else {
          to += p.text;
        }
      }
    };
    join(system_, out.system);
    join(user_, out.user);
    return out;
  }

 private:
  struct piece {
    std::string text;
    bool slot = false;
  };

  /// Cuts a message into text and slots; white space at both ends is dropped.
  static void cut(std::string_view text, std::size_t offset, std::span<const std::string_view> known,
                  const std::string& file, std::vector<piece>& out) {
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return;
    text = text.substr(first, text.find_last_not_of(space) + 1 - first);
    offset += first;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t open = std::min(text.find("{{", at), text.size());
      if (open != at) out.push_back({std::string{text.substr(at, open - at)}, false});
      if (open == text.size()) break;
      const std::size_t close = text.find("}}", open);
      if (close == std::string_view::npos) {
        throw_data_error({.file = file, .byte = offset + open}, "expected }} after {{ in a prompt");
      }
      const std::string_view name = text.substr(open + 2, close - open - 2);
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        std::string names;
        for (const std::string_view one : known) {
          names.append(names.empty() ? "" : ", ").append("{{").append(one).append("}}");
        }
        throw_data_error({.file = file, .byte = offset + open},
                         "expected one of " + names + " in a prompt, found {{" + std::string{name} + "}}");
      }
      out.push_back({std::string{name}, true});
      at = close + 2;
    }
  }

  std::vector<piece> system_, user_;
};

/// The library's own prompts, each with the slots that it may use.
namespace prompts {

inline constexpr std::string_view read_slots[] = {"question", "paragraphs"};

/// Answers a question from numbered paragraphs.
inline constexpr std::string_view read = R"(You answer questions from given paragraphs. Reply with one JSON object.
---
Paragraphs:
{{paragraphs}}

Question: {{question}}

Reply with a JSON object that has these members:
"answer": the shortest text that answers the question, copied from a paragraph where possible, or yes or no;
"support": the numbers of the paragraphs that the answer needs;
"sufficient": true if the paragraphs contain the answer, otherwise false (give your best guess as the answer);
"confidence": how sure you are of the answer, from 0 to 1.
)";

inline constexpr std::string_view word_slots[] = {"steps", "answers", "paragraphs", "questions", "draft"};

/// Turns the steps of a composed question into one fluent question.
inline constexpr std::string_view word = R"(You write fluent English questions. Reply with one JSON object.
---
A question is taken apart into steps. A step that contains #1 refers to the answer of step 1, and so on.

{{steps}}

Paragraphs that contain the answers:
{{paragraphs}}

A draft of the whole question (it may be empty or clumsy): {{draft}}

Write one question that asks for the answer of the last step. Replace each #n by a description taken from step n, never
by its answer. Keep every constraint of every step. Do not use the answer of any step.
Reply with a JSON object that has these members:
"question": the question, ending in a question mark;
"same_entity": false if an answer and the thing that a later step asks about are different things of the same name,
otherwise true.
)";

inline constexpr std::string_view check_slots[] = {"question", "steps", "answers", "paragraphs", "questions", "draft"};

/// Judges a composed question.
inline constexpr std::string_view check = R"(You check questions. Reply with one JSON object.
---
Question: {{question}}

It should ask the same as these steps together, in which #1 is the answer of step 1, and so on:
{{steps}}

Reply with a JSON object that has these members:
"ok": true if the question is grammatical English, keeps every constraint of the steps and gives away no answer of a
step, otherwise false;
"why": the reason in a few words if it is not ok, otherwise an empty string.
)";

inline constexpr std::string_view judge_slots[] = {"question", "prediction", "golds"};

/// Judges an answer beside the gold answers.
inline constexpr std::string_view judge = R"(You compare answers. Reply with one JSON object.
---
Question: {{question}}

Gold answers, each of which is right:
{{golds}}

Answer to judge: {{prediction}}

Does the answer to judge mean the same as one of the gold answers? Another spelling, order or title, or a more exact
form that does not contradict the gold answer, is the same. Take the gold answers as true; do not answer the question
yourself.
Reply with a JSON object that has these members:
"correct": true if it means the same, otherwise false;
"why": the reason in a few words.
)";

inline constexpr std::string_view decompose_slots[] = {"question", "title"};

/// Takes a question apart into steps.
inline constexpr std::string_view decompose = R"(You take questions apart. Reply with one JSON object.
---
Question: {{question}}

Write the single questions that must be answered one after another to answer it. Each step asks for one fact that a
paragraph can state, or compares or calculates with earlier answers: "Is #1 before #2?", "#1 minus #2". #1 stands for
the answer of step 1, and so on; a step refers only to earlier steps. The answer of the last step is that of the
question. "When was the author of Emma born?" has the steps "Who wrote Emma?" and "When was #1 born?".
Reply with a JSON object that has this member:
"steps": the list of the steps, each as a string without its number.
)";

}  // namespace prompts

}  // namespace mhqa::inline v0_1::remote
