# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The commands of `python -m mhqa.models`: entities, tags, read and train."""

from __future__ import annotations

import argparse
import sys
from typing import Optional, Sequence

from . import entities, read, tags, train


def main(arguments: Optional[Sequence[str]] = None) -> int:
    about = "Write notes and answers of models for mhqa."
    parser = argparse.ArgumentParser(prog="python -m mhqa.models", description=about)
    commands = parser.add_subparsers(dest="command", required=True)
    entities.add_command(commands)
    tags.add_command(commands)
    read.add_command(commands)
    train.add_command(commands)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except (ValueError, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; run the same command to go on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
