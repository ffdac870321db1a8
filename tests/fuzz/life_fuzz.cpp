// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a title and a paragraph: a life that is read has possible dates in their order, each at its place.
#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/date/possible_days.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void check(const std::optional<mhqa::life_date>& found, std::string_view text) {
  if (!found) return;
  expect(mhqa::is_possible(found->date));
  expect(found->length > 0 && found->position + found->length <= text.size());
}

}  // namespace

// The first line is the title.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input{reinterpret_cast<const char*>(data), size};
  const std::size_t line = input.find('\n');
  const std::string_view title = input.substr(0, line);
  const std::string_view text = line == std::string_view::npos ? std::string_view{} : input.substr(line + 1);
  const mhqa::life_reading life = mhqa::read_life(title, text);
  for (const auto& date : {life.born, life.died, life.baptised, life.buried}) check(date, text);
  if (!life.person) expect(!life.born && !life.died && !life.baptised && !life.buried);
  if (life.born && life.died) expect(mhqa::detail::is_possible_life(life.born->date, life.died->date));
  expect(!mhqa::explain(life).empty());
  return 0;
}
