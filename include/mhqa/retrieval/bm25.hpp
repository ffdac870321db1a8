// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BM25, whole: build an index over any documents, save its bytes, check and search them.
//   auto index = mhqa::build_bm25(paragraphs);
//   auto hits = mhqa::search_bm25(index, queries, 10);
#pragma once

#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_search.hpp>
