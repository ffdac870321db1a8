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


def test_tensors_of_pytorch():
    torch = pytest.importorskip("torch")
    values, offsets = torch.tensor([1, 2, 3], dtype=torch.int32), torch.tensor([0, 2, 3])
    out = mhqa.token_f1((values, offsets), (values.clone(), offsets))
    assert torch.from_numpy(out["em"]).sum() == 2
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

    def __init__(self, size):
        self.shape = (ctypes.c_int64 * 1)(size)
        self.strides = (ctypes.c_int64 * 1)(1)
        self.tensor = self.Tensor(64, 2, 0, 1, 0, 32, 1, self.shape, self.strides, 0, None, None)

    def __dlpack__(self, **arguments):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.tensor), b"dltensor", None)

    def __dlpack_device__(self):
        return (2, 0)


def test_an_array_on_a_gpu_is_refused():
    good, gpu = ragged([[1]]), OnGpu(1)
    with pytest.raises(ValueError, match="predictions values: expected an array on the CPU"):
        mhqa.token_f1((gpu, good[1]), good)


VALUES, OFFSETS = ragged([[1, 2], [3]])
GOOD = (VALUES, OFFSETS)
MISALIGNED = numpy.frombuffer(b"\0" * 13, dtype=numpy.uint8)[1:].view(numpy.int32)
BAD = [
    (None, {}, TypeError, "predictions: expected a pair"),
    (7, {}, TypeError, "predictions: expected a pair"),
    (VALUES, {}, TypeError, "predictions: expected a pair"),
    ((VALUES,), {}, ValueError, "predictions: expected a pair"),
    ((VALUES, OFFSETS, OFFSETS), {}, ValueError, "predictions: expected a pair"),
    ((None, OFFSETS), {}, TypeError, "predictions values: expected an array"),
    (([1, 2, 3], OFFSETS), {}, TypeError, "predictions values: expected an array .*, found list"),
    (("abc", OFFSETS), {}, TypeError, "predictions values: expected an array"),
    ((b"abc", OFFSETS), {}, ValueError, "predictions values: expected elements of type int32"),
    ((VALUES, None), {}, TypeError, "predictions offsets: expected an array"),
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
    ((VALUES, OFFSETS.astype("int16")), {}, ValueError, "predictions offsets: .* found int16"),
    ((VALUES, OFFSETS.astype("uint64")), {}, ValueError, "predictions offsets: .* found uint64"),
    ((VALUES, OFFSETS.astype("int64")), {}, ValueError, "golds offsets: expected .*int64.*, found int32"),
    ((numpy.zeros((1, 3), "int32"), OFFSETS), {}, ValueError, "one dimension, found 2"),
    ((numpy.int32(3).reshape(()), OFFSETS), {}, ValueError, "one dimension, found 0"),
    ((numpy.zeros(6, "int32")[::2], OFFSETS), {}, ValueError, "contiguous"),
    ((VALUES[::-1], OFFSETS), {}, ValueError, "contiguous"),
    ((numpy.broadcast_to(ids(1), 3), OFFSETS), {}, ValueError, "contiguous"),
    ((VALUES, ids()), {}, ValueError, "predictions: expected at least one"),
    ((VALUES, ids(0)), {}, ValueError, "predictions: expected at least one"),
    ((VALUES, ids(0, 3)), {}, ValueError, "predictions: expected 1 for each of 2 questions, found 1"),
    ((VALUES, ids(0, 2, 1)), {}, ValueError, "offsets that rise .* those of row 1 do not"),
    ((VALUES, ids(-1, 2, 3)), {}, ValueError, "those of row 0 do not"),
    ((VALUES, ids(0, 2, 4)), {}, ValueError, "at most 3; those of row 1 do not"),
    ((VALUES, ids(0, 2, 2**31 - 1)), {}, ValueError, "those of row 1 do not"),
    ((ids(1, -2, 3), OFFSETS), {}, ValueError, "ids of 0 or more; the one at 1 is negative"),
    (GOOD, {"golds": (VALUES, ids())}, ValueError, "golds offsets: expected one offset more than rows"),
    (GOOD, {"golds": (VALUES, ids(0, 3))}, ValueError, "predictions: expected 1 for each of 1 questions, found 2"),
    (GOOD, {"golds": (ids(-1, 2, 3), OFFSETS)}, ValueError, "golds values: .* negative"),
    (GOOD, {"gold_groups": ids()}, ValueError, "gold_groups: expected one offset more"),
    (GOOD, {"gold_groups": ids(0, 2, 2)}, ValueError, "gold_groups: expected at least one gold"),
    (GOOD, {"gold_groups": ids(0, 1, 3)}, ValueError, "gold_groups: expected offsets that rise"),
    (GOOD, {"gold_groups": [0, 1, 2]}, TypeError, "gold_groups: expected an array"),
    (GOOD, {"gold_groups": OFFSETS.astype("int64")}, ValueError, "gold_groups: .* found int64"),
    (GOOD, {"per_question": 0}, ValueError, "predictions: expected 0 for each"),
    (GOOD, {"per_question": 3}, ValueError, "predictions: expected 3 for each"),
    (GOOD, {"per_question": 2**64 - 1}, ValueError, ""),
    (GOOD, {"per_question": -1}, TypeError, ""),
    (GOOD, {"per_question": 2**70}, TypeError, ""),
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
