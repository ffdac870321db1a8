# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import collections
import ctypes
import random

import numpy
import pytest

import mhqa

COLUMNS = ["f1", "em", "precision", "recall", "common", "predicted", "gold", "which"]


def ids(*values):
    return numpy.array(values, dtype=numpy.int32)


def ragged(rows, offset=numpy.int32):
    values = numpy.array([x for row in rows for x in row], dtype=numpy.int32)
    return values, numpy.cumsum([0] + [len(row) for row in rows], dtype=offset)


def made_up(rows, longest, vocabulary, seed):
    draw = random.Random(seed)
    return [[draw.randrange(vocabulary) for _ in range(draw.randrange(longest + 1))] for _ in range(rows)]


def plain(prediction, gold):
    """SQuAD 1.1's rules: f1, em, precision, recall, common."""
    em = float(prediction == gold)
    common = sum((collections.Counter(prediction) & collections.Counter(gold)).values())
    if common == 0:
        return 0.0, em, 0.0, 0.0, 0
    precision, recall = common / len(prediction), common / len(gold)
    return 2 * precision * recall / (precision + recall), em, precision, recall, common


@pytest.mark.parametrize(
    "rows, longest, vocabulary",
    [(1, 3, 2), (300, 6, 5), (300, 40, 2), (40, 5000, 3), (40, 3000, 10**6), (500, 20, 2**31 - 1)],
)
@pytest.mark.parametrize("offset", [numpy.int32, numpy.int64])
def test_equals_plain_counting(rows, longest, vocabulary, offset):
    predictions = made_up(rows, longest, vocabulary, 1)
    golds = [p if i % 5 == 0 else g for i, (p, g) in enumerate(zip(predictions, made_up(rows, longest, vocabulary, 2)))]
    out = mhqa.token_f1(ragged(predictions, offset), ragged(golds, offset), dtype="float64")
    assert list(out) == COLUMNS
    want = [plain(p, g) for p, g in zip(predictions, golds)]
    assert list(zip(*(out[name].tolist() for name in COLUMNS[:5]))) == want
    assert out["predicted"].tolist() == [len(p) for p in predictions]
    assert out["gold"].tolist() == [len(g) for g in golds]
    assert not out["which"].any()
    narrow = mhqa.token_f1(ragged(predictions, offset), ragged(golds, offset))
    assert narrow["f1"].tolist() == out["f1"].astype(numpy.float32).tolist()


def test_several_golds_and_several_predictions_of_a_question():
    predictions = ragged([[1, 2], [3], [4], [5, 6]])  # two of each question
    golds = ragged([[1], [1, 2], [3, 9], [5, 6, 7]])  # three of the first, one of the second
    out = mhqa.token_f1(predictions, golds, gold_groups=ids(0, 3, 4), per_question=2, dtype="float64")
    assert out["em"].tolist() == [1, 0, 0, 0]
    assert out["f1"].tolist() == pytest.approx([1, 2 / 3, 0, 0.8])
    assert out["which"].tolist() == [1, 2, 0, 0]


def test_marks_leave_ids_out_and_close_answers():
    marks = numpy.array([2, 2, 1, 0, 0], dtype=numpy.uint8)  # 0 yes, 1 no, 2 "the"
    predictions = ragged([[2, 3], [0, 3], [0], [1]])
    golds = ragged([[3, 2, 2], [0], [2, 0], [0]])
    out = mhqa.token_f1(predictions, golds, marks=marks, dialect="hotpotqa", dtype="float64")
    assert out["em"].tolist() == [1, 0, 1, 0]
    assert out["f1"].tolist() == [1, 0, 1, 0]
    assert out["gold"].tolist() == [1, 1, 1, 1]


def test_slices_are_rows_too():
    values = ids(9, 9, 1, 2, 3)
    out = mhqa.token_f1((values, ids(2, 4, 5)), (values, ids(2, 4, 4)))
    assert out["em"].tolist() == [1, 0]


def test_read_only_arrays_are_read():
    values, offsets = ragged([[1, 2], [3]])
    for array in (values, offsets):
        array.flags.writeable = False
    assert mhqa.token_f1((values, offsets), [values, offsets])["em"].tolist() == [1, 1]


