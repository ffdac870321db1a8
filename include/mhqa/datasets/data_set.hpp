// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The contract of a data set for `evaluate`: what its traits type must have, every optional hook, and the check, which
// tells in one line what is missing. A hook that is unknown, misspelt or not listed does not compile.
//   struct data_set { using hooks = mhqa::data_set_hooks<data_set, mhqa::hook::settings>; … };
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/random.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// The optional hooks of a data set: members that change what evaluate() does.
enum class hook : std::uint8_t {
  settings,     ///< signature_choices settings() const: own choices that change a number, {{"tolerance", "0.5"}}
  shared_data,  ///< data_fingerprint shared_data() const: the hash of what all questions share, such as aliases
  options,      ///< options() const or options(const collector&) const: passed to slots::named() and choices()
  collector,    ///< type collector: what is computed of all questions together; has add(id, result), finish(totals),
                ///< collects(by), +=, save(byte_writer&) and load(byte_reader&, rules); perhaps shift(positions), and
                ///< settle(totals, whole) const, which adds to the sums what needs no other part and returns the rest
  keeps_collected,  ///< bool keeps_collected() const: false leaves the collector out of a part's bytes
  save_options,     ///< void save_options(byte_writer&) const: the set's data members, for a part's bytes
  load_options,     ///< void load_options(byte_reader&)
  rows_share_ids    ///< static constexpr bool rows_share_ids = true: an id may have several rows
};

/// Lists the hooks that a data set defines, as its member type `hooks`; evaluate() uses no other.
///
/// Shape: besides, a data set must have: types record, prediction, result and slots (the named numbers, see
///        evaluation_slots); `rules`, a dialect; group_fields, an array of names; make_evaluator(); and, static or not,
///        id(record), group(record, field, store), fingerprint(record, text or stable_hasher), score(evaluator, record,
///        prediction or null), for_each_missing(result, f), row(result, question_row) and texts(record, prediction or
///        null, question_row). from_text(std::string_view) makes a prediction of an answer. Data members besides
///        `rules` need settings(), options() or shared_data(), as they may change the numbers. A type that derives
///        from a data set defines a member of the contract anew, or has its own list
/// Example: using hooks = data_set_hooks<data_set, hook::settings>;
template <class Self, hook... Hooks>
struct data_set_hooks {
  using self = Self;
  [[nodiscard]] static constexpr bool lists(hook one) noexcept { return ((one == Hooks) || ...); }
};

