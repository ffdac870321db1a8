// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The whole library but batch: mhqa/core.hpp and the readers and writers of io.
#pragma once

#include <mhqa/core.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/composed_sets.hpp>
#include <mhqa/io/composition_files.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/csv.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/break.hpp>
#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/datasets/dire_questions.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/life_dates.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/pool_mrqa.hpp>
#include <mhqa/io/datasets/pool_natural_questions.hpp>
#include <mhqa/io/datasets/pool_squad.hpp>
#include <mhqa/io/datasets/pool_trex.hpp>
#include <mhqa/io/datasets/pool_zero_shot_re.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_equality.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/official.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/probe_files.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/io/reading_tasks.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/io/task_predictions.hpp>