class ByDlpack:
    """An array that offers nothing but DLPack."""

    def __init__(self, array):
        self.array, self.asked = array, 0

    def __dlpack__(self, **arguments):
        self.asked += 1
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_by_dlpack():
    values, offsets = map(ByDlpack, ragged([[1, 2], [3]]))
    assert mhqa.token_f1((values, offsets), (values, offsets))["em"].tolist() == [1, 1]
    assert values.asked == 2


def test_an_interruption_inside_dlpack_comes_through():
    class Interrupted(ByDlpack):
        def __dlpack__(self, **arguments):
            raise KeyboardInterrupt

    values, offsets = ragged([[1, 2], [3]])
    with pytest.raises(KeyboardInterrupt):
        mhqa.token_f1((Interrupted(values), offsets), (values, offsets))


def test_tensors_of_pytorch():
    torch = pytest.importorskip("torch")
    values, offsets = torch.tensor([1, 2, 3], dtype=torch.int32), torch.tensor([0, 2, 3])
    out = mhqa.token_f1((values, offsets), (values.clone(), offsets))
    assert torch.from_numpy(out["em"]).sum() == 2
    f1 = torch.full((2,), -1.0)
    mhqa.token_f1((values, offsets), (values.clone(), offsets), out={"f1": f1})
    assert f1.tolist() == [1, 1]
    with pytest.raises(ValueError, match="int32, found int64"):
        mhqa.token_f1((values.long(), offsets), (values, offsets))
    with pytest.raises(ValueError, match="contiguous"):
        mhqa.token_f1((torch.arange(9, dtype=torch.int32)[::2], offsets), (values, offsets))


class OnGpu:
    """A DLPack tensor that says that it lies on a GPU."""

    class Tensor(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("device_type", ctypes.c_int32),
            ("device_id", ctypes.c_int32),
            ("ndim", ctypes.c_int32),
            ("code", ctypes.c_uint8),
            ("bits", ctypes.c_uint8),
            ("lanes", ctypes.c_uint16),
            ("shape", ctypes.POINTER(ctypes.c_int64)),
            ("strides", ctypes.POINTER(ctypes.c_int64)),
            ("byte_offset", ctypes.c_uint64),
            ("manager_ctx", ctypes.c_void_p),
            ("deleter", ctypes.c_void_p),
        ]

    def __init__(self, size, gpu=0, floats=False, address=64):
        self.gpu, self.stream = gpu, None
        self.shape = (ctypes.c_int64 * 1)(size)
        self.strides = (ctypes.c_int64 * 1)(1)
        kind = 2 if floats else 0
        self.tensor = self.Tensor(address, 2, gpu, 1, kind, 32, 1, self.shape, self.strides, 0, None, None)

    def __len__(self):
        return self.shape[0]

    def __dlpack__(self, stream=None):
        self.stream = stream
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.tensor), b"dltensor", None)

    def __dlpack_device__(self):
        return (2, self.gpu)


def gpu_present():
    try:
        import torch
    except ImportError:
        return False
    return mhqa.has_gpu_code and torch.cuda.is_available()


@pytest.mark.skipif(mhqa.has_gpu_code, reason="this build has code for GPUs")
def test_arrays_on_a_gpu_are_refused_by_a_build_without_code_for_it():
    rows = OnGpu(2), OnGpu(2)
    with pytest.raises(ValueError, match="predictions.values: expected an array on the CPU .*MHQA_PYTHON_CUDA=ON"):
        mhqa.token_f1(rows, rows)


def test_arrays_on_several_devices_are_refused():
    host, gpu = ragged([[1]]), (OnGpu(1), OnGpu(2))
    with pytest.raises(
        ValueError, match="one device, found predictions.values on GPU 0, predictions.offsets on the CPU"
    ):
        mhqa.token_f1((gpu[0], host[1]), host)
    with pytest.raises(ValueError, match="one device, .*golds.offsets on GPU 1"):
        mhqa.token_f1(gpu, (gpu[0], OnGpu(2, gpu=1)))
    for out in ({"f1": OnGpu(1, floats=True)}, {"f1": object()}):
        with pytest.raises((ValueError, TypeError), match=r"out\[f1\]: expected an array"):
            mhqa.token_f1(host, host, out=out)


