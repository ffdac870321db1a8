# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Trains one reader for each fold of requests: on all folds but two, validated on one, to answer the other.

Trivedi et al. 2022, Sec. 5, S3. `read --model 'DIR/fold{fold}'` answers each request with the reader of its fold.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import Any, Sequence

from .. import score_batch
from ._requests import Request, paragraphs_beside, read_requests
from ._resume import Progress, digest_of
from ._transformers import identity_of, need, training_of
from .read import Reader, add_reader_options, make_reader, positive, settings_of


def uses(requests: Sequence[Request], fold: int, folds: int) -> tuple[list[Request], list[Request]]:
    """Returns what the reader of a fold is trained on and validated on: the next fold validates, as in mhqa compose."""
    validated = (fold + 1) % folds
    train = [request for request in requests if request.fold not in (fold, validated)]
    return train, [request for request in requests if request.fold == validated]


def count_folds(requests: Sequence[Request], path: str) -> int:
    """Returns the number of folds.

    Raises ValueError for fewer than three and for a fold without requests.
    """
    found = {request.fold for request in requests}
    folds = max(found) + 1
    if folds < 3:
        raise ValueError(f"{path}: expected at least 3 folds, found {folds}")
    for fold in range(folds):
        if fold not in found:
            raise ValueError(f"{path}: expected requests of fold {fold}, found none")
    return folds


def mean_f1(reader: Reader, requests: Sequence[Request]) -> float:
    """Returns the mean answer F1 in MuSiQue's dialect."""
    said: list[str] = []
    for first in range(0, len(requests), reader.batch_size):
        said += [answer["answer"] for answer in reader.read(requests[first : first + reader.batch_size])]
    scores = score_batch(said, [request.golds for request in requests], dialect="musique")
    return float(sum(float(f1) for f1 in scores["f1"]) / len(requests))


def fit(
    reader: Reader, train: Sequence[Request], valid: Sequence[Request], chosen: argparse.Namespace, fold: int
) -> list[float]:
    """Trains a reader, leaves it with the weights of its best epoch, and returns the validation's F1 after each."""
    torch, model = need("torch"), reader.loaded.model
    examples, without = reader.examples(train)
    if not examples:
        raise ValueError(f"{chosen.requests}: fold {fold}: expected an answer in a supporting paragraph, found none")
    if without:
        print(f"fold {fold}: {without} of {len(train)} answers are not in their paragraphs", file=sys.stderr)
    per_epoch = -(-len(examples) // chosen.batch_size)
    steps, warm = per_epoch * chosen.epochs, max(1, per_epoch * chosen.epochs // 10)
    optimizer = torch.optim.AdamW(model.parameters(), lr=chosen.learning_rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
    )
    progress = Progress(f"fold {fold}: steps", steps)
    found: list[float] = []
    best: dict[str, Any] = {}
    done = 0
    for _ in range(chosen.epochs):
        model.train()
        order = torch.randperm(len(examples)).tolist()
        for first in range(0, len(order), chosen.batch_size):
            loss = reader.loss([examples[i] for i in order[first : first + chosen.batch_size]])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            done += 1
            progress.show(done)
        found.append(mean_f1(reader, valid))
        if found[-1] > max(found[:-1], default=-1.0):
            best = {name: values.detach().cpu().clone() for name, values in model.state_dict().items()}
    model.load_state_dict(best)
    progress.show(done, last=True)
    return found


def run(chosen: argparse.Namespace) -> None:
    requests = read_requests(chosen.requests, chosen.paragraphs)
    folds = count_folds(requests, chosen.requests)
    texts = chosen.paragraphs or paragraphs_beside(chosen.requests)
    about = {
        "folds": folds,
        "requests": digest_of(chosen.requests),
        "paragraphs": None if texts is None else digest_of(texts),
        "base": identity_of(chosen.model),
        "epochs": chosen.epochs,
        "learning_rate": chosen.learning_rate,
        "seed": chosen.seed,
        **settings_of(chosen),
    }
    for fold in range(folds):
        path = os.path.join(chosen.out, f"fold{fold}")
        note = training_of(path)
        if note is not None or os.path.exists(path):
            if note is None or {**about, "fold": fold} != {k: v for k, v in note.items() if k != "validation_f1"}:
                raise ValueError(f"{path}: expected a model of the same requests and options; remove it to begin again")
            print(f"fold {fold}: done already", file=sys.stderr)
            continue
        torch = need("torch")
        torch.manual_seed(chosen.seed * 1000 + fold)
        reader = make_reader(chosen.model, chosen, train=True)
        reader.check(requests, chosen.requests)
        train, valid = uses(requests, fold, folds)
        scores = fit(reader, train, valid, chosen, fold)
        print(f"fold {fold}: F1 on fold {(fold + 1) % folds} after each epoch: {scores}", file=sys.stderr)
        part = path + ".part"
        shutil.rmtree(part, ignore_errors=True)
        os.makedirs(part)
        reader.loaded.model.save_pretrained(part)
        reader.loaded.tokenizer.save_pretrained(part)
        with open(os.path.join(part, "mhqa.json"), "w", encoding="utf-8") as file:
            json.dump({**about, "fold": fold, "validation_f1": scores}, file, indent=1)
        os.replace(part, path)


def _rate(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0 and up to 1, found {text}")
    return value


def add_command(commands: Any) -> None:
    parser = commands.add_parser("train", help="train a reader for each fold of requests")
    add_reader_options(parser)
    parser.add_argument("--model", required=True, help="a folder or a hub's name of the model to begin with")
    parser.add_argument("--out", required=True, help="the folder of the readers fold0, fold1, …")
    parser.add_argument("--epochs", type=positive, default=2, help="(%(default)s); the best one is kept")
    parser.add_argument(
        "--learning-rate", type=_rate, default=3e-5, help="the highest, after a tenth of the steps (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=7, help="of new weights, order and dropout (%(default)s)")
    parser.set_defaults(run=run)
