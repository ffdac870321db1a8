# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays on GPUs, by DLPack: which GPU they lie on, the stream on which they are ready, new ones beside them."""

from __future__ import annotations

import sys
from typing import Any, Mapping

from . import _core

#: Whether this build scores arrays on CUDA's GPUs, and not only those on the CPU.
has_gpu_code: bool = _core.has_gpu_code

_CUDA = 2  # DLPack's kDLCUDA


def gpu_of(arrays: Mapping[str, Any]) -> int | None:
    """The number of the GPU that all arrays lie on, None where they are the CPU's; ValueError where they differ."""
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
    """The stream on which PyTorch is working, the default one of other libraries; as DLPack numbers streams."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        return torch.cuda.current_stream(gpu).cuda_stream or 1
    return 1


def on_stream(array: Any, stream: int, name: str) -> Any:
    """The array as a capsule of DLPack, ready for what is started on the stream."""
    if array is None:
        return None
    try:
        return array.__dlpack__(stream=stream)
    except Exception as error:
        raise ValueError(f"{name}: expected an array that DLPack can pass on: {error}") from error


def empty_like(array: Any, size: int, dtype: str) -> Any:
    """A new tensor beside one of PyTorch's."""
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
