// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The verbs' view of CLI11.
#include "options.hpp"

#include "setting_names.hpp"

#include <mhqa/metrics/answer_evaluator.hpp>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa_command {

option option::required() const {
  return option{to_->required()};
}
option option::capture_default_str() const {
  return option{to_->capture_default_str()};
}
option option::group(const std::string& name) const {
  return option{to_->group(name)};
}
option option::type_name(const std::string& name) const {
  return option{to_->type_name(name)};
}
option option::excludes(option other) const {
  return option{to_->excludes(other.to_)};
}
option option::needs(option other) const {
  return option{to_->needs(other.to_)};
}
option option::expected(int values) const {
  return option{to_->expected(values)};
}
option option::expected(int least, int most) const {
  return option{to_->expected(least, most)};
}
option option::at_least(int least) const {
  return option{to_->expected(least, CLI::detail::expected_max_vector_size)};
}
option option::allow_extra_args(bool allowed) const {
  return option{to_->allow_extra_args(allowed)};
}
option option::check(const one_of& names) const {
  return option{to_->check(CLI::IsMember{names.values})};
}
option option::check(not_negative) const {
  const auto refusal = [](std::string& text) {
    double value = 0;
    const bool fits = CLI::detail::lexical_cast(text, value) && value >= 0 && std::isfinite(value);
    return fits ? std::string{} : "expected a number that is not negative, found " + text;
  };
  return option{to_->check(CLI::Validator{refusal, "NOT NEGATIVE"})};
}
option option::check(const named_check& named) const {
  return option{to_->check(CLI::Validator{named.check, named.name})};
}
option option::check(std::string (*function)(const std::string&)) const {
  return option{to_->check(function)};
}
template <class Number>
option option::check(between<Number> range) const {
  CLI::Validator checked{CLI::Range(range.least, range.most)};
  const auto refusal = [range](const std::string& text) {
    Number value{};
    if (CLI::detail::lexical_cast(text, value) && value >= range.least && value <= range.most) return std::string{};
    const std::string_view kind = std::is_integral_v<Number> ? "an integer" : "a number";
    return fmt::format("expected {} from {} to {}, found {}", kind, range.least, range.most, text);
  };
  checked.operation([refusal](std::string& text) { return refusal(text); });
  return option{to_->check(checked)};
}
std::size_t option::count() const {
  return to_->count();
}

arguments arguments::add_subcommand(const std::string& name, const std::string& about) const {
  return arguments{*to_->add_subcommand(name, about)};
}
void arguments::require_subcommand(int count) const {
  to_->require_subcommand(count);
}
void arguments::require_subcommand(int least, int most) const {
  to_->require_subcommand(static_cast<std::size_t>(least), static_cast<std::size_t>(most));
}
void arguments::footer(const std::string& text) const {
  to_->footer(text);
}
void arguments::alias(const std::string& name) const {
  to_->alias(name);
}
void arguments::callback(std::function<void()> run) const {
  to_->callback(std::move(run));
}
template <class Value>
option arguments::add_option(const std::string& name, Value& value, const std::string& about) const {
  return option{to_->add_option(name, value, about)};
}
option arguments::add_flag(const std::string& name, bool& value, const std::string& about) const {
  return option{to_->add_flag(name, value, about)};
}
option arguments::get_option(const std::string& name) const {
  return option{to_->get_option(name)};
}
void arguments::take_anything() const {
  to_->allow_extras();
  to_->prefix_command();
}
bool arguments::has_subcommand() const {
  return !to_->get_subcommands().empty();
}

CLI::Option* find_option(CLI::App& verb, std::string_view name) {
  for (CLI::Option* const one : verb.get_options()) {
    if (name.starts_with('-') && one->check_name(std::string{name})) return one;
  }
  return nullptr;
}

CLI::App& innermost(CLI::App& app) {
  CLI::App* at = &app;
  for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) at = below.front();
  return *at;
}

