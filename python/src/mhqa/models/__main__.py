# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The commands: `python -m mhqa.models entities REQUESTS --out NOTES` and `… tags QUESTIONS --out TAGS`."""

import argparse
import sys

from . import entities, tags


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m mhqa.models", description="Write notes of models for mhqa.")
    commands = parser.add_subparsers(dest="command", required=True)
    entities.add_command(commands)
    tags.add_command(commands)
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
