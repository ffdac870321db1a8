// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The verbs' view of CLI11: handles to a verb and to its options, with CLI11's member names. Only options.cpp and the
// files that run the whole command line include CLI11, whose code takes seconds to compile in each file.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mhqa_command {

/// A value is one of these.
struct one_of {
  one_of(std::initializer_list<std::string> names) : values{names} {}
  explicit one_of(std::vector<std::string> names) : values{std::move(names)} {}
  std::vector<std::string> values;
};

/// A value is a number from `least` to `most`.
template <class Number>
struct between {
  constexpr between(Number least_value, Number most_value) : least{least_value}, most{most_value} {}
  Number least;
  Number most;
};

/// A check by a function, which returns the error's words or nothing, and the type name that --help shows.
struct named_check {
  std::function<std::string(std::string&)> check;
  std::string name;
};

struct not_negative {};

/// A handle to an option; its members do as those of CLI::Option do.
class option {
 public:
  explicit option(CLI::Option* to) : to_{to} {}

  option required() const;
  option capture_default_str() const;
  option group(const std::string& name) const;
  option type_name(const std::string& name) const;
  option excludes(option other) const;
  option needs(option other) const;
  option expected(int values) const;
  option expected(int least, int most) const;
  /// The option takes this many values or more.
  option at_least(int least) const;
  option allow_extra_args(bool allowed) const;
  option check(const one_of& names) const;
  option check(not_negative) const;
  option check(const named_check& named) const;
  option check(std::string (*function)(const std::string&)) const;
  /// Number: int, std::size_t, std::uint32_t or double.
  template <class Number>
  option check(between<Number> range) const;
  /// Returns how often the option was given.
  [[nodiscard]] std::size_t count() const;

  const option* operator->() const noexcept { return this; }

 private:
  CLI::Option* to_;
};

/// A handle to a verb, or to the whole command; its members do as those of CLI::App do.
class arguments {
 public:
  explicit arguments(CLI::App& to) : to_{&to} {}

  arguments add_subcommand(const std::string& name, const std::string& about) const;
  void require_subcommand(int count) const;
  void require_subcommand(int least, int most) const;
  void footer(const std::string& text) const;
  /// Adds another name of this verb.
  void alias(const std::string& name) const;
  void callback(std::function<void()> run) const;
  /// Value: one of the types at the end of options.cpp. The value must live until the callback has run.
  template <class Value>
  option add_option(const std::string& name, Value& value, const std::string& about = "") const;
  option add_flag(const std::string& name, bool& value, const std::string& about) const;
  /// Accepts any options and values, and ignores them.
  void take_anything() const;
  [[nodiscard]] option get_option(const std::string& name) const;
  /// Whether the command line names a verb below this one.
  [[nodiscard]] bool has_subcommand() const;

  [[nodiscard]] CLI::App& app() const noexcept { return *to_; }
  const arguments* operator->() const noexcept { return this; }

 private:
  CLI::App* to_;
};

/// Returns the option of this name ("--out"), or a null pointer. CLI::App::get_option_no_throw() would end the program
/// if memory ran out.
[[nodiscard]] CLI::Option* find_option(CLI::App& verb, std::string_view name);

/// Returns the verb that was given last: "hotpotqa" of "mhqa eval hotpotqa".
[[nodiscard]] CLI::App& innermost(CLI::App& app);

/// Returns the option of a setting: "--pass-at" of "pass_at".
[[nodiscard]] std::string option_name(std::string_view setting);

/// Returns a text in which settings in backquotes are named as options of the verb: "`pass_at`" as --pass-at. A program
/// that sets MHQA_CALLER to python gets pass_at.
[[nodiscard]] std::string with_options(CLI::App& verb, std::string_view text);

/// Returns the check of an evaluator's name, which lists all of them.
[[nodiscard]] named_check known_evaluator();

/// Returns CLI11's text and a hint for people; or, if such a program calls, the text with its arguments' names.
[[nodiscard]] std::string with_arguments(CLI::App& verb, const std::string& text, const std::string& hint);

/// Returns whether an option has values; a flag has none.
[[nodiscard]] bool takes_values(const CLI::Option& option);

/// Returns whether the type that --help shows contains `type`.
[[nodiscard]] bool has_type(const CLI::Option& option, std::string_view type);

/// Throws the error of a required argument that is missing.
[[noreturn]] void throw_missing(const std::string& name);

}  // namespace mhqa_command
