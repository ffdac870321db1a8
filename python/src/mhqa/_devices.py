# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays on GPUs, by DLPack: finds their GPU and stream, and makes new arrays on the same GPU."""

from __future__ import annotations

import sys
from typing import Any, Mapping

from . import _core

#: True if this build also scores arrays on CUDA GPUs.
has_gpu_code: bool = _core.has_gpu_code

_CUDA = 2  # DLPack's kDLCUDA


def gpu_of(arrays: Mapping[str, Any]) -> int | None:
    """Returns the number of the GPU of all arrays, or None for the CPU; raises ValueError if they differ."""
    places = {name: _gpu(array, name) for name, array in arrays.items() if array is not None}
    found = set(places.values())
    if len(found) > 1:
        spelled = ", ".join(f"{name} on {'the CPU' if gpu is None else f'GPU {gpu}'}" for name, gpu in places.items())
        raise ValueError(f"expected all arrays on one device, found {spelled}")
    gpu = found.pop() if found else None
    if gpu is not None and not has_gpu_code:
        raise ValueError(
            f"{next(iter(places))}: expected an array on the CPU (tensor.cpu() makes a copy): this build of mhqa has "
            "no code for GPUs, which pip install -C cmake.define.MHQA_PYTHON_CUDA=ON adds where there is nvcc"
        )
    return gpu


def stream_of(array: Any, gpu: int) -> int:
    """Returns PyTorch's current stream, or the default stream for other libraries, in DLPack's numbering."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        return torch.cuda.current_stream(gpu).cuda_stream or 1
    return 1


def on_stream(array: Any, stream: int, name: str) -> Any:
    """Returns the array as a DLPack capsule that is ready for work on the stream."""
    if array is None:
        return None
    try:
        return array.__dlpack__(stream=stream)
    except Exception as error:
        raise ValueError(f"{name}: expected an array that DLPack can pass on: {error}") from error


def empty_like(array: Any, size: int, dtype: str) -> Any:
    """Makes a new tensor on the device of a PyTorch tensor."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(array, torch.Tensor):
        raise ValueError("out: expected the arrays to be written, as only PyTorch's tensors can be made here")
    return array.new_empty((size,), dtype=getattr(torch, dtype))


def _gpu(array: Any, name: str) -> int | None:
    ask = getattr(array, "__dlpack_device__", None)
    if ask is None:
        return None
    try:
        kind, number = ask()
        return int(number) if int(kind) == _CUDA else None
    except Exception as error:
        raise ValueError(f"{name}: expected an array whose device DLPack can name: {error}") from error
