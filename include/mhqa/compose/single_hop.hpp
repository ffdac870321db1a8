// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions of your own types: the required fields, and a range of them as a pool of views, on which pairs, filters,
// graphs and splits work.
//   struct my_question { std::string id, question, answer, paragraph; };
//   mhqa::question_set set{my_questions};  // set.pool(), set.words(), set[i]
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {
namespace own_question {

// A field is a member function, a data member, or a function found by argument-dependent lookup.
void id() = delete;
void question() = delete;
void answer() = delete;
void paragraph() = delete;
void aliases() = delete;
void source() = delete;
void title() = delete;
void text() = delete;

struct id_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.id(); }) {
      return q.id();
    } else if constexpr (requires { q.id; }) {
      return (q.id);
    } else if constexpr (requires { id(q); }) {
      return id(q);
    }
  }
};
struct question_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.question(); }) {
      return q.question();
    } else if constexpr (requires { q.question; }) {
      return (q.question);
    } else if constexpr (requires { question(q); }) {
      return question(q);
    }
  }
};
struct answer_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.answer(); }) {
      return q.answer();
    } else if constexpr (requires { q.answer; }) {
      return (q.answer);
    } else if constexpr (requires { answer(q); }) {
      return answer(q);
    }
  }
};
struct paragraph_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.paragraph(); }) {
      return q.paragraph();
    } else if constexpr (requires { q.paragraph; }) {
      return (q.paragraph);
    } else if constexpr (requires { paragraph(q); }) {
      return paragraph(q);
    }
  }
};
struct aliases_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.aliases(); }) {
      return q.aliases();
    } else if constexpr (requires { q.aliases; }) {
      return (q.aliases);
    } else if constexpr (requires { aliases(q); }) {
      return aliases(q);
    }
  }
};
struct source_fn {
  template <class Q>
  constexpr decltype(auto) operator()(const Q& q) const {
    if constexpr (requires { q.source(); }) {
      return q.source();
    } else if constexpr (requires { q.source; }) {
      return (q.source);
    } else if constexpr (requires { source(q); }) {
      return source(q);
    }
  }
};
struct title_fn {
  template <class P>
  constexpr decltype(auto) operator()(const P& p) const {
    if constexpr (requires { p.title(); }) {
      return p.title();
    } else if constexpr (requires { p.title; }) {
      return (p.title);
    } else if constexpr (requires { title(p); }) {
      return title(p);
    }
  }
};
struct text_fn {
  template <class P>
  constexpr decltype(auto) operator()(const P& p) const {
    if constexpr (requires { p.text(); }) {
      return p.text();
    } else if constexpr (requires { p.text; }) {
      return (p.text);
    } else if constexpr (requires { text(p); }) {
      return text(p);
    }
  }
};

}  // namespace own_question

template <class T>
concept own_text = std::convertible_to<T, std::string_view>;
template <class T>
concept own_id = own_text<T> || std::integral<std::remove_cvref_t<T>>;
template <class T>
concept own_paragraph = own_text<T> || own_text<std::invoke_result_t<own_question::text_fn, T>>;

}  // namespace detail

/// A question of your own type.
///
/// Shape: id, question, answer and paragraph are data members, member functions, or functions found by
///        argument-dependent lookup. The first three are text (an id may also be an integer); the paragraph is text, or
///        has a `text` and optionally a `title` in the same sense. `aliases` (a range of text) and `source` (text) are
///        optional
template <class Q>
concept single_hop_like = requires(const std::remove_cvref_t<Q>& q) {
  { detail::own_question::id_fn{}(q) } -> detail::own_id;
  { detail::own_question::question_fn{}(q) } -> detail::own_text;
  { detail::own_question::answer_fn{}(q) } -> detail::own_text;
  { detail::own_question::paragraph_fn{}(q) } -> detail::own_paragraph;
};

/// A range of questions of your own type. It is read once; afterwards questions are named by position.
template <class R>
concept single_hop_range = std::ranges::forward_range<R> && single_hop_like<std::ranges::range_reference_t<R>>;

namespace detail {

template <class Text>
inline constexpr bool is_view_of_text =
    std::ranges::borrowed_range<std::remove_cvref_t<Text>> || std::is_pointer_v<std::remove_cvref_t<Text>>;
// True if text that is got from a reference of type From stays when the reference is gone. A view got from a temporary
// may point into the temporary.
template <class From, class Text>
inline constexpr bool text_stays = std::is_lvalue_reference_v<From> &&
                                   (std::is_lvalue_reference_v<Text> || is_view_of_text<Text>);

// Access to the elements of a range by position.
template <class R>
class element_access {
 public:
  explicit element_access(R& range) : range_{&range} {
    if constexpr (!std::ranges::random_access_range<R>) {
      for (auto at = std::ranges::begin(range); at != std::ranges::end(range); ++at) places_.push_back(at);
    }
  }
  [[nodiscard]] decltype(auto) operator[](std::size_t i) const {
    if constexpr (std::ranges::random_access_range<R>) {
      return std::ranges::begin(*range_)[static_cast<std::ranges::range_difference_t<R>>(i)];
    } else {
      return *places_[i];
    }
  }

