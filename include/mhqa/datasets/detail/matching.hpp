// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Matches the records and predictions of an evaluation: file readers, ranges of the library's types, ranges of the
// user's types.
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1::detail {

struct no_collector {};

template <class D>
struct collector_of {
  using type = no_collector;
};
template <class D>
requires requires {
  typename D::collector;
}
struct collector_of<D> {
  using type = typename D::collector;
};

/// Returns the file name of a reader, for messages; empty for a range.
template <class S>
[[nodiscard]] std::string name_of_source(const S& source) {
  if constexpr (requires { std::string{source.path()}; }) {
    return std::string{source.path()};
  } else {
    return {};
  }
}

[[noreturn]] inline void throw_no_match(const std::string& predictions, const std::string& golds) {
  throw_data_error({.file = predictions},
                   "no prediction has an id of the gold " + (golds.empty() ? "records" : "file " + golds),
                   errc::mismatch);
}

/// A reader of predictions: find(id) in any order, or next(id) in the order of the golds.
template <class P>
concept prediction_source = requires(P& p, std::string_view id) {
  p.find(id).has_value();
}
|| requires(P& p, std::string_view id) {
  p.next(id);
}
|| requires(P& p, std::string_view id) {
  p.find(id);
  p.unused();
};

template <class P>
[[nodiscard]] decltype(auto) find_prediction(P& predictions, std::string_view id) {
  if constexpr (requires { predictions.next(id); }) {
    return predictions.next(id);
  } else {
    return predictions.find(id);
  }
}

template <class T>
[[nodiscard]] constexpr const T* pointer_to(const T& value) noexcept {
  return &value;
}
template <class T>
[[nodiscard]] constexpr const T* pointer_to(T* pointer) noexcept {
  return pointer;
}
template <class T>
[[nodiscard]] constexpr const T* pointer_to(const T* pointer) noexcept {
  return pointer;
}

/// Converts a gold of any type to the data set's record.
template <class D, class T>
[[nodiscard]] const typename D::record& as_record(const T& gold, typename D::record& store) {
  if constexpr (std::same_as<T, typename D::record>) {
    return gold;
  } else {
    static_assert(
        requires { to_record(gold, store); },
        "mhqa::evaluate: golds must be D::record, or have void to_record(const T&, D::record&)");
    store = {};
    to_record(gold, store);
    return store;
  }
}

/// A type with an id_of that argument-dependent lookup finds.
template <class T>
concept has_own_id = requires(const T& one) {
  { id_of(one) } -> std::convertible_to<std::string_view>;
};

/// Returns id_of(one), which must be a view of what `one` stores.
template <has_own_id T>
[[nodiscard]] std::string_view own_id_of(const T& one) {
  using text = decltype(id_of(one));
  static_assert(std::is_reference_v<text> || std::is_pointer_v<text> || std::ranges::borrowed_range<text>,
                "mhqa::evaluate: id_of must return a reference or a view, not a string by value");
  return id_of(one);
}

/// Returns the id of a gold of any type.
template <class D, class T>
[[nodiscard]] std::string_view id_of_gold(const T& gold, typename D::record& store) {
  if constexpr (has_own_id<T>) {
    return own_id_of(gold);
  } else {
    return D::id(as_record<D>(gold, store));
  }
}

/// Calls f(record) for each gold of a reader or a range, in order. A reader may parse on the executor.
template <class D, class Golds, class E, class F>
void for_each_record(Golds& golds, E& executor, F&& f) {
  typename D::record record{};
  constexpr bool parsed_by_threads = !std::same_as<std::remove_cvref_t<E>, serial_executor> && requires {
    golds.for_each(executor, f);
  };
  if constexpr (parsed_by_threads) {
    golds.for_each(executor, f);
  } else if constexpr (requires {
                         { golds.next(record) } -> std::convertible_to<bool>;
                       }) {
    const auto next = [&] {
      if constexpr (!requires { Golds::clears_records; }) record = {};
      return static_cast<bool>(golds.next(record));
    };
    while (next()) f(std::as_const(record));
  } else if constexpr (requires { golds.for_each(f); }) {
    golds.for_each(f);
  } else {
    for (auto&& gold : golds) f(as_record<D>(gold, record));
  }
}

/// Returns the id of a prediction of any type.
template <class T>
[[nodiscard]] std::string_view id_of_prediction(const T& one) {
  if constexpr (has_own_id<T>) {
    return own_id_of(one);
  } else if constexpr (requires {
                         { one.first } -> std::convertible_to<std::string_view>;
                       }) {
    return one.first;
  } else {
    static_assert(
        requires { std::string_view{one.id}; },
        "mhqa::evaluate: predictions must have a member id, be pairs, or have id_of(const T&)");
    return one.id;
  }
}

/// Converts a prediction of any type to the data set's.
template <class D, class T>
[[nodiscard]] const typename D::prediction* as_prediction(const T& one, typename D::prediction& store) {
  if constexpr (std::same_as<T, typename D::prediction>) {
    return &one;
  } else if constexpr (requires { to_prediction(one, store); }) {
    store = {};
    to_prediction(one, store);
    return &store;
  } else if constexpr (requires { D::from_text(one); }) {
    store = D::from_text(one);
    return &store;
  } else {
    static_assert(
        requires { one.second; },
        "mhqa::evaluate: predictions must be D::prediction, strings or pairs of an id with one of these, or "
        "have void to_prediction(const T&, D::prediction&)");
    return as_prediction<D>(one.second, store);
  }
}

/// Looks up predictions of a range by id.
///
/// Shape: match(id) returns the number of the next unused prediction with that id; get(number) returns the prediction
template <class D, class Range>
class prediction_table {
  static_assert(
      std::ranges::forward_range<const Range> &&
          std::is_lvalue_reference_v<std::ranges::range_reference_t<const Range>>,
      "mhqa::evaluate: predictions must be a container or another range of stored elements, or have find(id)");

 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  explicit prediction_table(const Range& range) {
    if constexpr (std::ranges::sized_range<const Range>) {
      const auto size = static_cast<std::size_t>(std::ranges::size(range));
      ids_.reserve(size);
      rows_.reserve(size);
    }
    for (const auto& one : range) {
      const std::string_view id = id_of_prediction(one);
      const auto [number, added] = ids_.insert(id);
      if (added) {
        firsts_.push_back(static_cast<std::uint32_t>(rows_.size()));
        lasts_.push_back(static_cast<std::uint32_t>(rows_.size()));
      } else {
        if constexpr (!has_hook<D, hook::rows_share_ids>()) throw_twice(id, "predictions");
        rows_[lasts_[number]].next = static_cast<std::uint32_t>(rows_.size());
        lasts_[number] = static_cast<std::uint32_t>(rows_.size());
      }
      rows_.push_back({&one, none});
    }
    used_.resize(ids_.size());
  }

  [[nodiscard]] std::uint32_t match(std::string_view id) {
    // Often the predictions are in the order of the golds.
    const std::uint32_t number = next_ < ids_.size() && ids_[next_] == id ? next_ : ids_.find(id);
    next_ = number + 1;
    if constexpr (!has_hook<D, hook::rows_share_ids>()) {
      if (number != string_index::npos && used_[number]) throw_twice(id, "gold records");
      if (number == string_index::npos) {
        if (others_.contains(id)) throw_twice(id, "gold records");
        others_.insert(store_.store(id));
      }
    }
    if (number == string_index::npos) return none;
    if (!used_[number]) {
      used_[number] = true;
      ++used_count_;
    }
    const std::uint32_t found = firsts_[number];
    if (found != none) firsts_[number] = rows_[found].next;
    return found;
  }

  [[nodiscard]] const typename D::prediction* get(std::uint32_t number, typename D::prediction& store) const {
    return number == none ? nullptr : as_prediction<D>(*rows_[number].prediction, store);
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_count_; }

 private:
  using element = std::ranges::range_value_t<const Range>;
  struct row {
    const element* prediction;
    std::uint32_t next;
  };

  [[noreturn]] static void throw_twice(std::string_view id, std::string_view where) {
    throw_data_error({.id = std::string{id}}, "expected each id once in the " + std::string{where} + ", found it twice",
                     errc::duplicate);
  }

  string_index ids_, others_;
  string_arena store_;
  std::vector<row> rows_;
  std::vector<std::uint32_t> firsts_, lasts_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
  std::uint32_t next_ = 0;  // after the last id that was matched
};

}  // namespace mhqa::inline v0_1::detail
