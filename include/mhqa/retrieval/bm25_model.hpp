// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The BM25 family: inverse document frequency, saturation, k1, b and delta; and the settings of well-known engines by
// name. Robertson et al. 1994; variants as compared by Kamphuis et al. 2020 ("Which BM25 do you mean?", ECIR) and
// computed by bm25s.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/rounded.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// The weight of a term that df of N documents contain; never negative.
enum class bm25_idf : std::uint8_t {
  lucene,     ///< ln(1 + (N - df + 0.5) / (df + 0.5))
  robertson,  ///< ln((N - df + 0.5) / (df + 0.5)), at least 0
  atire,      ///< ln(N / df)
  bm25l,      ///< ln((N + 1) / (df + 0.5))
  bm25_plus,  ///< ln((N + 1) / df)
  pisa        ///< as robertson, at least 1e-6
};

/// The weight of tf occurrences in a document of length l, with K = k1 (1 - b + b l / average length):
enum class bm25_saturation : std::uint8_t {
  okapi,     ///< tf / (tf + K)
  okapi_k1,  ///< (k1 + 1) tf / (tf + K): the same ranking on a larger scale
  bm25l,     ///< (k1 + 1) (c + delta) / (k1 + c + delta), c = k1 tf / K
  bm25_plus  ///< (k1 + 1) tf / (tf + K) + delta
};

/// A variant of BM25.
struct bm25_model {
  double k1 = 1.5;
  double b = 0.75;
  bm25_idf idf = bm25_idf::lucene;
  bm25_saturation saturation = bm25_saturation::okapi;
  double delta = 0;  ///< used by bm25l and bm25_plus

  friend constexpr bool operator==(const bm25_model&, const bm25_model&) = default;
};

/// Settings by name. Lucene itself rounds lengths to one byte; these use exact lengths.
namespace bm25_models {

inline constexpr bm25_model lucene{1.2, 0.75, bm25_idf::lucene, bm25_saturation::okapi, 0};
inline constexpr bm25_model pyserini{0.9, 0.4, bm25_idf::lucene, bm25_saturation::okapi, 0};
inline constexpr bm25_model pisa{0.9, 0.4, bm25_idf::pisa, bm25_saturation::okapi_k1, 0};
inline constexpr bm25_model bm25s{1.5, 0.75, bm25_idf::lucene, bm25_saturation::okapi, 0};
inline constexpr bm25_model robertson{1.5, 0.75, bm25_idf::robertson, bm25_saturation::okapi, 0};
inline constexpr bm25_model atire{1.5, 0.75, bm25_idf::atire, bm25_saturation::okapi_k1, 0};
inline constexpr bm25_model bm25l{1.5, 0.75, bm25_idf::bm25l, bm25_saturation::bm25l, 0.5};
inline constexpr bm25_model bm25_plus{1.5, 0.75, bm25_idf::bm25_plus, bm25_saturation::bm25_plus, 0.5};

}  // namespace bm25_models

/// Every named setting.
inline constexpr std::array<std::pair<std::string_view, bm25_model>, 8> named_bm25_models{{
    {"lucene", bm25_models::lucene},
    {"pyserini", bm25_models::pyserini},
    {"pisa", bm25_models::pisa},
    {"bm25s", bm25_models::bm25s},
    {"robertson", bm25_models::robertson},
    {"atire", bm25_models::atire},
    {"bm25l", bm25_models::bm25l},
    {"bm25+", bm25_models::bm25_plus},
}};

/// Returns the setting with this name, if any.
[[nodiscard]] constexpr std::optional<bm25_model> find_bm25_model(std::string_view name) noexcept {
  for (const auto& [known, model] : named_bm25_models) {
    if (known == name) return model;
  }
  return std::nullopt;
}

/// Returns the inverse document frequency.
/// Requires: 0 < df <= documents
/// Example:  bm25_inverse_frequency(bm25_idf::atire, 8, 2) == std::log(4.0)
[[nodiscard]] double bm25_inverse_frequency(bm25_idf idf, double documents, double df) noexcept;

/// Returns 1 - b + b l / average; if the average is 0, every document has average length.
[[nodiscard]] constexpr double bm25_length_factor(double b, double length, double average) noexcept {
  return average > 0 ? (1 - b) + b * length / average : 1;
}

/// Returns the saturation of a term that occurs tf times (possibly 0) in a document with this length factor.
/// Example: bm25_saturate({.k1 = 1}, 1, 1) == 0.5
[[nodiscard]] constexpr double bm25_saturate(const bm25_model& model, double tf, double length_factor) noexcept {
  const double k = rounded(model.k1 * length_factor);
  switch (model.saturation) {
    case bm25_saturation::okapi:
      return tf == 0 ? 0 : tf / (k + tf);
    case bm25_saturation::okapi_k1:
      return tf == 0 ? 0 : tf * (model.k1 + 1) / (k + tf);
    case bm25_saturation::bm25l: {
      const double c = (length_factor > 0 ? tf / length_factor : tf) + model.delta;
      return c == 0 ? 0 : (model.k1 + 1) * c / (model.k1 + c);
    }
    case bm25_saturation::bm25_plus:
      return (tf == 0 ? 0 : (model.k1 + 1) * tf / (k + tf)) + model.delta;
  }
  return 0;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_model.ipp>
#endif
