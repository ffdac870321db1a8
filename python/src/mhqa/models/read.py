# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Answers of a reader of transformers to requests/quality.jsonl, heads.jsonl and tails.jsonl of `mhqa compose`."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Iterator, Sequence, Union

from ._extractive import Extractive
from ._generative import Generative, read_prompt
from ._requests import Request, paragraphs_beside, read_requests
from ._resume import PartialFile, Progress, digest_of
from ._transformers import KINDS, identity_of, load, training_of

Reader = Union[Extractive, Generative]


def make_reader(name: str, chosen: argparse.Namespace, train: bool = False) -> Reader:
    """Loads the reader that the options describe."""
    loaded = load(name, chosen.kind, chosen.device, train)
    if loaded.kind == "extractive":
        if chosen.prompt is not None:
            raise ValueError("--prompt is for generative readers; this one is extractive")
        return Extractive(loaded, chosen.max_tokens, chosen.batch_size)
    return Generative(loaded, chosen.max_tokens, chosen.batch_size, read_prompt(chosen.prompt))


def check_fold(name: str, fold: int, requests: str) -> None:
    """Raises ValueError if `train` made the model, and for another fold or from other requests."""
    note = training_of(name)
    if note is None:
        return
    if note["requests"] != digest_of(requests):
        raise ValueError(f"{name}: expected a model trained for {requests}, found one trained for other requests")
    if note["fold"] != fold:
        raise ValueError(
            f"{name}: expected a model that answers fold {fold}, found that of fold {note['fold']}, which may have "
            "been trained on these questions; use --model with {fold}"
        )


def batches(requests: Sequence[Request], per_fold: bool, size: int) -> Iterator[tuple[int, list[Request]]]:
    """Yields the fold (-1: any) and the requests of each batch.

    The batches depend only on the requests, because padding may change the last bits of a model's numbers.
    """
    folds = sorted({request.fold for request in requests}) if per_fold else [-1]
    for fold in folds:
        of_fold = [request for request in requests if fold in (-1, request.fold)]
        for first in range(0, len(of_fold), size):
            yield fold, of_fold[first : first + size]


def answer(requests: Sequence[Request], chosen: argparse.Namespace, out: PartialFile) -> None:
    """Adds {"id", "answer", "support", "confidence"} to `out` for each request that it lacks."""
    per_fold = "{fold}" in chosen.model
    progress = Progress("answers", len(requests))
    progress.show(len(out.done))
    reader, loaded_fold, cut, unknown = None, None, 0, 0
    for fold, some in batches(requests, per_fold, chosen.batch_size):
        if all(request.id in out.done for request in some):
            continue
        if reader is None or fold != loaded_fold:
            reader, loaded_fold = make_reader(chosen.model.replace("{fold}", str(fold)), chosen), fold
            reader.check(requests, chosen.requests)
        cut, unknown = cut - reader.cut, unknown - getattr(reader, "unknown", 0)
        try:
            answers = reader.read(some)
        except ValueError as error:
            raise ValueError(f"{chosen.requests}: {error}") from None
        cut, unknown = cut + reader.cut, unknown + getattr(reader, "unknown", 0)
        for said in answers:
            if said["id"] not in out.done:
                out.add(said)
        out.flush()
        progress.show(len(out.done))
    progress.show(len(out.done), last=True)
    if cut:
        print(f"{cut} requests were longer than the model reads at once and were cut", file=sys.stderr)
    if unknown:
        print(f"{unknown} replies named a paragraph that was not shown; it was left out", file=sys.stderr)


def settings_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """Returns the options that change a reader's answers."""
    return {
        "kind": chosen.kind,
        "max_tokens": chosen.max_tokens,
        "batch_size": chosen.batch_size,
        "prompt": None if chosen.prompt is None else digest_of(chosen.prompt),
    }


def run(chosen: argparse.Namespace) -> None:
    requests = read_requests(chosen.requests, chosen.paragraphs)
    read_prompt(chosen.prompt)
    texts = chosen.paragraphs or paragraphs_beside(chosen.requests)
    names = {request.fold: chosen.model.replace("{fold}", str(request.fold)) for request in requests}
    for fold in sorted(names):
        check_fold(names[fold], fold, chosen.requests)
    about = {
        "requests": digest_of(chosen.requests),
        "paragraphs": None if texts is None else digest_of(texts),
        "models": [identity_of(name) for name in sorted(set(names.values()))],
        **settings_of(chosen),
    }
    out = PartialFile(chosen.out, about)
    answer(requests, chosen, out)
    out.finish(out.done[request.id] for request in requests)


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, found {text}")
    return value


def add_reader_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that `read` and `train` share."""
    parser.add_argument("requests", help="requests/quality.jsonl, heads.jsonl or tails.jsonl")
    parser.add_argument(
        "--paragraphs", help="the requests' paragraphs; default: STEM_paragraphs.jsonl or paragraphs.jsonl beside them"
    )
    parser.add_argument("--kind", choices=KINDS, help="default: what the model's configuration says")
    parser.add_argument("--prompt", help="a file with {{question}} and {{paragraphs}}, for generative readers")
    parser.add_argument(
        "--max-tokens", type=positive, default=512, help="tokens read at once, at most the model's limit (%(default)s)"
    )
    parser.add_argument("--batch-size", type=positive, default=16, help="requests at once (%(default)s)")
    parser.add_argument("--device", help="cpu, cuda, …; default: cuda where there is one")


def add_command(commands: Any) -> None:
    parser = commands.add_parser("read", help="answer requests with a reader of transformers")
    add_reader_options(parser)
    parser.add_argument(
        "--model", required=True, help="a folder or a hub's name; {fold} in it stands for the request's fold"
    )
    parser.add_argument("--out", required=True, help="the answers, for --connection-answers or --quality-answers")
    parser.set_defaults(run=run)
