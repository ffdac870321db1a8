# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The built-in reader's net: what net= takes in read, condition, audit and compose, and what it refuses."""
import json
import os
import pathlib
import sys
import sysconfig

import pytest

import mhqa
from mhqa import _reader

ROOT = pathlib.Path(__file__).resolve().parents[2]
NET = ROOT / "share/reader.net"
GOLD = ROOT / "examples/data/musique/gold.jsonl"
POOL = ROOT / "examples/data/pool/pool.json"

pytestmark = pytest.mark.skipif(not NET.is_file(), reason="no checkout around the tests")


@pytest.fixture
def no_net(monkeypatch, tmp_path):
    """An environment without a net: none is named, none is installed."""
    monkeypatch.delenv("MHQA_READER_NET", raising=False)
    installed = pathlib.Path(sysconfig.get_path("data")) / "share/mhqa/reader.net"
    if installed.is_file():
        pytest.skip("a net is installed")
    return tmp_path


def judge_of_tails(**options):
    """The reader's name in the manifest of a composition."""
    made = mhqa.compose(POOL, seed=7, preset="released", until="connection", **options)
    return made.files["stages/connection.manifest.json"]


def test_the_name_of_the_net_stands_in_results(command):
    plain = mhqa.condition(GOLD)
    found = mhqa.condition(GOLD, net=NET)
    assert ", net " in found["reader"] and ", net " not in plain["reader"]
    assert found["reader"].startswith(plain["reader"])
    assert ", net " in judge_of_tails(net=NET) and ", net " not in judge_of_tails()
    assert found["reader"].split(", net ")[1] in judge_of_tails(net=str(NET))


def test_results_are_those_of_the_command(command):
    want = [json.loads(line) for line in command("read", GOLD, "--net", NET).splitlines()]
    assert mhqa.read(GOLD, net=NET) == want
    assert mhqa.read([json.loads(line) for line in GOLD.read_text().splitlines()], net=str(NET)) == want
    assert mhqa.audit(GOLD, net=NET).to_dict() == json.loads(command("audit", "--json", "--net", NET, GOLD))


def test_installed_is_what_the_environment_names(monkeypatch, command):
    monkeypatch.setenv("MHQA_READER_NET", str(NET))
    assert ", net " in mhqa.condition(GOLD, net="installed")["reader"]
    assert ", net " in judge_of_tails(net="installed")
    assert mhqa.audit(GOLD, net="installed") == mhqa.audit(GOLD, net=NET)
    assert mhqa.read(GOLD, net="installed") == mhqa.read(GOLD, net=NET)
    assert ", net " not in judge_of_tails()


def test_installed_is_beside_the_weights(monkeypatch, tmp_path):
    monkeypatch.delenv("MHQA_READER_NET", raising=False)
    monkeypatch.setattr(_reader.sysconfig, "get_path", lambda name: str(tmp_path))
    folder = tmp_path / "share" / "mhqa"
    folder.mkdir(parents=True)
    assert _reader.reader_of(None, None, "installed") == ("trained", "", "installed")
    (folder / "reader.net").write_bytes(b"")
    assert _reader.reader_of(None, None, "installed")[2] == str(folder / "reader.net")
    assert _reader.reader_of(None, None, pathlib.Path("installed"))[2] == "./installed"
    assert _reader.reader_of(None, None, None) == ("trained", "", "")


CALLS = {
    "read": lambda net: mhqa.read(GOLD, net=net),
    "condition": lambda net: mhqa.condition(GOLD, net=net),
    "audit": lambda net: mhqa.audit(GOLD, net=net),
    "compose": lambda net: mhqa.compose(POOL, seed=7, net=net),
}


@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_net_is_refused(call, no_net, command):
    cut, foreign = no_net / "cut.net", no_net / "foreign.net"
    cut.write_bytes(NET.read_bytes()[:-9])
    foreign.write_bytes((ROOT / "share/reader.weights").read_bytes())
    command_has = (pathlib.Path(os.environ.get("MHQA_COMMAND", sys.executable)).parents[1] / "share/mhqa/reader.net").is_file()
    for net, problem in (
        (cut, r"cut\.net.*checksum"),
        (foreign, r"foreign\.net.*expected the weights of a span net"),
        (no_net / "none.net", r"none\.net"),
        ("installed", r"expected a net, found none.*MHQA_READER_NET.*name a file"),
        ("", "net: expected a path"),
    ):
        if net == "installed" and command_has and call in ("read", "condition"):
            continue  # the command runs where it was built, beside its net
        with pytest.raises(ValueError, match=problem) as error:
            CALLS[call](net)
        assert "\n" not in str(error.value)
    with pytest.raises(TypeError, match="net: expected a path that is a string, found int"):
        CALLS[call](3)


def test_the_word_matcher_takes_no_net(command):
    for call in (lambda: mhqa.read(GOLD, reader="words", net=NET), lambda: mhqa.audit(GOLD, reader="words", net=NET)):
        with pytest.raises(ValueError, match="net: expected reader trained with it"):
            call()
