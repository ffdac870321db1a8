// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "snowball.hpp"

#include <mhqa/error.hpp>
#include <mhqa/retrieval/analyzer.hpp>

#if defined(MHQA_WITH_STEMMER)
#include <libstemmer.h>
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {

word_splitter plain_words() {
  return [words = mhqa::musique_analyzer{}](std::string_view text, const auto& sink) mutable { words(text, sink); };
}

mhqa::word_stemmer snowball_stemmer() {
#if defined(MHQA_WITH_STEMMER)
  struct stemmer {
    stemmer() = default;
    stemmer(const stemmer&) {}  // each copy makes its own, as libstemmer's are for one thread
    ~stemmer() { sb_stemmer_delete(impl); }
    stemmer& operator=(const stemmer&) = delete;
    sb_stemmer* impl = sb_stemmer_new("english", "UTF_8");
  };
  return [stem = stemmer{}](std::string_view word) {
    const sb_symbol* const out =
        sb_stemmer_stem(stem.impl, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
    return std::string{reinterpret_cast<const char*>(out), static_cast<std::size_t>(sb_stemmer_length(stem.impl))};
  };
#else
  mhqa::throw_data_error({}, "`stem`: this command was built without libstemmer (Debian: libstemmer-dev)");
#endif
}

word_splitter snowball_words() {
  return [words = mhqa::without_terms{mhqa::musique_analyzer{}}, stem = snowball_stemmer()](std::string_view text,
                                                                                            const auto& sink) mutable {
    words(text, [&](std::string_view word) { sink(std::string_view{stem(word)}); });
  };
}

}  // namespace mhqa_command
