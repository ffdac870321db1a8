// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that needs no linked library: all rooms but io and batch.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/unicode_data.hpp>
#include <mhqa/text/utf8.hpp>
#include <mhqa/types.hpp>
