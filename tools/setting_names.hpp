// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Messages name a setting as its member in backquotes, "`by`"; the command writes --by, Python by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa_command {

/// Returns a message with spell(name) in place of each name in backquotes for which that is not empty. Data in double
/// quotes stay as they are.
template <class Spell>
[[nodiscard]] std::string spell_settings(std::string_view message, const Spell& spell) {
  std::string out;
  while (!message.empty()) {
    const std::size_t mark = std::min(message.find_first_of("`\""), message.size() - 1);
    out += message.substr(0, mark);
    message.remove_prefix(mark);
    std::size_t end = message.find(message[0], 1);
    while (message[0] == '"' && end < message.size() && message[end - 1] == '\\') end = message.find('"', end + 1);
    const std::string_view marked = message.substr(0, std::min(end, message.size() - 1) + 1);
    const std::string spelled = marked[0] == '`' && end < message.size() ? spell(marked.substr(1, end - 1)) : "";
    out += spelled.empty() ? marked : spelled;
    message.remove_prefix(marked.size());
  }
  return out;
}

/// Returns a name as Python's arguments have it, or nothing if it is the name of no setting.
[[nodiscard]] inline std::string argument_name(std::string_view name) {
  const bool right = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
  return right ? std::string{name} : std::string{};
}

}  // namespace mhqa_command
