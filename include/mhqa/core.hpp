// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that needs no linked library: all rooms but io and batch.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/random.hpp>
