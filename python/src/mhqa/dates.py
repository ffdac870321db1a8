# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Dates with doubts and bounds: parse, compare and subtract them; read when people were born and died.

A date is a string ("12 July 1637", "c. 1593", EDTF, Wikidata's times), a dict as parse returns it, or a datetime.date.
Results are dicts equal to the lines of `mhqa dates … --json`.
"""

from __future__ import annotations

import datetime
from typing import Any, Iterable, Mapping, Union, overload

from . import _checks, _core
from ._golds import listed
from ._names import DateRule, NumberOrder

#: A date: a spelling, a dict as parse returns it, or a datetime.date.
DateLike = Union[str, Mapping[str, Any], datetime.date]

__all__ = ["compare", "difference", "edtf", "lives", "parse"]


@overload
def parse(  # type: ignore[overload-overlap]  # a string is no list of dates
    date: DateLike, *, numbers: NumberOrder | None = None, two_digit_years_from: int | None = None
) -> dict[str, Any]: ...
@overload
def parse(
    date: Iterable[DateLike], *, numbers: NumberOrder | None = None, two_digit_years_from: int | None = None
) -> list[dict[str, Any]]: ...
def parse(date: Any, *, numbers: NumberOrder | None = None, two_digit_years_from: int | None = None) -> Any:
    """Reads a date, or each of a list.

    numbers, "day-first" or "month-first", also reads 03/04/1999; two_digit_years_from=1900 reads '67 as 1967.

    Returns {"year": 1637, "month": 7, "day": 12, "era": "CE"} for an exact date, without unknown parts; {"from", "to"}
    for a span of two; {"edtf": "1593~"} for every other statement, with "calendar" if that is not Gregorian. Years are
    those of their era, from 1. For a list, a list of these.

    Raises ValueError with what was expected and where; a date is never read as less than it says.

    >>> parse("12 July 1637")
    {'year': 1637, 'month': 7, 'day': 12, 'era': 'CE'}
    >>> parse("c. 1593")
    {'edtf': '1593~'}
    """
    how = _reading(numbers, two_digit_years_from)
    if isinstance(date, (str, Mapping, datetime.date)) or not hasattr(date, "__iter__"):
        return _core.parse_date(_plain(date), *how, "date")
    return _core.parse_dates(tuple(listed(date, "dates")), _plain, *how)


def edtf(date: DateLike, *, numbers: NumberOrder | None = None, two_digit_years_from: int | None = None) -> str:
    """Returns a date in EDTF (ISO 8601-2); errors as parse.

    >>> edtf("before 1300")
    '../1300'
    """
    return _core.date_edtf(_plain(date), *_reading(numbers, two_digit_years_from), "date")


def compare(
    first: DateLike,
    second: DateLike,
    *,
    rule: DateRule = "final",
    numbers: NumberOrder | None = None,
    two_digit_years_from: int | None = None,
) -> dict[str, Any]:
    """Says which of two dates comes first.

    rule is the meaning of an unknown month or day of an exact date: "three-valued", "published" (HieraDate's program) or
    "final" (its data).

    Returns {"order": "before", "equal", "after" or "cannot tell"}; for dates that are not exact also "possible", the
    orders that are.

    >>> compare("c. 1637", "July 1650")["order"]
    'before'
    """
    _checks.text(rule, "rule")
    return _core.compare_dates(_plain(first), _plain(second), rule, *_reading(numbers, two_digit_years_from))


def difference(
    first: DateLike,
    second: DateLike,
    *,
    rule: DateRule = "final",
    numbers: NumberOrder | None = None,
    two_digit_years_from: int | None = None,
) -> dict[str, Any]:
    """Says how far two dates are apart, in years, months and days of the Gregorian calendar.

    Returns {"years", "months", "days"}; if the dates do not determine it, {"least": {…}, "most": {…}}, without "most"
    where nothing bounds it. rule is as for compare.

    >>> difference("22 August 1924", "1986-10-30")
    {'years': 62, 'months': 2, 'days': 8}
    """
    _checks.text(rule, "rule")
    return _core.subtract_dates(_plain(first), _plain(second), rule, *_reading(numbers, two_digit_years_from))


def lives(paragraphs: Iterable[Any]) -> list[dict[str, Any]]:
    """Reads when the people of encyclopedia paragraphs were born and died.

    paragraphs: dicts with "title" and "text", perhaps "id"; or pairs (title, text).

    Returns for each {"id" (where there is one), "person", "born", "died", "why"}: dates in EDTF, None where the text
    does not say, and a reason.

    >>> lives([("Harry Conor", "Harry Conor (c. 1856 - April 1931) was an American actor.")])[0]["born"]
    '1856~'
    """
    out: list[dict[str, Any]] = []
    for i, paragraph in enumerate(listed(paragraphs, "paragraphs")):
        where = f"paragraphs[{i}]"
        if isinstance(paragraph, Mapping):
            missing = [name for name in ("title", "text") if name not in paragraph]
            if missing:
                raise ValueError(f'{where}: expected a dict with "{missing[0]}"')
            life = _core.read_life(paragraph["title"], paragraph["text"], where)
            out.append({"id": paragraph["id"], **life} if "id" in paragraph else life)
            continue
        if not isinstance(paragraph, (tuple, list)) or len(paragraph) != 2:
            raise TypeError(f"{where}: expected a dict or a pair (title, text), found {type(paragraph).__name__}")
        out.append(_core.read_life(paragraph[0], paragraph[1], where))
    return out


def _plain(date: Any) -> Any:
    if isinstance(date, datetime.date) and isinstance(date.year, int):  # pandas' NaT has no year
        return f"{date.year:04}-{date.month:02}-{date.day:02}"
    return dict(date) if isinstance(date, Mapping) else date


def _reading(numbers: str | None, two_digit_years_from: int | None) -> tuple[str, int]:
    if numbers not in (None, "day-first", "month-first"):
        raise ValueError(f"numbers: expected day-first or month-first, found {numbers}")
    first = 0 if two_digit_years_from is None else _checks.whole(two_digit_years_from, "two_digit_years_from", 1, 9900)
    return numbers or "", first