def test_a_stream_is_for_a_gpu():
    host = ragged([[1]])
    with pytest.raises(ValueError, match="stream: expected None"):
        mhqa.token_f1(host, host, stream=0)


@pytest.mark.skipif(not mhqa.has_gpu_code or gpu_present(), reason="needs code for GPUs, and none to be there")
@pytest.mark.parametrize("stream, asked", [(None, 1), (0, 1), (2, 2), (4096, 4096)])
def test_without_a_driver_it_is_one_error_that_says_so(stream, asked):
    rows, f1 = (OnGpu(1), OnGpu(2, address=128)), OnGpu(1, floats=True, address=256)
    with pytest.raises(ValueError, match="expected arrays on a GPU that this build of mhqa can use"):
        mhqa.token_f1(rows, rows, out={"f1": f1}, stream=stream)
    assert [array.stream for array in (*rows, f1)] == [asked] * 3
    with pytest.raises(ValueError, match="out: expected the arrays to be written"):
        mhqa.token_f1(rows, rows)


@pytest.mark.skipif(not gpu_present(), reason="needs code for GPUs, PyTorch and a GPU")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("offset", [numpy.int32, numpy.int64])
def test_tensors_on_a_gpu_score_as_on_the_cpu(dtype, offset):
    import torch

    predictions = ragged(made_up(3000, 60, 50, 1) + made_up(20, 3000, 10**6, 2), offset)
    golds = ragged(made_up(3000, 60, 50, 3) + made_up(20, 3000, 10**6, 4), offset)
    wanted = mhqa.token_f1(predictions, golds, dtype=dtype)
    there = [tuple(torch.from_numpy(array).cuda() for array in rows) for rows in (predictions, golds)]
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        found = mhqa.token_f1(*there, dtype=dtype)
        f1 = torch.full((3020,), -1.0, dtype=getattr(torch, dtype), device="cuda")
        assert mhqa.token_f1(*there, dtype=dtype, out={"f1": f1})["f1"] is f1
    stream.synchronize()
    assert list(found) == COLUMNS
    for name in COLUMNS:
        assert found[name].cpu().numpy().tobytes() == wanted[name].tobytes()
    assert f1.cpu().numpy().tobytes() == wanted["f1"].tobytes()
    with pytest.raises(ValueError, match="golds.values: .* negative"):
        mhqa.token_f1(there[0], (there[1][0] - 100, there[1][1]))


def test_columns_are_written_into_arrays_of_the_caller():
    predictions, golds = ragged([[1, 2], [3], []]), ragged([[1], [3], [4]])
    all_columns = mhqa.token_f1(predictions, golds)
    f1, which = numpy.full(3, -1, "float32"), numpy.full(3, 9, "int32")
    out = {"f1": f1, "which": which}
    assert mhqa.token_f1(predictions, golds, out=out) is out
    assert f1.tolist() == all_columns["f1"].tolist()
    assert which.tolist() == [0, 0, 0]
    assert mhqa.token_f1(predictions, golds, out={}) == {}
    # By DLPack, and each half of one array.
    both = numpy.zeros((2, 3))
    mhqa.token_f1(predictions, golds, out={"em": both[0], "recall": ByDlpack(both[1])}, dtype="float64")
    assert both.tolist() == [[0, 1, 0], [1, 1, 0]]


READ_ONLY = numpy.zeros(2, "float32")
READ_ONLY.flags.writeable = False
SHARED = numpy.zeros(3, "float32")


