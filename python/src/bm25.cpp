// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See bm25.hpp; the words are those of MuSiQue's normalisation, by default without English stop words.
#include "bm25.hpp"

#include "compiled.hpp"
#include "progress.hpp"

#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_merge.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

struct paragraph {
  std::string_view title;
  std::string_view text;
};

/// Passes the words of a paragraph or a query to the sink.
class words_of {
 public:
  explicit words_of(bool without_stop_words) : without_{without_stop_words} {}

  template <class Sink>
  void operator()(const paragraph& document, Sink&& sink) {
    (*this)(document.title, sink);
    (*this)(document.text, sink);
  }
  template <class Sink>
  void operator()(std::string_view text, Sink&& sink) {
    without_ ? kept_(text, sink) : all_(text, sink);
  }

 private:
  bool without_;
  mhqa::musique_analyzer all_;
  mhqa::without_terms<mhqa::musique_analyzer> kept_{mhqa::musique_analyzer{}};
};

mhqa::bm25_model model_of(const std::string& name) {
  if (const auto model = mhqa::find_bm25_model(name)) return *model;
  std::string all;
  for (const auto& [known, model] : mhqa::named_bm25_models) all.append(all.empty() ? "" : ", ").append(known);
  throw_value_error({"model"}, "one of " + all + "; found " + name);
}

/// Indexes strings, or titles and texts; the GIL is released meanwhile.
mhqa::bm25_index index_of(nb::handle given, nb::handle titles, const mhqa::bm25_model& model, bool stop_words,
                          interruptible& threads) {
  const texts bodies{given, "documents"};
  const texts heads = titles.is_none() ? texts{} : texts{titles, "titles"};
  if (!titles.is_none() && heads.views().size() != bodies.views().size()) {
    throw_value_error({"titles"}, "one for each of " + std::to_string(bodies.views().size()) + " documents, found " +
                                      std::to_string(heads.views().size()));
  }
  if (bodies.views().empty()) throw_value_error({"documents"}, "at least one");
  const nb::gil_scoped_release released;
  std::vector<paragraph> paragraphs(bodies.views().size());
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    paragraphs[i] = {titles.is_none() ? std::string_view{} : heads.views()[i], bodies.views()[i]};
  }
  return mhqa::build_bm25(paragraphs, model, words_of{!stop_words}, threads);
}

template <class T>
nb::object array_of(std::unique_ptr<T[]> values, std::size_t rows, std::size_t columns) {
  T* const data = values.release();
  nb::capsule owner{data, [](void* owned) noexcept { delete[] static_cast<T*>(owned); }};
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>{data, {rows, columns}, std::move(owner)});
}

}  // namespace

bm25::bm25(nb::bytes bytes, bool stop_words) : loaded_((bytes.size() + 7) / 8), stop_words_{stop_words} {
  std::memcpy(loaded_.data(), bytes.data(), bytes.size());
  const auto found = mhqa::check_bm25(std::as_bytes(std::span{loaded_}).first(bytes.size()));
  if (!found) {
    throw_value_error({"index"}, std::string{found.expected} + " at byte " + std::to_string(found.position));
  }
  view_ = *found;
}

bm25::bm25(nb::handle given, nb::handle titles, const std::string& model, bool stop_words, std::optional<double> k1,
           std::optional<double> b)
    : stop_words_{stop_words} {
  mhqa::bm25_model chosen = model_of(model);
  chosen.k1 = k1.value_or(chosen.k1);
  chosen.b = b.value_or(chosen.b);
  interruptible threads;
  index_ = index_of(given, titles, chosen, stop_words, threads);
  view_ = index_.view();
}

bm25::bm25(const bm25& old, nb::handle given, nb::handle titles) : stop_words_{old.stop_words_} {
  interruptible threads;
  const mhqa::bm25_index fresh = index_of(given, titles, old.view_.model(), stop_words_, threads);
  const nb::gil_scoped_release released;
  index_ = mhqa::merge_bm25(std::array{old.view_, fresh.view()}, threads);
  view_ = index_.view();
}

nb::tuple bm25::search(nb::handle given, std::size_t k) const {
  const texts queries{given, "queries"};
  const std::size_t rows = queries.views().size(), width = std::min(k, documents());
  auto found = std::make_unique<std::int64_t[]>(rows * width);
  auto scores = std::make_unique<double[]>(rows * width);
  std::fill_n(found.get(), rows * width, -1);
  interruptible threads;
  if (width != 0) {
    const nb::gil_scoped_release released;
    mhqa::for_each_chunk(threads, rows, grain(rows, threads), [&](std::size_t begin, std::size_t end) {
      mhqa::bm25_searcher searcher{view_};
      words_of analyze{!stop_words_};
      for (std::size_t q = begin; q < end && threads.goes_on(); ++q) {
        const auto hits = searcher.search(queries.views()[q], width, analyze);
        for (std::size_t i = 0; i < hits.size(); ++i) {
          found[q * width + i] = hits[i].document;
          scores[q * width + i] = hits[i].score;
        }
      }
    });
  }
  return nb::make_tuple(array_of(std::move(found), rows, width), array_of(std::move(scores), rows, width));
}

}  // namespace mhqa_python
