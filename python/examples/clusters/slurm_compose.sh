#!/usr/bin/env bash
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Slurm: an array of tasks that compose, one a part of the pairs, and a run that merges them and goes on with S4.
#   tasks=$(sbatch --parsable --array=0-63 slurm_compose.sh parts dev-v1.1.json --seed 7)
#   sbatch --dependency=afterok:"$tasks" --wrap 'mhqa compose dev-v1.1.json --seed 7 --out composed --merge parts/*.part'
# Both take the same options. A task that failed can be run again alone (--array=17).
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
mhqa compose "$@" \
  --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$folder/$SLURM_ARRAY_TASK_ID.part"
