// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of progress.hpp.
#pragma once

#include <mhqa/io/progress.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void progress_line::operator()(std::uint64_t done) {
  if (!line_.shown() || done % 1024 != 0) return;
  line_.write_if_due([&](std::FILE* to, double seconds) {
    return std::fprintf(to, "\r%s: %llu, %.0f a second", line_.about(), static_cast<unsigned long long>(done),
                        static_cast<double>(done) / seconds);
  });
}

MHQA_INLINE void progress_bar::step() {
  const std::size_t done = done_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!line_.shown()) return;
  const std::unique_lock lock{mutex_, std::try_to_lock};
  if (!lock) return;
  line_.write_if_due([&](std::FILE* to, double seconds) {
    const std::size_t all = std::max<std::size_t>(tasks_, 1);
    const double rate = static_cast<double>(done) / seconds;
    const std::string bar(20 * std::min(done, all) / all, '=');
    return std::fprintf(to, "\r%s [%-20s] %3zu %%, %.1f tasks a second, %.0f s left ", line_.about(), bar.c_str(),
                        100 * done / all, rate, static_cast<double>(tasks_ - std::min(done, tasks_)) / rate);
  });
}

}  // namespace mhqa::inline v0_1::io