std::string option_name(std::string_view setting) {
  std::string out{setting.size() == 1 ? "-" : "--"};
  std::ranges::replace_copy(setting, std::back_inserter(out), '_', '-');
  return out;
}

namespace {

/// Settings whose option has another name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> other_names{
    {{"depths", "depth"}, {"dialects", "dialect"}, {"layout", "format"}, {"metrics", "metric"}, {"names", "name"}}};

bool is_called_by_python() {
  const char* const caller = std::getenv("MHQA_CALLER");
  return caller != nullptr && std::string_view{caller} == "python";
}

}  // namespace

std::string with_options(CLI::App& verb, std::string_view text) {
  if (is_called_by_python()) return spell_settings(text, argument_name);
  return spell_settings(text, [&verb](std::string_view setting) {
    std::string name = option_name(setting);
    if (find_option(verb, name) != nullptr) return name;
    const auto* const other = std::ranges::find(other_names, setting, &decltype(other_names)::value_type::first);
    if (other == other_names.end()) return std::string{};
    name = option_name(other->second);
    return find_option(verb, name) != nullptr ? name : std::string{};
  });
}

named_check known_evaluator() {
  const auto known = [](std::string_view separator) {
    std::string out;
    for (const std::string_view one : mhqa::evaluator_names()) out.append(out.empty() ? "" : separator).append(one);
    return out;
  };
  const auto check = [known](const std::string& name) {
    const auto all = mhqa::evaluator_names();
    if (std::find(all.begin(), all.end(), name) != all.end()) return std::string{};
    return "expected one of: " + known(", ") + "; found \"" + name + "\"";
  };
  return {check, known("|")};
}

std::string with_arguments(CLI::App& verb, const std::string& text, const std::string& hint) {
  if (!is_called_by_python()) return text + hint;
  std::string out;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find_first_of(" :", at), text.size());
    std::string word = text.substr(at, end - at);
    if (const CLI::Option* const option = find_option(verb, word)) {
      std::ranges::replace(word, '-', '_');
      word.erase(0, word.find_first_not_of('_'));
      const auto* const list = std::ranges::find(other_names, word, &decltype(other_names)::value_type::second);
      if (list != other_names.end() && option->get_items_expected_max() > 1) word = list->first;
    }
    out += word + text.substr(end, 1);
  }
  return out;
}

bool takes_values(const CLI::Option& option) {
  return option.get_type_size_max() != 0 && option.get_expected_max() != 0;
}

bool has_type(const CLI::Option& option, std::string_view type) {
  return option.get_type_name().find(type) != std::string::npos;
}

void throw_missing(const std::string& name) {
  throw CLI::RequiredError{name};
}

template option option::check(between<int>) const;
template option option::check(between<double>) const;
template option option::check(between<std::uint32_t>) const;
template option option::check(between<std::size_t>) const;

template option arguments::add_option(const std::string&, std::string&, const std::string&) const;
template option arguments::add_option(const std::string&, std::vector<std::string>&, const std::string&) const;
template option arguments::add_option(const std::string&, std::vector<double>&, const std::string&) const;
template option arguments::add_option(const std::string&, std::array<std::string, 3>&, const std::string&) const;
template option arguments::add_option(const std::string&, std::array<std::size_t, 3>&, const std::string&) const;
template option arguments::add_option(const std::string&, std::array<double, 6>&, const std::string&) const;
template option arguments::add_option(const std::string&, bool&, const std::string&) const;
template option arguments::add_option(const std::string&, int&, const std::string&) const;
template option arguments::add_option(const std::string&, double&, const std::string&) const;
template option arguments::add_option(const std::string&, std::uint32_t&, const std::string&) const;
template option arguments::add_option(const std::string&, std::size_t&, const std::string&) const;
template option arguments::add_option(const std::string&, std::optional<std::uint64_t>&, const std::string&) const;

}  // namespace mhqa_command
