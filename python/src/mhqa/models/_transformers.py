# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Loads readers of transformers, from a folder or by a hub's name."""

from __future__ import annotations

import importlib
import json
import os
from typing import Any, NamedTuple, Optional

from ._resume import digest_of

KINDS = ("extractive", "generative")


def need(name: str) -> Any:
    """Imports a package that is not needed by the rest of mhqa."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(f"{name} is not installed; run pip install torch transformers") from None


class Loaded(NamedTuple):
    kind: str
    model: Any
    tokenizer: Any
    device: Any
    limit: int  # tokens that the model takes at once


def _kind_of(config: Any) -> Optional[str]:
    architectures = list(getattr(config, "architectures", None) or [])
    if any(name.endswith("ForQuestionAnswering") for name in architectures):
        return "extractive"
    if config.is_encoder_decoder or any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in architectures):
        return "generative"
    return None


def _limit_of(config: Any, tokenizer: Any) -> int:
    limits = [int(tokenizer.model_max_length)]
    positions = getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", None)
    # RoBERTa and its kin number positions from pad_token_id + 1 on.
    if positions and not config.is_encoder_decoder:
        offset = config.pad_token_id + 1 if config.model_type in ("roberta", "xlm-roberta", "longformer") else 0
        limits.append(int(positions) - offset)
    return min(limits)


def load(name: str, kind: Optional[str] = None, device: Optional[str] = None, train: bool = False) -> Loaded:
    """Loads a reader.

    kind is the reader's, if its configuration does not say it; a model without a head for questions can only be
    trained, as an extractive reader.

    Raises ValueError for a name without a model and for a model that cannot read.
    """
    torch, transformers = need("torch"), need("transformers")
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    try:
        config = transformers.AutoConfig.from_pretrained(name)
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        found = kind or _kind_of(config) or ("extractive" if train else None)
        if found is None:
            raise ValueError(f"{name}: expected a model with a head for answers, found {config.architectures}")
        if found == "extractive":
            make = transformers.AutoModelForQuestionAnswering
        elif config.is_encoder_decoder:
            make = transformers.AutoModelForSeq2SeqLM
        else:
            make = transformers.AutoModelForCausalLM
        model = make.from_pretrained(name)
    except (OSError, KeyError) as error:
        why = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ValueError(f"{name}: expected a folder or a hub's name of a model of transformers: {why}") from None
    if found == "extractive" and not tokenizer.is_fast:
        raise ValueError(f"{name}: expected a fast tokenizer, which an extractive reader needs")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    if tokenizer.pad_token_id is None:
        raise ValueError(f"{name}: expected a tokenizer with a token that pads or ends a text")
    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    torch.use_deterministic_algorithms(True, warn_only=True)
    return Loaded(found, model.to(where), tokenizer, where, _limit_of(config, tokenizer))


def training_of(name: str) -> Optional[dict[str, Any]]:
    """Returns what `python -m mhqa.models train` noted in the model's folder, if it made the model."""
    path = os.path.join(name, "mhqa.json")
    if not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8") as file:
        try:
            note = json.load(file)
        except ValueError as error:
            raise ValueError(f"{path}: expected JSON: {error}") from None
    if not isinstance(note, dict) or not isinstance(note.get("fold"), int) or not isinstance(note.get("requests"), str):
        raise ValueError(f'{path}: expected "fold" and "requests"')
    return note


def identity_of(name: str) -> dict[str, Any]:
    """Returns what tells one model from another: its name and, of a folder, the hashes of its files."""
    if not os.path.isdir(name):
        return {"name": name}
    paths = {file: os.path.join(name, file) for file in sorted(os.listdir(name))}
    return {"name": name, "files": {file: digest_of(path) for file, path in paths.items() if os.path.isfile(path)}}
