# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Extractive readers: the answer is the span with the highest sum of logits of its first and last token."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Optional, Sequence

from ._requests import Request
from ._transformers import Loaded, need

BEST = 20  # first and last tokens of a window that are combined
ANSWER_TOKENS = 30


class Passage(NamedTuple):
    """The paragraphs of a request as one text, and the span of each paragraph's own text in it."""

    text: str
    spans: list[tuple[int, int]]

    def paragraph_at(self, begin: int, end: int) -> Optional[int]:
        """Returns the paragraph whose text holds [begin, end), or None."""
        for number, (first, last) in enumerate(self.spans):
            if first <= begin < end <= last:
                return number
        return None


def passage_of(request: Request) -> Passage:
    """Joins the paragraphs of a request, each after its title."""
    text, spans = "", []
    for title, body in request.paragraphs:
        text += ("\n" if text else "") + (title + "\n" if title else "")
        spans.append((len(text), len(text) + len(body)))
        text += body
    return Passage(text, spans)


class Window(NamedTuple):
    """What the model sees at once: its inputs, and the place of each token in the passage (None: not of it)."""

    request: int
    inputs: dict[str, list[int]]
    places: list[Optional[tuple[int, int]]]


class Extractive:
    """Reads with a model with a head for the first and the last token of the answer."""

    def __init__(self, loaded: Loaded, max_tokens: int, batch_size: int) -> None:
        self.loaded, self.batch_size = loaded, batch_size
        self.max_tokens = min(max_tokens, loaded.limit)
        self.torch = need("torch")
        self.cut = 0  # questions that were too long

    def check(self, requests: Sequence[Request], path: str) -> None:
        """Raises ValueError for a request without paragraphs: there is nothing to extract."""
        for request in requests:
            if not request.paragraphs:
                raise ValueError(
                    f"{path}: id {request.id}: expected paragraphs, which an extractive reader needs; "
                    "use a generative one"
                )

    def windows(self, requests: Sequence[Request], passages: Sequence[Passage]) -> list[Window]:
        """Splits each passage into overlapping windows of at most max_tokens, each with the question."""
        tokenizer, out = self.loaded.tokenizer, []
        for number, (request, passage) in enumerate(zip(requests, passages)):
            question = request.question.strip()
            ends = tokenizer(question, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
            if len(ends) > self.max_tokens // 2:
                question = question[: ends[self.max_tokens // 2 - 1][1]]
                self.cut += 1
            made = tokenizer(
                question,
                passage.text,
                truncation="only_second",
                max_length=self.max_tokens,
                stride=self.max_tokens // 8,
                return_overflowing_tokens=True,
                return_offsets_mapping=True,
            )
            names = [name for name in tokenizer.model_input_names if name in made]
            for i in range(len(made["input_ids"])):
                of = made.sequence_ids(i)
                offsets = made["offset_mapping"][i]
                places = [tuple(at) if of[t] == 1 and at[0] < at[1] else None for t, at in enumerate(offsets)]
                out.append(Window(number, {name: list(made[name][i]) for name in names}, places))
        return out

    def tensors(self, windows: Sequence[Window]) -> dict[str, Any]:
        """Returns the padded inputs of some windows."""
        inputs = {name: [window.inputs[name] for window in windows] for name in windows[0].inputs}
        padded = self.loaded.tokenizer.pad(inputs, return_tensors="pt")
        return {name: values.to(self.loaded.device) for name, values in padded.items()}

    def read(self, requests: Sequence[Request]) -> list[dict[str, Any]]:
        """Answers requests; the answers do not depend on earlier calls."""
        torch, model = self.torch, self.loaded.model
        model.eval()
        passages = [passage_of(request) for request in requests]
        windows = self.windows(requests, passages)
        best: list[Optional[tuple[float, int, int, int]]] = [None] * len(requests)
        for first in range(0, len(windows), self.batch_size):
            some = windows[first : first + self.batch_size]
            with torch.no_grad():
                logits = model(**self.tensors(some))
            for row, window in enumerate(some):
                passage = passages[window.request]
                found = self._best_span(window, passage, logits.start_logits[row], logits.end_logits[row])
                old = best[window.request]
                if found is not None and (old is None or found[0] > old[0]):
                    best[window.request] = found
        out = []
        for request, passage, span in zip(requests, passages, best):
            answer: dict[str, Any] = {"id": request.id, "answer": "", "support": []}
            if span is not None:
                score, number, begin, end = span
                answer.update(answer=passage.text[begin:end], support=[number], confidence=round(score, 4))
            out.append(answer)
        return out

    def _best_span(
        self, window: Window, passage: Passage, starts: Any, ends: Any
    ) -> Optional[tuple[float, int, int, int]]:
        start = [float(x) for x in starts[: len(window.places)].float().cpu()]
        end = [float(x) for x in ends[: len(window.places)].float().cpu()]
        inside = {}
        for t, place in enumerate(window.places):
            number = None if place is None else passage.paragraph_at(*place)
            if number is not None and math.isfinite(start[t]) and math.isfinite(end[t]):
                inside[t] = number
        firsts = sorted(inside, key=lambda t: (-start[t], t))[:BEST]
        lasts = sorted(inside, key=lambda t: (-end[t], t))[:BEST]
        pairs = [
            (start[a] + end[b], -a, -b)
            for a in firsts
            for b in lasts
            if a <= b < a + ANSWER_TOKENS and inside[a] == inside[b]
        ] or [(start[t] + end[t], -t, -t) for t in inside]
        if not pairs:
            return None
        score, a, b = max(pairs)
        first, last = window.places[-a], window.places[-b]
        assert first is not None and last is not None
        return score, inside[-a], first[0], last[1]

    def examples(self, requests: Sequence[Request]) -> tuple[list[Any], int]:
        """Returns windows with the tokens of the answer, (0, 0) where a window lacks it, and how many have no span."""
        passages = [passage_of(request) for request in requests]
        spans = [_answer_span(request, passage) for request, passage in zip(requests, passages)]
        out: list[Any] = []
        for window in self.windows(requests, passages):
            span = spans[window.request]
            if span is None:
                continue
            first = [t for t, place in enumerate(window.places) if place and place[0] <= span[0] < place[1]]
            last = [t for t, place in enumerate(window.places) if place and place[0] < span[1] <= place[1]]
            out.append((window, first[0], last[0]) if first and last else (window, 0, 0))
        return out, sum(span is None for span in spans)

    def loss(self, examples: Sequence[Any]) -> Any:
        """Returns the loss of some examples."""
        inputs = self.tensors([window for window, _, _ in examples])
        at = [self.torch.tensor([e[i] for e in examples], device=self.loaded.device) for i in (1, 2)]
        return self.loaded.model(**inputs, start_positions=at[0], end_positions=at[1]).loss


def _answer_span(request: Request, passage: Passage) -> Optional[tuple[int, int]]:
    """Returns the first place of the answer, or of an alias, in a supporting paragraph."""
    for number in request.support:
        begin, end = passage.spans[number]
        for gold in request.golds:
            at = passage.text.find(gold, begin, end) if gold else -1
            if at >= 0:
                return at, at + len(gold)
    return None
