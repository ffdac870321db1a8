// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the best paragraphs of StrategyQA's corpus for each question, by the question or by its decomposition (Geva et
// al. 2021, Sec. 5.1), as `mhqa retrieve strategyqa` does.
//   find_evidence({.questions = "dev.json", .corpus = {"paragraphs.jsonl"}}, analyze, threads, each);
#pragma once

#include <mhqa/compose/step_retrieval.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_search.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What makes the queries: the question one, or each step of its decomposition one, merged by score.
enum class evidence_query : std::uint8_t { question, decomposition };

/// What a search reads, and how it makes queries.
struct evidence_search {
  std::string questions;            ///< records {qid, question, decomposition, step_answers}
  std::vector<std::string> corpus;  ///< paragraphs, as strategyqa::for_each_paragraph()
  evidence_query by = evidence_query::question;
  query_references references = query_references::kept;
  bool split_joined = false;  ///< separates steps that a model wrote as one
  std::size_t k = 10;         ///< most paragraphs for each question
};

/// The numbers of a search.
struct evidence_search_counts {
  std::uint64_t questions = 0;
  std::uint64_t paragraphs = 0;
  std::uint64_t without_hit = 0;  ///< questions
};

/// Passes the words of a paragraph's text, and of its title if wanted, or of a query to the sink. `Words` is an
/// analyzer of texts.
template <class Words = musique_analyzer>
struct evidence_words {
  bool titles = false;
  Words words{};

  template <class Sink>
  void operator()(const context_paragraph& p, Sink&& sink) {
    if (titles) (*this)(p.title, sink);
    (*this)(p.text, sink);
  }
  template <class Sink>
  void operator()(std::string_view text, Sink&& sink) {
    words(text, [&](std::string_view word) { sink(word); });
  }
  template <class Sink>
  void operator()(const std::string& text, Sink&& sink) {
    (*this)(std::string_view{text}, sink);
  }
};

namespace detail {

/// A question for which evidence is searched; views are valid until the next one is read.
struct searched_question {
  std::string_view id, question;
  std::vector<std::string> steps, answers;
};

searched_question read_searched(json_value value, evidence_query by);

[[nodiscard]] std::vector<std::string> evidence_queries(const evidence_search& search, const searched_question& q);

}  // namespace detail

/// Indexes the paragraphs, then calls each(id, ids) for each question: its best paragraphs, best first.
///
/// Shape:  `analyze` passes the words of a context_paragraph and of a query; `ids` is a span of views, valid in the
///         call
/// Errors: data_error for a file without questions or paragraphs, an id that is there twice, a record without qid, a
///         question or decomposition that is missing where it is the query, and options that need steps
/// Cost:   the memory of the corpus and its index; one search for each query
/// Source: Geva et al. 2021, Sec. 5.1; BM25 as Lucene's
template <class A, class Executor, class Each>
evidence_search_counts find_evidence(const evidence_search& search, A& analyze, Executor&& threads, Each&& each) {
  if (search.by == evidence_query::question && (search.split_joined || search.references != query_references::kept)) {
    throw_data_error({}, "`references` and `split_joined` are not used without `by` decomposition");
  }
  string_arena text;
  std::vector<context_paragraph> paragraphs;
  std::vector<std::string_view> names;
  unique_ids known;
  for (const std::string& path : search.corpus) {
    strategyqa::for_each_paragraph(path, [&](const mhqa::strategyqa::paragraph& p) {
      const std::string_view id = text.store(p.id());
      known.add(id, path);
      names.push_back(id);
      paragraphs.push_back({text.store(p.title), text.store(p.text)});
    });
  }
  if (paragraphs.empty()) {
    throw_data_error({.file = search.corpus.empty() ? std::string{} : search.corpus.front()},
                     "expected paragraphs, found none");
  }
  const bm25_index index = build_bm25(paragraphs, bm25_models::lucene, analyze, threads);
  bm25_searcher searcher{index};
  evidence_search_counts counts{.paragraphs = paragraphs.size()};
  unique_ids ids;
  std::vector<std::string_view> found;
  json_records file{search.questions};
  while (const auto value = file.next()) {
    const detail::searched_question q = detail::read_searched(*value, search.by);
    ids.add(q.id, search.questions);
    found.clear();
    for (const search_hit& hit : search_steps(searcher, detail::evidence_queries(search, q), search.k, analyze)) {
      found.push_back(names[hit.document]);
    }
    ++counts.questions;
    counts.without_hit += found.empty() ? 1 : 0;
    each(q.id, std::span<const std::string_view>{found});
  }
  if (counts.questions == 0) throw_data_error({.file = search.questions}, "expected questions, found none");
  return counts;
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/evidence_search.ipp>
#endif