namespace detail {

template <class D>
concept has_types = requires {
  typename D::record;
  typename D::prediction;
  typename D::result;
  typename D::slots;
}
&&evaluation_slots<typename D::slots>;

template <class D>
concept has_hooks = requires {
  typename D::hooks::self;
  { D::hooks::lists(hook::settings) } -> std::same_as<bool>;
};

/// True if the set has the hook under its right name.
template <class D, hook H>
[[nodiscard]] consteval bool has_hook() {
  if constexpr (H == hook::settings) {
    return requires {
      &D::settings;
    };
  } else if constexpr (H == hook::shared_data) {
    return requires {
      &D::shared_data;
    };
  } else if constexpr (H == hook::options) {
    return requires {
      &D::options;
    };
  } else if constexpr (H == hook::collector) {
    return requires {
      typename D::collector;
    };
  } else if constexpr (H == hook::keeps_collected) {
    return requires {
      &D::keeps_collected;
    };
  } else if constexpr (H == hook::save_options) {
    return requires {
      &D::save_options;
    };
  } else if constexpr (H == hook::load_options) {
    return requires {
      &D::load_options;
    };
  } else {
    return requires {
      D::rows_share_ids;
    };
  }
}

/// True if two members have one type and, where they are static, one address: the derived type inherits the member.
template <class A, class B>
[[nodiscard]] constexpr bool is_same_member(A a, B b) noexcept {
  if constexpr (std::is_same_v<A, B> && std::is_pointer_v<A>) {
    return a == b;
  } else {
    return std::is_same_v<A, B>;
  }
}

/// True if both types have the member that get<T>() points to, and D does not inherit B's.
template <class D, class B, class Get>
[[nodiscard]] consteval bool changes_member(Get get) {
  if constexpr (requires {
                  get.template operator()<B>();
                  get.template operator()<D>();
                }) {
    return !is_same_member(get.template operator()<D>(), get.template operator()<B>());
  } else {
    return false;
  }
}

/// True if D, which derives from the data set B, defines a member of the contract anew. Of templates only their
/// existence is known.
template <class D, class B>
[[nodiscard]] consteval bool changes_base() {
  constexpr auto adds = [](auto... hooks) { return ((has_hook<D, hooks()>() != has_hook<B, hooks()>()) || ...); };
  constexpr auto changes = [](auto... members) { return (changes_member<D, B>(members) || ...); };
  return adds([] { return hook::options; }, [] { return hook::keeps_collected; }, [] { return hook::settings; },
              [] { return hook::shared_data; }) ||
         changes([]<class T>() -> decltype(&T::settings) { return &T::settings; },
                 []<class T>() -> decltype(&T::shared_data) { return &T::shared_data; },
                 []<class T>() -> decltype(&T::options) { return &T::options; },
                 []<class T>() -> decltype(&T::make_evaluator) { return &T::make_evaluator; },
                 []<class T>() -> decltype(&T::id) { return &T::id; },
                 []<class T>() -> decltype(&T::group) { return &T::group; },
                 []<class T>() -> decltype(&T::score) { return &T::score; },
                 []<class T>() -> decltype(&T::row) { return &T::row; },
                 []<class T>() -> decltype(&T::texts) { return &T::texts; },
                 []<class T>() -> decltype(&T::from_text) { return &T::from_text; });
}

/// True if the list of hooks is that of D itself, or D changes what it derives from.
template <class D>
[[nodiscard]] consteval bool owns_hooks() {
  using self = typename D::hooks::self;
  if constexpr (std::same_as<self, D>) {
    return true;
  } else if constexpr (std::derived_from<D, self>) {
    return changes_base<D, self>();
  } else {
    return false;
  }
}

/// True if the hook is listed and defined, or neither. A type that derives from a data set may define more.
template <class D, hook H>
[[nodiscard]] consteval bool hook_fits() {
  const bool defined = has_hook<D, H>();
  return D::hooks::lists(H) == defined || (defined && !std::same_as<typename D::hooks::self, D>);
}

/// True if the data members that may change numbers are told to the signature.
template <class D>
[[nodiscard]] consteval bool tells_settings() {
  if constexpr (std::is_empty_v<D> || has_hook<D, hook::settings>() || has_hook<D, hook::options>() ||
                has_hook<D, hook::shared_data>()) {
    return true;
  } else {
    return std::is_member_object_pointer_v<decltype(&D::rules)> && sizeof(D) <= sizeof(dialect);
  }
}

template <class D>
concept has_rules = requires(const D& d) {
  { d.rules } -> std::convertible_to<dialect>;
  { D::group_fields.size() } -> std::convertible_to<std::size_t>;
};
template <class D>
concept has_id = requires(const D& d, const typename D::record& r) {
  { d.id(r) } -> std::convertible_to<std::string_view>;
};
template <class D>
concept has_group = requires(const D& d, const typename D::record& r, std::string& store) {
  { d.group(r, std::string_view{}, store) } -> std::convertible_to<std::string_view>;
};
template <class D>
concept has_fingerprint = requires(const D& d, const typename D::record& r, std::string& out) {
  d.fingerprint(r, out);
}
|| requires(const D& d, const typename D::record& r, stable_hasher& out) {
  d.fingerprint(r, out);
};
template <class D>
concept has_score = requires(const D& d, const typename D::record& r, const typename D::prediction* p) {
  requires requires(decltype(d.make_evaluator())& scorer) {
    { d.score(scorer, r, p) } -> std::convertible_to<typename D::result>;
  };
};
template <class D>
concept has_missing = requires(const D& d, const typename D::result& s, void (*f)(std::string_view)) {
  d.for_each_missing(s, f);
};
template <class D>
concept has_texts = requires(const D& d, const typename D::record& r, const typename D::prediction* p,
                             question_row& out) {
  d.texts(r, p, out);
};

struct any_pointer {
  template <class T>
  operator const T*() const;  // NOLINT: of any type, as a collector returns it
};
template <class D>
concept has_row = requires(const D& d, const typename D::result& s, question_row& out) {
  d.row(s, out);
}
|| requires(const D& d, const typename D::result& s, any_pointer p, question_row& out) {
  d.row(s, p, out);
};

/// What a type lacks to be a data set.
enum class contract_fault : std::uint8_t {
  none,
  types,
  hooks,
  own_hooks,
  rules,
  id,
  group,
  fingerprint,
  score,
  missing,
  texts,
  row,
  settings,
  shared_data,
  options,
  collector,
  keeps_collected,
  save_options,
  load_options,
  rows_share_ids,
  told
};

template <class D>
[[nodiscard]] consteval contract_fault hook_fault() {
  using enum contract_fault;
  if (!hook_fits<D, hook::settings>()) return settings;
  if (!hook_fits<D, hook::shared_data>()) return shared_data;
  if (!hook_fits<D, hook::options>()) return options;
  if (!hook_fits<D, hook::collector>()) return collector;
  if (!hook_fits<D, hook::keeps_collected>()) return keeps_collected;
  if (!hook_fits<D, hook::save_options>()) return save_options;
  if (!hook_fits<D, hook::load_options>()) return load_options;
  if (!hook_fits<D, hook::rows_share_ids>()) return rows_share_ids;
  return tells_settings<D>() ? none : told;
}

template <class D>
[[nodiscard]] consteval contract_fault find_contract_fault() {
  using enum contract_fault;
  if constexpr (!has_types<D>) {
    return types;
  } else if constexpr (!has_rules<D>) {
    return rules;
  } else if constexpr (!has_id<D>) {
    return id;
  } else if constexpr (!has_group<D>) {
    return group;
  } else if constexpr (!has_fingerprint<D>) {
    return fingerprint;
  } else if constexpr (!has_score<D>) {
    return score;
  } else if constexpr (!has_missing<D>) {
    return missing;
  } else if constexpr (!has_row<D>) {
    return row;
  } else if constexpr (!has_texts<D>) {
    return texts;
  } else if constexpr (!has_hooks<D>) {
    return hooks;
  } else if constexpr (!owns_hooks<D>()) {
    return own_hooks;
  } else {
    return hook_fault<D>();
  }
}

}  // namespace detail

