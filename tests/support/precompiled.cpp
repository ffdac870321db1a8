// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A unit for the precompiled header to belong to.
