#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""A policy that learns to name the right tokens, rewarded by token F1: REINFORCE with PyTorch on the CPU.

Each step draws G answers a question, scores all of them in one call of mhqa.token_f1 and pushes up those that beat
their question's mean. The tensors that PyTorch drew are read where they lie, and rewards come back without a copy.
"""

import sys

try:
    import torch
except ImportError:
    print("pytorch_loop: this example needs PyTorch (pip install torch)", file=sys.stderr)
    sys.exit(2)

import mhqa

QUESTIONS, VOCABULARY, LENGTH, GROUP, STEPS = 16, 40, 3, 32, 150


def main():
    torch.manual_seed(1)
    golds = torch.randint(VOCABULARY, (QUESTIONS, LENGTH), dtype=torch.int32)
    gold_offsets = torch.arange(QUESTIONS + 1, dtype=torch.int32) * LENGTH
    offsets = torch.arange(QUESTIONS * GROUP + 1, dtype=torch.int32) * LENGTH

    logits = torch.zeros(QUESTIONS, VOCABULARY, requires_grad=True)
    optimizer = torch.optim.Adam([logits], lr=0.1)
    means = []
    for step in range(STEPS):
        policy = torch.distributions.Categorical(logits=logits)
        drawn = policy.sample((GROUP * LENGTH,)).T.reshape(QUESTIONS * GROUP * LENGTH)
        scores = mhqa.token_f1((drawn.to(torch.int32), offsets), (golds.reshape(-1), gold_offsets), per_question=GROUP)
        reward = torch.from_numpy(scores["f1"]).reshape(QUESTIONS, GROUP)
        advantage = reward - reward.mean(dim=1, keepdim=True)
        chosen = policy.log_prob(drawn.reshape(QUESTIONS, GROUP * LENGTH).T).T.reshape(QUESTIONS, GROUP, LENGTH)
        loss = -(advantage.unsqueeze(2) * chosen).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        means.append(float(reward.mean()))
        if step % 30 == 0 or step == STEPS - 1:
            print(f"step {step:3}: mean F1 {means[-1]:.3f}")
    return 0 if means[-1] > means[0] + 0.3 else 1


if __name__ == "__main__":
    sys.exit(main())
