// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See dates.hpp; the rooms date/ do the work.
#include "dates.hpp"

#include "gil_pause.hpp"
#include "texts.hpp"

#include <mhqa/date/calendar.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/spelling.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_rules.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/utf8.hpp>

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace mhqa_python {
namespace {

using mhqa::stated_date;

nb::str string_of(std::string_view text) {
  return nb::str(text.data(), text.size());
}

/// The first bytes of a text, cut between characters, without bytes that a message cannot hold.
std::string beginning(std::string_view text) {
  constexpr std::size_t longest = 100;
  const std::string_view start = mhqa::utf8::prefix(text, longest);
  return mhqa::printable(start) + (start.size() < text.size() ? "…" : "");
}

[[noreturn]] void throw_unread(const std::string& where, std::string_view expected, std::size_t position,
                               std::string_view text) {
  throw_value_error(
      {where}, std::string{expected} + " at position " + std::to_string(position) + " of \"" + beginning(text) + "\"");
}

stated_date read_spelling(std::string_view text, const date_reading& how, const std::string& where) {
  text = mhqa::trim_spelling(text);
  const auto date = mhqa::parse_spelling(text, how);
  if (date) return *date;
  throw_unread(where, date.expected, date.position, text);
}

std::optional<std::int64_t> number_in(const nb::dict& fields, const char* name, const std::string& where) {
  if (!fields.contains(name)) return std::nullopt;
  const nb::object value = fields[name];
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr()))
    throw_type_error({where + "[\"" + name + "\"]"}, "a whole number", value);
  std::int64_t out = 0;
  if (!nb::try_cast(value, out)) throw_value_error({where + "[\"" + name + "\"]"}, "a number below 2^63");
  return out;
}

std::string_view text_in(const nb::dict& fields, const char* name, const std::string& where, texts& kept) {
  if (!fields.contains(name)) return {};
  kept.add(fields[name], {where + "[\"" + name + "\"]"});
  return kept.views().back();
}

/// Refuses a misspelled member, without which a date would be read as less than it says.
void expect_members(const nb::dict& fields, std::initializer_list<std::string_view> known, const std::string& where) {
  for (const auto& [key, value] : fields) {
    std::string name;
    if (nb::try_cast(key, name) && std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string all;
    for (const std::string_view one : known) all.append(all.empty() ? "" : ", ").append(one);
    throw_value_error({where}, "no other members than " + all + "; found " + nb::repr(key).c_str());
  }
}

/// Reads the dicts that parse_date() returns for a single date.
stated_date read_fields(const nb::dict& fields, const std::string& where) {
  texts kept;
  if (fields.contains("edtf")) {
    expect_members(fields, {"edtf", "calendar"}, where);
    const std::string_view text = text_in(fields, "edtf", where, kept);
    const auto date = mhqa::parse_edtf(text);
    if (!date) throw_unread(where, date.expected, date.position, text);
    stated_date out = *date;
    const std::string_view calendar = text_in(fields, "calendar", where, kept);
    if (calendar.empty() || calendar == "gregorian") return out;
    if (calendar != "julian" && calendar != "dual") {
      throw_value_error({where}, "\"gregorian\", \"julian\" or \"dual\" as the calendar");
    }
    out.calendar = calendar == "julian" ? mhqa::calendar_model::julian : mhqa::calendar_model::dual;
    for (std::size_t i = 0; calendar == "julian" && i < out.count; ++i) {
      mhqa::date_term& term = out.term[i];
      if (term.day == 0 || term.masked != 0) continue;
      const auto day = mhqa::julian_day_from_number(mhqa::day_number({term.year, term.month, term.day}));
      term.year = static_cast<std::int16_t>(day.year);
      term.month = static_cast<std::uint8_t>(day.month);
      term.day = static_cast<std::uint8_t>(day.day);
    }
    return out;
  }
  auto year = number_in(fields, "year", where);
  if (!year) throw_value_error({where}, "a dict with \"year\" or \"edtf\"");
  expect_members(fields, {"year", "month", "day", "era"}, where);
  const std::string_view era = text_in(fields, "era", where, kept);
  if (!era.empty()) {
    if (era != "CE" && era != "BCE") throw_value_error({where}, "\"CE\" or \"BCE\" as the era");
    const auto astronomical = mhqa::astronomical_year(*year, era == "BCE" ? mhqa::era::bce : mhqa::era::ce);
    if (!astronomical) throw_value_error({where}, "a year of its era, from 1 to 32767");
    year = *astronomical;
  }
  const auto date = mhqa::make_date(*year, number_in(fields, "month", where).value_or(0),
                                    number_in(fields, "day", where).value_or(0));
  if (!date) throw_value_error({where}, std::string{date.expected});
  return mhqa::stated(*date);
}

/// Reads the dict that parse_date() returns for a span of two dates.
stated_date read_span(const nb::dict& fields, const std::string& where) {
  expect_members(fields, {"from", "to"}, where);
  std::array<stated_date, 2> ends;
  for (std::size_t i = 0; const char* const name : {"from", "to"}) {
    const std::string place = where + "[\"" + name + "\"]";
    if (!fields.contains(name)) throw_value_error({where}, "a dict with \"from\" and \"to\"");
    const nb::object end = fields[name];
    if (!PyDict_Check(end.ptr())) throw_type_error({place}, "a dict of a date", end);
    ends[i] = read_fields(nb::borrow<nb::dict>(end), place);
    if (ends[i].kind != mhqa::statement::date) throw_value_error({place}, "a single date as the end of a span");
    ++i;
  }
  if (ends[0].calendar != ends[1].calendar) throw_value_error({where}, "a span of two dates of one calendar");
  const stated_date span = mhqa::interval(ends[0].first(), ends[1].first(), ends[0].calendar);
  if (const auto read = mhqa::parse_edtf(mhqa::to_edtf(span).view()); !read) {
    throw_value_error({where}, std::string{read.expected});
  }
  return span;
}

stated_date read_date(nb::handle given, const date_reading& how, const std::string& where) {
  if (PyDict_Check(given.ptr())) {
    const auto fields = nb::borrow<nb::dict>(given);
    return fields.contains("from") || fields.contains("to") ? read_span(fields, where) : read_fields(fields, where);
  }
  if (!PyUnicode_Check(given.ptr())) throw_type_error({where}, "a string or a dict of a date", given);
  texts one;
  one.add(given, {where});
  return read_spelling(one.views()[0], how, where);
}

nb::dict dict_of(const stated_date& date) {
  nb::dict out;
  if (const auto exact = mhqa::exact(date); exact && date.calendar == mhqa::calendar_model::gregorian) {
    out["year"] = mhqa::historical_year(*exact);
    if (mhqa::has_month(*exact)) out["month"] = static_cast<int>(exact->month);
    if (mhqa::has_day(*exact)) out["day"] = static_cast<int>(exact->day);
    out["era"] = mhqa::era_of(*exact) == mhqa::era::ce ? "CE" : "BCE";
    return out;
  }
  out["edtf"] = string_of(mhqa::to_edtf(date).view());
  if (date.calendar != mhqa::calendar_model::gregorian) {
    out["calendar"] = date.calendar == mhqa::calendar_model::julian ? "julian" : "dual";
  }
  return out;
}

nb::dict dict_of(const mhqa::date_difference& time) {
  nb::dict out;
  out["years"] = time.years;
  out["months"] = time.months;
  out["days"] = time.days;
  return out;
}

/// Returns the name of a rule; ValueError for any other.
const std::string& known(const std::string& rule) {
  if (mhqa::with_date_rule(rule, [](auto) {})) return rule;
  throw_value_error({"rule"}, "one of three-valued, published, final; found " + rule);
}

}  // namespace

