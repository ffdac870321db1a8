# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Models for the stages of `mhqa compose`, run as `python -m mhqa.models COMMAND`.

`pip install 'mhqa[models]'` brings what entities and tags need; read and train need torch and transformers. Nothing is
downloaded at run time, except a reader that is named as one of a hub.
"""
