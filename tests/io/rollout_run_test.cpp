// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/rollout_run.hpp>

#include "support/command.hpp"
#include "support/damaged_rollouts.hpp"
#include "support/shared_data.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

namespace {

const io::rollout_gold_layout& musique_layout() {
  return io::rollout_gold_layouts[0];
}

}  // namespace

TEST_CASE("rollout_run: of 5,000 rollouts that were damaged in one known way, 99 % get that cause") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const std::vector<mhqa_test::json> records = mhqa_test::load_jsonl(*file);
  REQUIRE(records.size() == 200);
  constexpr std::array<std::string_view, 7> causes{
      "right", "luck", "form", "never_retrieved", "bridge_unused", "next_not_asked", "found_not_answered"};
  const mhqa_test::scratch folder;
  std::string lines;
  std::vector<std::string_view> wanted;
  for (std::size_t i = 0; i < records.size(); ++i) {
    mhqa_test::rollout_damager damage{records[i], 7};
    for (std::size_t n = 0; n < 25; ++n) {
      const mhqa_test::json& other = records[(i + 1 + n) % records.size()];
      const auto [line, cause] = damage.write(causes[n % causes.size()], other["answer"].string());
      lines += line + '\n';
      wanted.push_back(cause);
    }
  }
  const std::string path = folder.write("rollouts.jsonl", lines).string();
  const io::rollout_golds golds{file->string(), mhqa::dialects::musique, musique_layout()};
  mhqa::thread_pool threads{2};
  std::size_t at = 0, right = 0;
  const char* const wrong_file = std::getenv("MHQA_SHOW_WRONG");
  const io::rollout_run run =
      io::analyze_rollouts(path, golds, mhqa::document_match::text, threads, [&](const io::analyzed_rollout& one) {
        const std::string_view found = mhqa::rollout_cause_names[static_cast<std::size_t>(one.finding.cause)];
        right += found == wanted[at] ? 1 : 0;
        if (found != wanted[at] && wrong_file != nullptr) {
          std::printf("%zu %s: %s, found %s\n", at, std::string{one.line.parsed.id}.c_str(),
                      std::string{wanted[at]}.c_str(), std::string{found}.c_str());
        }
        ++at;
      });
  CHECK(at == 5000);
  CHECK(run.summary.all.count() == 5000);
  CHECK(run.without_gold == 0);
  CHECK(run.not_rolled == 0);
  MESSAGE(right, " of 5000");
  CHECK(right >= 4950);
}
