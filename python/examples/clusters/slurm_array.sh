#!/usr/bin/env bash
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# Slurm: an array of tasks, one a part, and a merge when all of them have ended well.
#   tasks=$(sbatch --parsable --array=0-63 slurm_array.sh hotpotqa predictions.json gold.json parts)
#   sbatch --dependency=afterok:"$tasks" --wrap 'mhqa merge parts/*.part --json > report.json'
# A task that failed can be run again alone (--array=17); each file appears whole or not at all.
set -euo pipefail
dataset=$1 predictions=$2 gold=$3 folder=$4
mkdir -p "$folder"
mhqa eval "$dataset" "$predictions" "$gold" \
  --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$folder/$SLURM_ARRAY_TASK_ID.part"
