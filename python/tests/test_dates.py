# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import datetime

import numpy
import pytest

from mhqa import dates


@pytest.mark.parametrize(
    "text, found",
    [
        ("July 12, 1637", {"year": 1637, "month": 7, "day": 12, "era": "CE"}),
        (" 12 July 1637\n", {"year": 1637, "month": 7, "day": 12, "era": "CE"}),
        ("July 1637", {"year": 1637, "month": 7, "era": "CE"}),
        ("44 BC", {"year": 44, "era": "BCE"}),
        ("1637-07-00", {"year": 1637, "month": 7, "era": "CE"}),
        ("c. 1637", {"edtf": "1637~"}),
        ("before 1300", {"edtf": "../1300"}),
        ("1887 or 1893", {"edtf": "[1887,1893]"}),
        ("1593 - 1637", {"from": {"year": 1593, "era": "CE"}, "to": {"year": 1637, "era": "CE"}}),
        (datetime.date(1999, 3, 4), {"year": 1999, "month": 3, "day": 4, "era": "CE"}),
        (datetime.datetime(1999, 3, 4, 5, 6), {"year": 1999, "month": 3, "day": 4, "era": "CE"}),
    ],
)
def test_dates_are_read_as_the_command_does(text, found):
    assert dates.parse(text) == found
    assert dates.parse(dates.parse(text)) == found


def test_options_of_spellings():
    assert dates.parse("03/04/1999", numbers="day-first")["month"] == 4
    assert dates.parse("03/04/1999", numbers="month-first")["month"] == 3
    assert dates.parse("12 July 67", two_digit_years_from=1900)["year"] == 1967
    assert dates.parse("12 July 67", two_digit_years_from=numpy.int64(1900))["year"] == 1967
    assert dates.edtf("c. July 1637") == "1637-07~"


def test_lists():
    assert dates.parse(["1637", "1638"]) == [{"year": 1637, "era": "CE"}, {"year": 1638, "era": "CE"}]
    with pytest.raises(ValueError, match=r'dates\[1\]: expected .* at position \d+ of "soon"'):
        dates.parse(["1637", "soon"])


@pytest.mark.parametrize(
    "date, error, message",
    [
        ("soon", ValueError, r'date: expected .* at position 0 of "soon"'),
        ("", ValueError, "date: expected"),
        ("30 February 1637", ValueError, "date: expected"),
        ("03/04/1999", ValueError, "date: expected"),
        ("\ud800", ValueError, "date: expected"),
        (3, TypeError, "date: expected a string or a dict of a date, found int"),
        (None, TypeError, "found NoneType"),
        ({}, ValueError, 'date: expected a dict with "year" or "edtf"'),
        ({"year": "x"}, TypeError, r'date\["year"\]: expected a whole number, found str'),
        ({"year": 10**30}, ValueError, "below 2"),
        ({"year": 1637, "month": 13}, ValueError, "date: expected"),
        ({"year": 0, "era": "CE"}, ValueError, "a year of its era"),
        ({"year": 1, "era": "AD"}, ValueError, '"CE" or "BCE"'),
        ({"edtf": "x"}, ValueError, "date: expected"),
        ({"edtf": "1637", "calendar": "x"}, ValueError, "as the calendar"),
        ({"year": True}, TypeError, r'date\["year"\]: expected a whole number, found bool'),
        ({"year": 1637, "month": True}, TypeError, r'date\["month"\]: expected a whole number, found bool'),
        ({"year": 1637, "mnoth": 7}, ValueError, "no other members than year, month, day, era; found 'mnoth'"),
        ({"edtf": "1637", "year": 1637}, ValueError, "no other members than edtf, calendar; found 'year'"),
        ({"from": {"year": 1593}}, ValueError, 'date: expected a dict with "from" and "to"'),
        ({"from": {"year": 1593}, "to": "1637"}, TypeError, r'date\["to"\]: expected a dict of a date, found str'),
        ({"from": {"from": {}}, "to": {}}, ValueError, r'date\["from"\]: expected a dict with "year" or "edtf"'),
        ({"from": {"edtf": "1593/1600"}, "to": {"year": 1637}}, ValueError, r'date\["from"\]: expected a single date'),
        ({"from": {"year": 1637}, "to": {"year": 1593}}, ValueError, "date: expected an end that is not before the"),
    ],
)
def test_what_is_no_date_is_refused(date, error, message):
    with pytest.raises(error, match=message):
        dates.parse(date)


def test_spans_are_read_as_they_are_written():
    for text in ("1593 - 1637", "c. 1593 - July 1637", "between 1593 and 1637"):
        assert dates.edtf(dates.parse(text)) == dates.edtf(text)
        assert dates.compare(dates.parse(text), "1700") == dates.compare(text, "1700")
    with pytest.raises(ValueError, match=r'first\["to"\]: expected'):
        dates.compare({"from": {"year": 1593}, "to": {}}, "1700")


def test_missing_dates_of_pandas_are_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="date: expected a string or a dict of a date, found NaTType"):
        dates.parse(pandas.NaT)
    with pytest.raises(TypeError, match=r"dates\[1\]: expected a string or a dict of a date, found NoneType"):
        dates.parse(pandas.to_datetime(pandas.Series(["1986-01-01", None])))


def test_differences():
    assert dates.difference("22 August 1924", "1986-10-30") == {"years": 62, "months": 2, "days": 8}
    assert dates.difference({"edtf": "1924-08-22"}, datetime.date(1986, 10, 30))["years"] == 62
    limits = dates.difference("1924", "1986", rule="three-valued")
    assert limits == {"least": {"years": 61, "months": 0, "days": 1}, "most": {"years": 62, "months": 11, "days": 30}}
    assert list(dates.difference("before 1300", "1400")) == ["least"]
    with pytest.raises(ValueError, match="second: expected"):
        dates.difference("1924", "x")
    with pytest.raises(ValueError, match="rule: expected one of three-valued, published, final; found x"):
        dates.difference("1924", "1986", rule="x")


def test_orders():
    assert dates.compare("May 12, 1990", "July 1637") == {"order": "after"}
    assert dates.compare("1637", "July 1637", rule="three-valued") == {"order": "cannot tell"}
    assert dates.compare("c. 1637", "July 1650") == {"order": "before", "possible": ["before"]}
    assert dates.compare("1887 or 1893", "1890")["possible"] == ["before", "after"]


def test_lives():
    text = "Harry Conor (c. 1856 - April 1931) was an American actor."
    found = {"person": True, "born": "1856~", "died": "1931-04", "why": "born: bracket; died: bracket"}
    assert dates.lives([("Harry Conor", text)]) == [found]
    assert dates.lives([{"id": "1", "title": "Harry Conor", "text": text}]) == [{"id": "1", **found}]
    assert dates.lives([("Warsaw", "Warsaw is a city.")])[0]["born"] is None
    with pytest.raises(ValueError, match=r'paragraphs\[1\]: expected a dict with "text"'):
        dates.lives([("a", "b"), {"title": "x"}])
    with pytest.raises(TypeError, match=r"paragraphs\[0\]: expected a dict or a pair"):
        dates.lives(["x"])
    with pytest.raises(TypeError, match=r'paragraphs\[0\]\["text"\]: expected a string, found int'):
        dates.lives([("x", 3)])


@pytest.mark.parametrize("options", [{"numbers": "x"}, {"two_digit_years_from": 0}, {"two_digit_years_from": 1.5}])
def test_bad_options(options):
    with pytest.raises((TypeError, ValueError), match=next(iter(options))):
        dates.parse("1637", **options)
