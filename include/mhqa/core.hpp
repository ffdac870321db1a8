// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that needs no linked library: all rooms but io and batch.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/datasets/dire.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/graph/execute.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/group_policies.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/probe/artifact.hpp>
#include <mhqa/probe/bipartition.hpp>
#include <mhqa/probe/disconnected.hpp>
#include <mhqa/probe/instance.hpp>
#include <mhqa/probe/numbered.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/probe/sufficiency.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/byte_masks.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/unicode_data.hpp>
#include <mhqa/text/utf8.hpp>
#include <mhqa/types.hpp>
