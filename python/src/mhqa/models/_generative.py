# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Generative readers: sequence-to-sequence and causal models that write the answer, then the paragraph as [2]."""

from __future__ import annotations

import re
from typing import Any, Optional, Sequence

from ._requests import Request
from ._transformers import Loaded, need

PROMPT = """\
Answer the question in as few words as possible. If there are paragraphs, copy the answer from them and add the number \
of the paragraph, as in: Paris [2]

{{paragraphs}}
Question: {{question}}
Answer:"""
ANSWER_TOKENS = 48
SLOT = re.compile(r"\{\{(\w+)\}\}")


def read_prompt(path: Optional[str]) -> str:
    """Returns the prompt of a file, or the built-in one.

    Raises ValueError for a prompt without {{question}} or with an unknown slot.
    """
    if path is None:
        return PROMPT
    with open(path, encoding="utf-8") as file:
        text = file.read()
    slots = SLOT.findall(text)
    if "question" not in slots:
        raise ValueError(f"{path}: expected {{{{question}}}} in the prompt")
    for slot in slots:
        if slot not in ("question", "paragraphs"):
            raise ValueError(f"{path}: expected {{{{question}}}} and {{{{paragraphs}}}}, found {{{{{slot}}}}}")
    return text


def fill(prompt: str, request: Request, words: Optional[int] = None) -> str:
    """Returns the prompt of a request, with at most `words` words of each paragraph."""
    lines = []
    for number, (title, text) in enumerate(request.paragraphs):
        body = text if words is None else " ".join(text.split()[:words])
        lines.append(f"[{number}] {title}: {body}" if title else f"[{number}] {body}")
    slots = {"question": request.question, "paragraphs": "".join(line + "\n" for line in lines)}
    return SLOT.sub(lambda slot: slots[slot[1]], prompt)


def parse(reply: str, paragraphs: int) -> tuple[str, list[int], bool]:
    """Returns the answer, its support, and whether it named a paragraph that does not exist.

    >>> parse(" Jane Austen [1]\\nQuestion: x", 3)
    ('Jane Austen', [1], False)
    """
    lines = reply.strip().splitlines()
    line = lines[0].strip() if lines else ""
    support: list[int] = []
    while True:
        found = re.search(r"\s*\[(\d{1,9})\]\.?$", line)
        if not found:
            break
        support.insert(0, int(found[1]))
        line = line[: found.start()]
    known = sorted({number for number in support if number < paragraphs})
    return line.strip(), known, len(known) < len(set(support))


class Generative:
    """Reads with a model that writes text."""

    def __init__(self, loaded: Loaded, max_tokens: int, batch_size: int, prompt: str = PROMPT) -> None:
        self.loaded, self.prompt, self.batch_size = loaded, prompt, batch_size
        self.torch = need("torch")
        self.causal = not loaded.model.config.is_encoder_decoder
        # A causal model's answer shares the window with its prompt.
        limit = min(max_tokens, loaded.limit)
        self.max_tokens = limit - ANSWER_TOKENS if self.causal else limit
        if self.max_tokens < 8:
            raise ValueError(f"expected a window of at least {8 + limit - self.max_tokens} tokens, found {limit}")
        self.cut = 0  # requests whose paragraphs did not fit
        self.unknown = 0  # replies that name a paragraph that was not shown

    def check(self, requests: Sequence[Request], path: str) -> None:
        """Accepts every request."""

    def _chat(self, prompt: str) -> tuple[str, bool]:
        tokenizer = self.loaded.tokenizer
        if getattr(tokenizer, "chat_template", None) is None:
            return prompt, True
        turn = [{"role": "user", "content": prompt}]
        return tokenizer.apply_chat_template(turn, tokenize=False, add_generation_prompt=True), False

    def tokens_of(self, request: Request) -> list[int]:
        """Returns the prompt's tokens; paragraphs that do not fit lose their ends, all at the same word.

        Raises ValueError for a prompt that is too long without paragraphs.
        """

        def encode(words: Optional[int]) -> list[int]:
            text, special = self._chat(fill(self.prompt, request, words))
            return list(self.loaded.tokenizer(text, add_special_tokens=special)["input_ids"])

        whole = encode(None)
        if len(whole) <= self.max_tokens:
            return whole
        self.cut += 1
        fits, fails = 0, max([len(text.split()) for _, text in request.paragraphs], default=0) + 1
        out = encode(0)
        if len(out) > self.max_tokens:
            most = self.max_tokens
            raise ValueError(f"id {request.id}: expected a prompt of at most {most} tokens, found {len(out)}")
        while fails - fits > 1:
            middle = (fits + fails) // 2
            tokens = encode(middle)
            if len(tokens) <= self.max_tokens:
                fits, out = middle, tokens
            else:
                fails = middle
        return out

    def _padded(self, rows: Sequence[list[int]], value: int, left: bool) -> Any:
        size = max(len(row) for row in rows)
        full = [[value] * (size - len(row)) + row if left else row + [value] * (size - len(row)) for row in rows]
        return self.torch.tensor(full, device=self.loaded.device)

    def read(self, requests: Sequence[Request]) -> list[dict[str, Any]]:
        """Answers requests with the likeliest token at each step."""
        torch, tokenizer, model = self.torch, self.loaded.tokenizer, self.loaded.model
        model.eval()
        out: list[dict[str, Any]] = []
        for first in range(0, len(requests), self.batch_size):
            some = requests[first : first + self.batch_size]
            prompts = [self.tokens_of(request) for request in some]
            ids = self._padded(prompts, tokenizer.pad_token_id, self.causal)
            mask = self._padded([[1] * len(prompt) for prompt in prompts], 0, self.causal)
            with torch.no_grad():
                made = model.generate(
                    input_ids=ids,
                    attention_mask=mask,
                    do_sample=False,
                    num_beams=1,
                    max_new_tokens=ANSWER_TOKENS,
                    pad_token_id=tokenizer.pad_token_id,
                )
            for request, row in zip(some, made[:, ids.shape[1] :] if self.causal else made):
                reply = tokenizer.decode(row, skip_special_tokens=True)
                answer, support, unknown = parse(reply, len(request.paragraphs))
                self.unknown += unknown
                out.append({"id": request.id, "answer": answer, "support": support})
        return out

    def examples(self, requests: Sequence[Request]) -> tuple[list[Any], int]:
        """Returns the tokens of prompts and answers."""
        tokenizer, out = self.loaded.tokenizer, []
        for request in requests:
            target = request.golds[0] + "".join(f" [{number}]" for number in request.support)
            answer = list(tokenizer(" " + target if self.causal else target, add_special_tokens=False)["input_ids"])
            end = [] if tokenizer.eos_token_id is None else [tokenizer.eos_token_id]
            out.append((self.tokens_of(request), answer[: ANSWER_TOKENS - 1] + end))
        return out, 0

    def loss(self, examples: Sequence[Any]) -> Any:
        """Returns the loss of some examples; only the answers' tokens count."""
        pad = self.loaded.tokenizer.pad_token_id
        if self.causal:
            inputs = [prompt + answer for prompt, answer in examples]
            labels = [[-100] * len(prompt) + answer for prompt, answer in examples]
        else:
            inputs, labels = [prompt for prompt, _ in examples], [answer for _, answer in examples]
        return self.loaded.model(
            input_ids=self._padded(inputs, pad, False),
            attention_mask=self._padded([[1] * len(row) for row in inputs], 0, False),
            labels=self._padded(labels, -100, False),
        ).loss