 private:
  R* range_;
  std::vector<std::ranges::iterator_t<R>> places_;
};

// A pool of views into a range.
template <single_hop_range R>
class own_pool {
 public:
  explicit own_pool(R& questions) : pool_{make(questions)} {}
  own_pool(const own_pool&) = delete;
  own_pool& operator=(const own_pool&) = delete;

  [[nodiscard]] const single_hop_pool& pool() const noexcept { return pool_; }

 private:
  template <class From, class Text>
  [[nodiscard]] std::string_view keep(Text&& text) {
    if constexpr (std::integral<std::remove_cvref_t<Text>>) {
      return copies_.emplace_back(std::to_string(text));
    } else if constexpr (text_stays<From, Text&&>) {
      return std::string_view{text};
    } else {
      return copies_.emplace_back(std::string_view{text});
    }
  }

  template <class From, class P>
  [[nodiscard]] context_paragraph paragraph_of(P&& paragraph) {
    namespace own = own_question;
    if constexpr (own_text<P>) {
      return {{}, keep<From>(std::forward<P>(paragraph))};
    } else {
      using part = std::conditional_t<std::is_lvalue_reference_v<From> && std::is_lvalue_reference_v<P>, P, void>;
      context_paragraph out{{}, keep<part>(own::text_fn{}(paragraph))};
      if constexpr (own_text<std::invoke_result_t<own::title_fn, P>>) {
        out.title = keep<part>(own::title_fn{}(paragraph));
      }
      return out;
    }
  }

  [[nodiscard]] single_hop_pool make(R& questions) {
    namespace own = own_question;
    using from = std::ranges::range_reference_t<R>;
    struct place_hash {
      std::size_t operator()(const context_paragraph& p) const noexcept {
        const std::hash<std::string_view> hash;
        return hash(p.text) * 31 + hash(p.title);
      }
    };
    single_hop_pool out;
    std::unordered_map<context_paragraph, std::uint32_t, place_hash> known;
    if constexpr (std::ranges::sized_range<R>) out.questions.reserve(std::ranges::size(questions));
    for (auto&& q : questions) {
      if (out.questions.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
        throw_data_error({}, "a pool of more than 2^32 - 2 questions");
      }
      single_hop& made = out.questions.emplace_back();
      made.id = keep<from>(own::id_fn{}(q));
      made.question = keep<from>(own::question_fn{}(q));
      made.answer = keep<from>(own::answer_fn{}(q));
      if constexpr (own_text<std::invoke_result_t<own::source_fn, from>>) {
        made.source = keep<from>(own::source_fn{}(q));
      }
      if constexpr (std::ranges::input_range<std::invoke_result_t<own::aliases_fn, from>>) {
        auto&& aliases = own::aliases_fn{}(q);
        using alias = std::ranges::range_reference_t<decltype(aliases)>;
        constexpr bool stored =
            std::is_lvalue_reference_v<decltype(aliases)> || std::ranges::borrowed_range<decltype(aliases)>;
        using part = std::conditional_t<std::is_lvalue_reference_v<from> && stored, alias, void>;
        std::vector<std::string_view> all;
        for (auto&& one : aliases) all.push_back(keep<part>(std::forward<decltype(one)>(one)));
        if (!all.empty()) made.aliases = aliases_.emplace_back(std::move(all));
      }
      const context_paragraph p = paragraph_of<from>(own::paragraph_fn{}(q));
      const auto [at, fresh] = known.emplace(p, static_cast<std::uint32_t>(out.paragraphs.size()));
      if (fresh) out.paragraphs.push_back(p);
      made.paragraph = at->second;
    }
    return out;
  }

  std::deque<std::string> copies_;
  std::deque<std::vector<std::string_view>> aliases_;
  single_hop_pool pool_;
};

}  // namespace detail

/// Questions of your own type as a pool: views of their text, and their normalised words.
///
/// Shape:  position i of the range is question i of pool(). Equal paragraphs are merged. The text of stored questions
///         is viewed; strings that they make, and all text of questions that the range makes, are copied
/// Errors: data_error for more than 2^32 - 2 questions or paragraphs
/// Cost:   O(bytes); one hash per paragraph. The range must outlive it and must not change
template <single_hop_range R>
class question_set {
 public:
  explicit question_set(R& questions) : elements_{questions}, own_{questions}, words_{own_.pool()} {}
  question_set(const question_set&) = delete;
  question_set& operator=(const question_set&) = delete;

  [[nodiscard]] const single_hop_pool& pool() const& noexcept { return own_.pool(); }
  const single_hop_pool& pool() const&& = delete;
  [[nodiscard]] const pool_words& words() const& noexcept { return words_; }
  const pool_words& words() const&& = delete;

  [[nodiscard]] std::size_t size() const noexcept { return pool().questions.size(); }
  /// Returns the range's element at a position.
  [[nodiscard]] decltype(auto) operator[](std::size_t i) const { return elements_[i]; }

 private:
  detail::element_access<R> elements_;
  detail::own_pool<R> own_;
  pool_words words_;
};

}  // namespace mhqa::inline v0_1
