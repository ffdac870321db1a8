// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates as the command's `mhqa dates` reads and writes them, as plain dicts.
#pragma once

#include <mhqa/date/parse.hpp>
#include <mhqa/date/spelling.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace mhqa_python {

/// How spellings are read.
using date_reading = mhqa::spelling_options;

/// Returns {"year", "month", "day", "era"} of an exact date, {"from", "to"} of a span, {"edtf"} of other statements.
///
/// Errors: ValueError with what was expected and where; TypeError
[[nodiscard]] nanobind::dict parse_date(nanobind::handle date, const date_reading& how, const std::string& place);

/// Reads a tuple of dates. `plain` makes a string or a dict of a date that is not a string.
///
/// Errors: as parse_date, with the number of the date in the tuple, as in dates[3]
[[nodiscard]] nanobind::list parse_dates(const nanobind::tuple& dates, nanobind::handle plain, const date_reading& how);

/// Returns the EDTF spelling of a date; errors as parse_date.
[[nodiscard]] std::string date_edtf(nanobind::handle date, const date_reading& how, const std::string& place);

/// Returns {"order": "before"}, with "possible" for dates that are not exact.
[[nodiscard]] nanobind::dict compare_dates(nanobind::handle first, nanobind::handle second, const std::string& rule,
                                           const date_reading& how);

/// Returns {"years", "months", "days"}, or {"least": …, "most": …} if the difference is not certain.
[[nodiscard]] nanobind::dict subtract_dates(nanobind::handle first, nanobind::handle second, const std::string& rule,
                                            const date_reading& how);

/// Returns {"person", "born", "died", "why"} of a paragraph; dates are EDTF or None.
[[nodiscard]] nanobind::dict read_life(nanobind::handle title, nanobind::handle text, const std::string& place);

}  // namespace mhqa_python
