// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of dictionaries and directories, which give a life without a bracket after the name: "Matthew Prior, b. 1664;
// d. 1721.", "Ann Roe, 1850–1900, English poet.", and glosses, which end with one: "English scientist (1635-1703)".
#pragma once

#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// How an entry begins, after a number that it may have in a list.
///
/// Shape: a character of `begins` is a token: T the words of the title's name, A a description of a person without a
///        verb, P "son of …", D "date of", b "born" or "b.", d "died" or "d.", y a year or a word before one, - a dash;
///        , ; . : + [ are themselves. The dates begin after <; without a word before them, both must be there, and a
///        noun for a person
struct entry_shape {
  std::string_view name;
  std::string_view begins;
  std::string_view example;
};

inline constexpr std::array<entry_shape, 23> entry_shapes{{
    {"born", "T,<b", "Matthew Prior, b. 1664; d. 1721."},
    {"born after a stop", "T.<b", "PRIOR, MATTHEW. Born 1664, died 1721."},
    {"born after a colon", "T:<b", "Matthew Prior: b. 1664, d. 1721."},
    {"born without a mark", "T<b", "Matthew Prior b. 1664 d. 1721"},
    {"born after a description", "T,A;<b", "PRIOR, MATTHEW, army officer; b. 1664 at Ulm; m. 1690; d. 1721 at Bonn."},
    {"born after a comma", "T,A,<b", "Matthew Prior, English poet, b. London 1664, d. Bonn 1721."},
    {"born after a stop and a description", "T.A;<b", "MATTHEW PRIOR. English poet; b. 1664; d. 1721."},
    {"born after a description between stops", "T.A.<b",
     "Matthew Prior. Poet. Born in Kent, 1664; died in Bonn, 1721."},
    {"born after a stop, a description and a comma", "T.A,<b", "Matthew Prior. Poet, born at Ulm 1664, died 1721."},
    {"born after a description alone", "A.<b", "Poet. Born Matthew James Prior on May 5, 1664, in Ulm; died 1721."},
    {"born after a dash", "T-A,<b", "Matthew Prior – English poet, b. 5 May 1664."},
    {"born of parents", "T,P,<b", "Matthew Prior, son of John and Ann (Lee) Prior, b. 1664; d. 1721."},
    {"died", "T,<d", "Matthew Prior, d. 1721."},
    {"died after a description", "T,A;<d", "PRIOR, MATTHEW, army officer; d. 1721 at Bonn."},
    {"born under a heading", "<b:", "Born: 5 May 1664, Ulm. Died: 3 June 1721, Bonn. Matthew Prior was a poet."},
    {"born under a date", "D<b:", "Date of birth: 5 May 1664. Matthew Prior was a poet."},
    {"years", "T,<y", "Ann Roe, 1850–1900, English poet."},
    {"years after a stop", "T.<y", "ANN ROE. 1850–1900. Poet."},
    {"years in crosses", "T.+<y", "JOSEPH ADDISON. +1672-1719+. Essayist; poet."},
    {"years under a heading", "b-d:<y", "Born - Died : 341BC - 270BC Greek philosopher"},
    {"years without a mark", "T<y", "Ann Roe 1850–1900 English poet"},
    {"years in square brackets", "T[<y", "Ann Roe [1850-1900], poet."},
    {"years after a description", "T,A,<y", "Ann Roe, English poet, 1850–1900."},
}};

/// The tokens of an entry in which its dates stand.
struct entry_dates {
  std::size_t begin = 0, end = 0;
  bool words = false;   // "born" or "died" says which is which
  bool person = false;  // a noun for a person stands before them
};

/// Finds the entry shape of a paragraph.
class life_entry_reader {
 public:
  life_entry_reader(const life_text& text, const life_names& names) noexcept : t_{text}, names_{names} {}

  /// The place of the dates by the first shape that fits; `end` is the end of the first sentence, or its verb.
  [[nodiscard]] std::optional<entry_dates> find(std::size_t end) const;

  /// The bracket that ends a gloss, a single sentence about a person without a name.
  [[nodiscard]] std::optional<entry_dates> find_gloss() const;

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  // The token after a shape's '<', or npos.
  [[nodiscard]] std::size_t match(std::string_view shape) const;

  [[nodiscard]] std::size_t match_one(char c, std::size_t i) const;

  // "army officer", "an eminent poet and priest, missionary": up to the mark before "born", "died" or a year, with a
  // noun for a person, and no verb, relative or number.
  [[nodiscard]] std::size_t end_of_description(std::size_t begin) const;

  // "son of Peter and Mary (Lee) Roe": up to the comma before an abbreviated "b.", which is the son's.
  [[nodiscard]] std::size_t end_of_parents(std::size_t begin) const;

  // "Prior, Matthew", "JOSEPH ADDISON": capitalised words, of which the title has at least one, and nothing else.
  [[nodiscard]] std::size_t end_of_name(std::size_t begin) const;

  [[nodiscard]] std::size_t end_of_sentence(std::size_t i) const;

  [[nodiscard]] std::size_t end_of_years(std::size_t i) const;

  const life_text& t_;
  const life_names& names_;
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_entry.ipp>
#endif