nb::dict parse_date(nb::handle given, const date_reading& how, const std::string& place) {
  const stated_date date = read_date(given, how, place);
  const auto ends = mhqa::ends_of(date);
  if (!ends) return dict_of(date);
  nb::dict out;
  out["from"] = dict_of(ends->first);
  out["to"] = dict_of(ends->second);
  return out;
}

nb::list parse_dates(const nb::tuple& given, nb::handle plain, const date_reading& how) {
  nb::list out;
  gil_pause pause;
  for (std::size_t i = 0; i < given.size(); ++i) {
    pause();
    const nb::object one = given[i];
    const nb::object date = PyUnicode_CheckExact(one.ptr()) ? one : plain(one);
    out.append(parse_date(date, how, "dates[" + std::to_string(i) + ']'));
  }
  return out;
}

std::string date_edtf(nb::handle given, const date_reading& how, const std::string& place) {
  return std::string{mhqa::to_edtf(read_date(given, how, place)).view()};
}

nb::dict compare_dates(nb::handle first, nb::handle second, const std::string& rule, const date_reading& how) {
  const stated_date x = read_date(first, how, "first"), y = read_date(second, how, "second");
  const auto [order, possible] = mhqa::compare_by_rule(known(rule), x, y);
  nb::dict out;
  out["order"] = string_of(to_string(order));
  nb::list all;
  if (possible.before) all.append("before");
  if (possible.equal) all.append("equal");
  if (possible.after) all.append("after");
  if (all.size() != 0) out["possible"] = all;
  return out;
}

nb::dict subtract_dates(nb::handle first, nb::handle second, const std::string& rule, const date_reading& how) {
  const stated_date x = read_date(first, how, "first"), y = read_date(second, how, "second");
  const mhqa::ruled_difference found = mhqa::subtract_by_rule(known(rule), x, y);
  if (found.certain) return dict_of(*found.certain);
  nb::dict out;
  out["least"] = dict_of(found.least);
  if (found.most) out["most"] = dict_of(*found.most);
  return out;
}

nb::dict read_life(nb::handle title, nb::handle text, const std::string& place) {
  texts given;
  given.add(title, {place + "[\"title\"]"});
  given.add(text, {place + "[\"text\"]"});
  const mhqa::life_reading life = mhqa::read_life(given.views()[0], given.views()[1]);
  const auto date = [](const std::optional<mhqa::life_date>& known) -> nb::object {
    return known ? nb::object{string_of(mhqa::to_edtf(known->date).view())} : nb::none();
  };
  nb::dict out;
  out["person"] = life.person;
  out["born"] = date(life.born);
  out["died"] = date(life.died);
  out["why"] = string_of(mhqa::explain(life));
  return out;
}

}  // namespace mhqa_python