/// A type that keeps the contract of data_set_hooks: hotpotqa::data_set, musique::data_set, …
template <class D>
concept data_set = detail::find_contract_fault<D>()
== detail::contract_fault::none;

namespace detail {

/// Stops the compilation with one line if D breaks the contract; returns whether it keeps it.
template <class D>
[[nodiscard]] consteval bool expect_data_set() {
  constexpr contract_fault fault = find_contract_fault<D>();
  constexpr bool has_types = fault != contract_fault::types;
  static_assert(has_types, "mhqa::data_set: expected the types record, prediction, result and slots");
  constexpr bool has_rules = fault != contract_fault::rules;
  static_assert(has_rules, "mhqa::data_set: expected `rules`, a dialect, and group_fields, an array of names");
  constexpr bool has_id = fault != contract_fault::id;
  static_assert(has_id, "mhqa::data_set: expected id(const record&)");
  constexpr bool has_group = fault != contract_fault::group;
  static_assert(has_group, "mhqa::data_set: expected group(const record&, std::string_view field, std::string& store)");
  constexpr bool has_fingerprint = fault != contract_fault::fingerprint;
  static_assert(has_fingerprint, "mhqa::data_set: expected fingerprint(const record&, std::string&)");
  constexpr bool has_score = fault != contract_fault::score;
  static_assert(has_score,
                "mhqa::data_set: expected make_evaluator() and score(evaluator&, const record&, const prediction*)");
  constexpr bool has_missing = fault != contract_fault::missing;
  static_assert(has_missing, "mhqa::data_set: expected for_each_missing(const result&, f)");
  constexpr bool has_row = fault != contract_fault::row;
  static_assert(has_row, "mhqa::data_set: expected row(const result&, question_row&)");
  constexpr bool has_texts = fault != contract_fault::texts;
  static_assert(has_texts, "mhqa::data_set: expected texts(const record&, const prediction*, question_row&)");
  constexpr bool has_hooks = fault != contract_fault::hooks;
  static_assert(has_hooks, "mhqa::data_set: expected a list of hooks: using hooks = mhqa::data_set_hooks<this type>");
  constexpr bool has_own_hooks = fault != contract_fault::own_hooks;
  static_assert(
      has_own_hooks,
      "mhqa::data_set: a type that derives from a data set defines no member of it anew; is a hook misspelt?");
  constexpr bool has_settings = fault != contract_fault::settings;
  static_assert(has_settings,
                "mhqa::data_set: the hook settings must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_shared_data = fault != contract_fault::shared_data;
  static_assert(has_shared_data,
                "mhqa::data_set: the hook shared_data must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_options = fault != contract_fault::options;
  static_assert(has_options,
                "mhqa::data_set: the hook options must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_collector = fault != contract_fault::collector;
  static_assert(has_collector,
                "mhqa::data_set: the hook collector must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_keeps_collected = fault != contract_fault::keeps_collected;
  static_assert(has_keeps_collected,
                "mhqa::data_set: the hook keeps_collected must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_save_options = fault != contract_fault::save_options;
  static_assert(has_save_options,
                "mhqa::data_set: the hook save_options must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_load_options = fault != contract_fault::load_options;
  static_assert(has_load_options,
                "mhqa::data_set: the hook load_options must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_rows_share_ids = fault != contract_fault::rows_share_ids;
  static_assert(has_rows_share_ids,
                "mhqa::data_set: the hook rows_share_ids must be both listed in `hooks` and defined; is it misspelt?");
  constexpr bool has_told = fault != contract_fault::told;
  static_assert(has_told,
                "mhqa::data_set: a data member besides `rules` may change the numbers; name it in settings()");
  return fault == contract_fault::none;
}

/// Returns the own settings of a data set.
template <class D>
[[nodiscard]] signature_choices settings_of(const D& set) {
  if constexpr (has_hook<D, hook::settings>()) {
    return set.settings();
  } else {
    return {};
  }
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
