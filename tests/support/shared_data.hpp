// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the shared data lie: the environment variable MHQA_TEST_DATA, else what the build was configured with.
// A test that needs data begins with: const auto file = mhqa_test::shared_data("golden/x.json"); if (!file) return;
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace mhqa_test {

/// The path of a shared file or folder, where it exists.
[[nodiscard]] std::optional<std::filesystem::path> find_shared_data(std::string_view relative);

/// The path of a shared file or folder. Where it is absent, says so in one line ("mhqa-skip: …") and notes that
/// the test was skipped.
[[nodiscard]] std::optional<std::filesystem::path> shared_data(std::string_view relative);

/// How many requests for shared data found nothing.
[[nodiscard]] int missing_data() noexcept;

}  // namespace mhqa_test