@pytest.mark.parametrize(
    "out, error, message",
    [
        ([], TypeError, "out: expected a dict of arrays, found list"),
        ({"f2": numpy.zeros(2, "float32")}, ValueError, "out: expected no other columns than f1, em, precision"),
        ({1: numpy.zeros(2, "float32")}, ValueError, "out: expected no other columns"),
        ({"f1": None}, TypeError, r"out\[f1\]: expected an array"),
        ({"f1": [0.0, 0.0]}, TypeError, r"out\[f1\]: expected an array"),
        ({"f1": numpy.zeros(3, "float32")}, ValueError, r"out\[f1\]: expected 2 elements, found 3"),
        ({"f1": numpy.zeros(2)}, ValueError, r"out\[f1\]: expected elements of type float32, found float64"),
        ({"which": numpy.zeros(2, "int64")}, ValueError, r"out\[which\]: expected elements of type int32"),
        ({"f1": numpy.zeros(4, "float32")[::2]}, ValueError, r"out\[f1\]: expected a contiguous array"),
        ({"f1": numpy.zeros((1, 2), "float32")}, ValueError, r"out\[f1\]: expected one dimension"),
        ({"f1": READ_ONLY}, ValueError, r"out\[f1\]: expected a writable array"),
        ({"f1": b"12345678"}, ValueError, r"out\[f1\]: expected a writable array"),
        ({"f1": SHARED[:2], "em": SHARED[1:]}, ValueError, r"out\[f1\]: expected memory apart from that of out\[em\]"),
    ],
)
def test_bad_arrays_of_the_caller_are_refused(out, error, message):
    with pytest.raises(error, match=message):
        mhqa.token_f1(GOOD, GOOD, out=out)


def test_a_column_over_an_array_that_is_read_is_refused():
    values = VALUES.copy()
    with pytest.raises(ValueError, match=r"out\[which\]: expected memory apart from that of golds.values"):
        mhqa.token_f1(GOOD, (values, OFFSETS), out={"which": values[:2]})
    assert values.tolist() == VALUES.tolist()


