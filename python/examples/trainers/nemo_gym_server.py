# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""NeMo Gym: a resources server whose verify() rewards the last message by a rule of mhqa."""

import mhqa
from nemo_gym.base_resources_server import BaseVerifyRequest, BaseVerifyResponse, SimpleResourcesServer


class VerifyRequest(BaseVerifyRequest):
    expected_answer: str | list[str]


class AnswerServer(SimpleResourcesServer):
    async def verify(self, body: VerifyRequest) -> BaseVerifyResponse:
        parts = [part for item in body.response.output if item.type == "message" for part in item.content]
        text = "".join(part.text for part in parts if part.type == "output_text")
        reward = mhqa.compute_score(None, text, body.expected_answer, rule="em", extraction="boxed")
        return BaseVerifyResponse(**body.model_dump(), reward=reward)


if __name__ == "__main__":
    AnswerServer.run_webserver()
