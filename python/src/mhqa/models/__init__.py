# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Models for the stages of `mhqa compose`, run as `python -m mhqa.models COMMAND`.

`pip install 'mhqa[models]'` brings what they need; nothing is downloaded at run time.
"""
