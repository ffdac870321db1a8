# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments. Each error names the argument, what was expected and what was found."""

from __future__ import annotations

import math
import numbers
import operator
import os
import re
from typing import Any, Callable, Mapping, Sequence, TypeVar

T = TypeVar("T")


def text(value: Any, name: str) -> str:
    """Returns a string. Raises TypeError for another type, ValueError for lone surrogates."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, found {type(value).__name__}")
    if not _is_utf8(value):
        raise ValueError(f"{name}: expected a string of valid characters, found {value!r}")
    return value


def name(value: Any, argument: str) -> str:
    """Returns a text that is not empty; raises TypeError or ValueError for others."""
    if not text(value, argument):
        raise ValueError(f"{argument}: expected a name, found an empty text")
    return str(value)


def text_or_none(value: Any, name: str) -> str:
    """Returns a string that is not empty, or "" for None; errors as text()."""
    if value is None:
        return ""
    if text(value, name) == "":
        raise ValueError(f"{name}: expected a string that is not empty, or None")
    return str(value)


def profile(extraction: Any, tag: Any) -> str | None:
    """Returns an extraction as the compiled part names it, which has the name of the tags behind a colon.

    Raises as text_or_none(); ValueError for a tag without an extraction.
    """
    named = None if extraction is None else text(extraction, "extraction")
    if tag is None:
        return named
    if named is None:
        raise ValueError("tag: expected an extraction beside it, which looks for the tags")
    return f"{named}:{text_or_none(tag, 'tag')}"


def one_of(value: Any, name: str, known: Sequence[str | None]) -> None:
    """Raises TypeError for another type than that of the known values, ValueError for another value."""
    if value is None and None in known:
        return
    if text(value, name) not in known:
        raise ValueError(f"{name}: expected one of {', '.join(one for one in known if one)}, found {value}")


def items(values: Any, name: str) -> list[Any]:
    """Returns the items of an iterable other than a string or bytes; otherwise raises TypeError."""
    if isinstance(values, (str, bytes, bytearray)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: expected a list, found {type(values).__name__}")
    return list(values)


def whole(value: Any, name: str, least: int = 0, most: int = 2**64 - 1) -> int:
    """Returns an int. Raises TypeError for another type, also bool; ValueError for a number out of range."""
    try:
        found = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        found = None
    if found is None:
        raise TypeError(f"{name}: expected a whole number, found {type(value).__name__}")
    if not least <= found <= most:
        raise ValueError(f"{name}: expected a number from {least} to {most}, found {found}")
    return found


def number(value: Any, name: str, least: float = -math.inf, most: float = math.inf) -> float:
    """Returns a float. Raises TypeError for another type, also bool; ValueError for NaN and a number out of range."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: expected a number, found {type(value).__name__}")
    try:
        found = float(value)
    except OverflowError:
        raise ValueError(f"{name}: expected a number that a float can hold") from None
    if not least <= found <= most:
        limits = "" if least == -math.inf else f" from {least:g} to {most:g}"
        raise ValueError(f"{name}: expected a number{limits}, found {value}")
    return found


def path(given: Any, name: str) -> str:
    """Returns a path as a string. Raises TypeError for another type; ValueError for an empty path, a NUL, bytes that
    are not UTF-8, and "-", which the compiled part would take for standard input or output."""
    try:
        found = os.fspath(given)
    except TypeError:
        found = None
    if not isinstance(found, str):
        raise TypeError(f"{name}: expected a path that is a string, found {type(given).__name__}")
    bounds = (found.strip()[:1], found.strip()[-1:]) if isinstance(given, str) else ()
    if bounds in (("{", "}"), ("[", "]")):
        raise ValueError(f"{name}: expected a path or data, found a text that begins as JSON; json.loads makes it data")
    if found in ("", "-") or "\0" in found or not _is_utf8(found):
        raise ValueError(f"{name}: expected a path in UTF-8, without NUL, found {found!r}")
    return found


def part(given: Any) -> tuple[int, int]:
    """Returns the index and the count of (index, count) or "INDEX/COUNT"; otherwise raises ValueError."""
    most = 2**32 - 1
    try:
        index, count = map(int, given.split("/")) if isinstance(given, str) else given
        return whole(index, "index", 0, whole(count, "count", 1, most) - 1), int(count)
    except (TypeError, ValueError):
        raise ValueError(
            f"part: expected (index, count) with the index from 0 to count - 1, found {given!r}"
        ) from None


def record_id(value: Any, where: str) -> str | int:
    """Returns an id; raises TypeError for one that is neither a string nor a whole number."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{where}: expected an id that is a string or a number, found {type(value).__name__}")
    return value


def with_places(work: Callable[[], T], places: Mapping[str, Callable[[int], str]]) -> T:
    """Calls work(); in its errors, an argument's items have the names that the caller knows.

    places: the caller's name of item i by the argument's name.
    """
    try:
        return work()
    except (TypeError, ValueError) as error:
        found = re.match(r"(\w+)\[(\d+)\]", str(error))
        if found is None or found[1] not in places:
            raise
        message = places[found[1]](int(found[2])) + str(error)[found.end() :]
        raise (TypeError if isinstance(error, TypeError) else ValueError)(message) from None


def _is_utf8(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
