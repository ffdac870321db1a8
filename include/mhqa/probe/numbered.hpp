// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The lazy sequence f(0), f(1), … f(count - 1); every view of this room is one.
// (range-v3's iota | transform is the same sequence, but version 0.12 cannot evaluate it at compile time.)
#pragma once

#include <mhqa/config.hpp>

#include <range/v3/view/interface.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1 {

/// A view of f(0) … f(count - 1) that stores f and computes an element each time it is read.
///
/// Shape:    a sized random-access view of range-v3 and of std::ranges; its elements are values
/// Requires: iterators are not used after their view has been moved or destroyed
/// Cost:     one call of f per read; constexpr if f is
template <class F>
class numbered_view : public ranges::view_interface<numbered_view<F>, ranges::finite> {
 public:
  class iterator {
   public:
    using value_type = std::decay_t<std::invoke_result_t<const F&, std::uint32_t>>;
    using reference = std::invoke_result_t<const F&, std::uint32_t>;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    iterator() = default;
    constexpr iterator(const F& f, std::ptrdiff_t at) noexcept : f_{&f}, at_{at} {}

    constexpr reference operator*() const { return (*f_)(static_cast<std::uint32_t>(at_)); }
    constexpr reference operator[](difference_type n) const { return *(*this + n); }

    constexpr iterator& operator+=(difference_type n) noexcept {
      at_ += n;
      return *this;
    }
    constexpr iterator& operator-=(difference_type n) noexcept { return *this += -n; }
    constexpr iterator& operator++() noexcept { return *this += 1; }
    constexpr iterator& operator--() noexcept { return *this += -1; }
    constexpr iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
    constexpr iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }

    friend constexpr iterator operator+(iterator i, difference_type n) noexcept { return i += n; }
    friend constexpr iterator operator+(difference_type n, iterator i) noexcept { return i += n; }
    friend constexpr iterator operator-(iterator i, difference_type n) noexcept { return i -= n; }
    friend constexpr difference_type operator-(iterator a, iterator b) noexcept { return a.at_ - b.at_; }
    friend constexpr bool operator==(iterator a, iterator b) noexcept { return a.at_ == b.at_; }
    friend constexpr std::strong_ordering operator<=>(iterator a, iterator b) noexcept { return a.at_ <=> b.at_; }

   private:
    const F* f_ = nullptr;
    std::ptrdiff_t at_ = 0;
  };

  numbered_view() = default;
  constexpr numbered_view(std::uint32_t count, F f) : f_{std::move(f)}, count_{count} {}

  [[nodiscard]] constexpr iterator begin() const noexcept { return {f_, 0}; }
  [[nodiscard]] constexpr iterator end() const noexcept { return {f_, static_cast<std::ptrdiff_t>(count_)}; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }

  /// Returns the function that computes the elements.
  [[nodiscard]] constexpr const F& source() const noexcept { return f_; }

 private:
  F f_{};
  std::uint32_t count_ = 0;
};

}  // namespace mhqa::inline v0_1

template <class F>
inline constexpr bool std::ranges::enable_view<mhqa::numbered_view<F>> = true;
