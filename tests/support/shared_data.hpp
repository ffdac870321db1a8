// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the shared data: in the environment variable MHQA_TEST_DATA, otherwise in the build's configuration.
// A test that needs data begins with: const auto file = mhqa_test::shared_data("golden/x.json"); if (!file) return;
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace mhqa_test {

/// Returns the path of a shared file or folder, if it exists.
[[nodiscard]] std::optional<std::filesystem::path> find_shared_data(std::string_view relative);

/// Returns the path of a shared file or folder. If it is absent, prints one line ("mhqa-skip: …") and marks the test as
/// skipped.
[[nodiscard]] std::optional<std::filesystem::path> shared_data(std::string_view relative);

/// Marks the test as skipped because something is missing, and prints why.
void skip_test(std::string_view why);

/// Returns how many requests for shared data, or for something else, failed.
[[nodiscard]] int missing_data() noexcept;

}  // namespace mhqa_test
