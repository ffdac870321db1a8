// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of known_steps.hpp.
#pragma once

#include <mhqa/io/known_steps.hpp>

#include <mhqa/error.hpp>

#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Returns why steps cannot be executed; "" if they can. Steps that lead nowhere can.
[[nodiscard]] inline std::string why_not_executable(const decomposed& d,
                                                    std::span<const decomposition_finding> findings) {
  if (d.unreadable) return "expected " + std::string{d.unreadable->expected} + " in the decomposition";
  if (d.steps.empty()) return "expected steps, found none";
  for (const decomposition_finding& f : findings) {
    if (!prevents_execution(f.fault)) continue;
    std::string out = "expected steps that refer to earlier ones, found " + std::string{to_string(f.fault)};
    if (!f.steps.empty()) out += " in step " + std::to_string(f.steps.front());
    return out;
  }
  return {};
}

}  // namespace detail

MHQA_INLINE known_steps::known_steps(std::string file, bool split_joined) : file_{std::move(file)} {
  const decomposition_format format = find_decomposition_format(file_);
  constexpr auto ambiguous = static_cast<std::size_t>(-1);
  std::unordered_map<std::string, std::size_t> ends;
  check_decompositions(
      file_, format,
      [&](const decomposed& d, std::span<const decomposition_finding> findings) {
        places_.emplace(d.id, entries_.size());
        const std::size_t set = d.id.find('_'), split = set == d.id.npos ? set : d.id.find('_', set + 1);
        if (format == decomposition_format::break_csv && split != d.id.npos) {
          const auto [end, fresh] = ends.try_emplace(std::string{d.id.substr(split + 1)}, entries_.size());
          if (!fresh) end->second = ambiguous;
        }
        entries_.push_back({d.steps, detail::why_not_executable(d, findings)});
      },
      split_joined);
  std::erase_if(ends, [](const auto& end) { return end.second == ambiguous; });
  places_.merge(ends);
}

MHQA_INLINE const known_steps::entry* known_steps::find(std::string_view id) const {
  const auto at = places_.find(std::string{id});
  return at == places_.end() ? nullptr : &entries_[at->second];
}

MHQA_INLINE std::vector<std::string> known_steps::steps_of(std::string_view id) const {
  const entry* const found = find(id);
  if (found == nullptr) return {};
  if (!found->fault.empty()) throw_data_error({.file = file_, .id = std::string{id}}, found->fault);
  return found->steps;
}

}  // namespace mhqa::inline v0_1::io
