// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The whole library but batch: mhqa/core.hpp and the readers and writers of io.
#pragma once

#include <mhqa/core.hpp>