VALUES, OFFSETS = ragged([[1, 2], [3]])
GOOD = (VALUES, OFFSETS)
MISALIGNED = numpy.frombuffer(b"\0" * 13, dtype=numpy.uint8)[1:].view(numpy.int32)
BAD = [
    (None, {}, TypeError, "predictions: expected a pair"),
    (7, {}, TypeError, "predictions: expected a pair"),
    (VALUES, {}, TypeError, "predictions: expected a pair"),
    ((VALUES,), {}, ValueError, "predictions: expected a pair"),
    ((VALUES, OFFSETS, OFFSETS), {}, ValueError, "predictions: expected a pair"),
    ((None, OFFSETS), {}, TypeError, "predictions.values: expected an array"),
    (([1, 2, 3], OFFSETS), {}, TypeError, "predictions.values: expected an array .*, found list"),
    (("abc", OFFSETS), {}, TypeError, "predictions.values: expected an array"),
    ((b"abc", OFFSETS), {}, ValueError, "predictions.values: expected elements of type int32"),
    ((VALUES, None), {}, TypeError, "predictions.offsets: expected an array"),
    ((VALUES.astype("int64"), OFFSETS), {}, ValueError, "elements of type int32, found int64"),
    ((VALUES.astype("uint32"), OFFSETS), {}, ValueError, "elements of type int32, found uint32"),
    ((VALUES.astype("float32"), OFFSETS), {}, ValueError, "elements of type int32, found float32"),
    ((VALUES.astype("bool"), OFFSETS), {}, ValueError, "elements of type int32, found bool8"),
    ((VALUES.astype("complex64"), OFFSETS), {}, (ValueError, TypeError), ""),
    ((VALUES.astype(">i4"), OFFSETS), {}, (ValueError, TypeError), ""),
    ((VALUES.astype("object"), OFFSETS), {}, (ValueError, TypeError), ""),
    ((VALUES.astype("U4"), OFFSETS), {}, (ValueError, TypeError), ""),
    ((numpy.zeros(3, "datetime64[s]"), OFFSETS), {}, (ValueError, TypeError), ""),
    ((numpy.zeros(3, [("a", "i4")]), OFFSETS), {}, (ValueError, TypeError), ""),
    ((MISALIGNED, OFFSETS), {}, ValueError, "aligned"),
    ((VALUES, OFFSETS.astype("int16")), {}, ValueError, "predictions.offsets: .* found int16"),
    ((VALUES, OFFSETS.astype("uint64")), {}, ValueError, "predictions.offsets: .* found uint64"),
    ((VALUES, OFFSETS.astype("int64")), {}, ValueError, "golds.offsets: expected .*int64.*, found int32"),
    ((numpy.zeros((1, 3), "int32"), OFFSETS), {}, ValueError, "one dimension, found 2"),
    ((numpy.int32(3).reshape(()), OFFSETS), {}, ValueError, "one dimension, found 0"),
    ((numpy.zeros(6, "int32")[::2], OFFSETS), {}, ValueError, "contiguous"),
    ((VALUES[::-1], OFFSETS), {}, ValueError, "contiguous"),
    ((numpy.broadcast_to(ids(1), 3), OFFSETS), {}, ValueError, "contiguous"),
    ((VALUES, ids()), {}, ValueError, "predictions.offsets: expected at least one"),
    ((VALUES, ids(0)), {}, ValueError, "predictions.offsets: expected at least one"),
    ((VALUES, ids(0, 3)), {}, ValueError, "predictions: expected 1 for each of 2 questions, found 1"),
    ((VALUES, ids(0, 2, 1)), {}, ValueError, "offsets that rise .* those of row 1 do not"),
    ((VALUES, ids(-1, 2, 3)), {}, ValueError, "those of row 0 do not"),
    ((VALUES, ids(0, 2, 4)), {}, ValueError, "at most 3; those of row 1 do not"),
    ((VALUES, ids(0, 2, 2**31 - 1)), {}, ValueError, "those of row 1 do not"),
    ((ids(1, -2, 3), OFFSETS), {}, ValueError, "ids of 0 or more; the one at 1 is negative"),
    (GOOD, {"golds": (VALUES, ids())}, ValueError, "golds.offsets: expected one offset more than rows"),
    (GOOD, {"golds": (VALUES, ids(0, 3))}, ValueError, "predictions: expected 1 for each of 1 questions, found 2"),
    (GOOD, {"golds": (ids(-1, 2, 3), OFFSETS)}, ValueError, "golds.values: .* negative"),
    (GOOD, {"gold_groups": ids()}, ValueError, "gold_groups: expected one offset more"),
    (GOOD, {"gold_groups": ids(0, 2, 2)}, ValueError, "gold_groups: expected at least one gold"),
    (GOOD, {"gold_groups": ids(0, 1, 3)}, ValueError, "gold_groups: expected offsets that rise"),
    (GOOD, {"gold_groups": [0, 1, 2]}, TypeError, "gold_groups: expected an array"),
    (GOOD, {"gold_groups": OFFSETS.astype("int64")}, ValueError, "gold_groups: .* found int64"),
    (GOOD, {"per_question": 0}, ValueError, "per_question: expected a number from 1"),
    (GOOD, {"per_question": 3}, ValueError, "predictions: expected 3 for each"),
    (GOOD, {"per_question": 2**64 - 1}, ValueError, ""),
    (GOOD, {"per_question": -1}, ValueError, "per_question: expected a number from 1"),
    (GOOD, {"per_question": 2**70}, ValueError, "per_question: expected a number from 1"),
    (GOOD, {"per_question": None}, TypeError, ""),
    (GOOD, {"per_question": 1.0}, TypeError, ""),
    (GOOD, {"marks": numpy.zeros(3, "uint8")}, ValueError, "marks: expected a mark for each of 4 ids, found 3"),
    (GOOD, {"marks": numpy.zeros(0, "uint8")}, ValueError, "marks: expected a mark for each id, found none"),
    (GOOD, {"marks": numpy.zeros(4, "int32")}, ValueError, "marks: expected elements of type uint8"),
    (GOOD, {"marks": b"\0\0"}, ValueError, "marks"),
    (GOOD, {"dialect": "hotpotqa"}, ValueError, "marks: expected marks that name the closed answers"),
    (GOOD, {"dialect": "cat"}, ValueError, "dialect: expected one of"),
    (GOOD, {"dtype": "int32"}, ValueError, "dtype: expected float32 or float64"),
]


@pytest.mark.parametrize("predictions, others, error, message", BAD)
def test_bad_calls(predictions, others, error, message):
    with pytest.raises(error, match=message or None):
        mhqa.token_f1(predictions, **{"golds": GOOD, **others})
