# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Each example of examples/clusters, in its engine, on 1 to 64 parts, with a worker that is killed: the report of one
run. Those with the mark `engine` need one: `scripts/test --clusters` installs them, `scripts/test --python` leaves
them out."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import types
from pathlib import Path
from typing import Any, Iterator

import pytest

import mhqa

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python/examples/clusters"
DATA = ROOT / "examples/data/hotpotqa"
FILES = ("hotpotqa", str(DATA / "predictions.json"), str(DATA / "gold.json"))
COUNTS = [1, 2, 8, 64]
RECORDS = 100_000


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return mhqa.evaluate(*FILES).to_dict()


def killing(mark: Path) -> Any:
    """Returns a function of (i, count) that evaluates a part, whose process is killed the first time that it is part 1.
    It is pickled by value: workers do not have this file."""
    name, files = str(mark), FILES

    def part(i: int, count: int) -> bytes:
        import os
        import signal

        import mhqa

        if i == 1 and not os.path.exists(name):
            open(name, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return mhqa.evaluate_part(*files, (i, count)).to_bytes()

    return part


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    sys.path.insert(0, str(EXAMPLES))
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {
        "PYTHONPATH": os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])}})
    yield ray
    ray.shutdown()
    sys.path.remove(str(EXAMPLES))


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_ray_tasks(ray: Any, whole: Any, count: int) -> None:
    assert load("ray_tasks").evaluate(*FILES, count).to_dict() == whole


@pytest.mark.engine
def test_ray_repeats_the_task_of_a_killed_worker(ray: Any, whole: Any, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    part = ray.remote(killing(mark))
    order = random.Random(8).sample(range(8), 8)
    assert mhqa.merge(ray.get([part.remote(i, 8) for i in order])).to_dict() == whole
    assert mark.exists()


@pytest.mark.engine
@pytest.mark.parametrize("actors", [0, 2])
@pytest.mark.parametrize("count", [1, 8])
def test_ray_data(ray: Any, whole: Any, count: int, actors: int) -> None:
    assert load("ray_data").evaluate(*FILES, count, actors).to_dict() == whole


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: Any) -> tuple[str, dict[str, Any]]:
    """100,000 records in four files, each of several row groups, and their evaluation by one run of the command, or by
    one call where MHQA_COMMAND names no command."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    answers = ["Emma", "Jane Austen", "the 1815 novel", "yes"]
    records = [{"id": f"q{i}", "question": f"Who is {i}?", "answer": answers[i % 4], "predicted": answers[i % 3],
                "supporting_facts": {"title": ["Emma", "Anne"], "sent_id": [i % 3, 0]}} for i in range(RECORDS)]
    folder = tmp_path_factory.mktemp("parquet")
    for i in range(4):
        table = pyarrow.Table.from_pylist(records[RECORDS // 4 * i : RECORDS // 4 * (i + 1)])
        parquet.write_table(table, folder / f"{i}.parquet", row_group_size=3000)
    predictions = {r["id"]: r["predicted"] for r in records}
    golds = [{"_id": r["id"], "answer": r["answer"],
              "supporting_facts": [list(fact) for fact in zip(*r["supporting_facts"].values())]} for r in records]
    if "MHQA_COMMAND" in os.environ:
        files = tmp_path_factory.mktemp("json")
        (files / "predictions.json").write_text(json.dumps({"answer": predictions, "sp": {}}))
        (files / "gold.json").write_text(json.dumps(golds))
        done = subprocess.run([os.environ["MHQA_COMMAND"], "eval", "hotpotqa", files / "predictions.json",
                               files / "gold.json", "--json"], check=True, capture_output=True, text=True)
        expected = json.loads(done.stdout)
    else:
        expected = mhqa.evaluate("hotpotqa", predictions, golds).to_dict()
    for kind in expected["missing"].values():
        kind.sort()  # keys say nothing of the order of the pieces
    return str(folder), expected


def dying(mark: Path, process: str) -> Any:
    """Returns what an example uses of mhqa, with parts that kill this process, or that of the executor whose Python it
    is, between add and to_bytes, the first time. It is pickled by value."""
    name = str(mark)

    def grow(*args: Any, **options: Any) -> Any:
        import os
        import signal

        import mhqa

        class Dying(mhqa.EvaluationPart):
            def to_bytes(self) -> bytes:
                if not os.path.exists(name):
                    open(name, "w").close()
                    pid = os.getpid()
                    for _ in range(0 if process == "worker" else 2):  # the daemon of Python, then the executor
                        pid = int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])
                    os.kill(pid, signal.SIGKILL)
                return super().to_bytes()

        return Dying(*args, **options)

    return types.SimpleNamespace(EvaluationPart=grow, Evaluation=mhqa.Evaluation, merge=mhqa.merge)


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_ray_batches(ray: Any, parquet: Any, count: int) -> None:
    folder, expected = parquet
    assert load("ray_batches").evaluate(folder, "m", count).to_dict() == expected


@pytest.mark.engine
def test_ray_batches_of_a_worker_that_dies(ray: Any, parquet: Any, tmp_path: Path) -> None:
    folder, expected = parquet
    example = load("ray_batches")
    example.mhqa = dying(tmp_path / "mark", "worker")
    assert example.evaluate(folder, "m", 16).to_dict() == expected
    assert (tmp_path / "mark").exists()


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = sql.SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_spark(spark: Any, whole: Any, count: int) -> None:
    assert load("spark").evaluate(spark, *FILES, count).to_dict() == whole


@pytest.mark.engine
def test_spark_repeats_the_task_of_a_killed_worker(spark: Any, whole: Any, tmp_path: Path) -> None:
    part = killing(tmp_path / "mark")
    found = spark.sparkContext.parallelize([(i, 8) for i in range(8)], 8).map(lambda pair: part(*pair)).collect()
    assert mhqa.merge(found).to_dict() == whole
    assert (tmp_path / "mark").exists()


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_spark_batches(spark: Any, parquet: Any, count: int) -> None:
    folder, expected = parquet
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "500")  # several batches a partition
    assert load("spark_batches").evaluate(spark, folder, "m", count).to_dict() == expected


@pytest.mark.engine
def test_spark_batches_of_a_worker_that_dies(spark: Any, parquet: Any, tmp_path: Path) -> None:
    folder, expected = parquet
    example = load("spark_batches")
    example.mhqa = dying(tmp_path / "mark", "worker")
    assert example.evaluate(spark, folder, "m", 8).to_dict() == expected
    assert (tmp_path / "mark").exists()


@pytest.mark.engine
def test_spark_batches_of_an_executor_that_dies(parquet: Any, tmp_path: Path) -> None:
    """In a process of its own, because a process has one Spark: two executors, each a process."""
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("no Java")
    folder, expected = parquet
    program = tmp_path / "program.py"
    program.write_text(f"""
import json, pathlib, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
import test_clusters
from pyspark import cloudpickle
from pyspark.sql import SparkSession
cloudpickle.register_pickle_by_value(test_clusters)
example = test_clusters.load("spark_batches")
cloudpickle.register_pickle_by_value(example)
example.mhqa = test_clusters.dying(pathlib.Path({str(tmp_path / "mark")!r}), "executor")
spark = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
         .config("spark.executorEnv.PYTHONPATH", {os.environ.get("PYTHONPATH", "")!r}).getOrCreate())
print(json.dumps(example.evaluate(spark, {folder!r}, "m", 8).to_dict()))
""")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYSPARK_PYTHON": sys.executable})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected
    assert (tmp_path / "mark").exists()
    assert "Lost executor" in done.stderr


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_datatrove(whole: Any, count: int, tmp_path: Path) -> None:
    pytest.importorskip("datatrove")
    evaluate = load("datatrove_tasks").evaluate
    folder = str(tmp_path / "parts")
    assert evaluate(*FILES, count, folder, workers=1).to_dict() == whole
    # A part that was lost is made again, and only that one.
    shutil.rmtree(f"{folder}/logs/completions")
    os.remove(f"{folder}/0.part")
    assert evaluate(*FILES, count, folder, workers=1).to_dict() == whole


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_dask(whole: Any, count: int) -> None:
    pytest.importorskip("dask.bag")
    assert load("dask_bag").evaluate(*FILES, count).to_dict() == whole


@pytest.mark.skipif("MHQA_COMMAND" not in os.environ, reason="MHQA_COMMAND names no command")
@pytest.mark.parametrize("count", [1, 8])
def test_slurm(whole: Any, count: int, tmp_path: Path) -> None:
    """The variables of a task are all that the script takes from Slurm."""
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "mhqa").symlink_to(Path(os.environ["MHQA_COMMAND"]).resolve())
    path = f"{bin}{os.pathsep}{os.environ['PATH']}"
    for i in range(count):
        subprocess.run(["bash", str(EXAMPLES / "slurm_array.sh"), *FILES, str(tmp_path / "parts")], check=True,
                       env={**os.environ, "PATH": path, "SLURM_ARRAY_TASK_ID": str(i),
                            "SLURM_ARRAY_TASK_COUNT": str(count)})
    assert mhqa.merge((tmp_path / "parts").glob("*.part")).to_dict() == whole


@pytest.mark.skipif("MHQA_COMMAND" not in os.environ, reason="MHQA_COMMAND names no command")
@pytest.mark.parametrize("count", [1, 8])
def test_slurm_composes(count: int, tmp_path: Path) -> None:
    """Every file is that of one piece."""
    bin = tmp_path / "bin"
    bin.mkdir()
    command = Path(os.environ["MHQA_COMMAND"]).resolve()
    (bin / "mhqa").symlink_to(command)
    path = f"{bin}{os.pathsep}{os.environ['PATH']}"
    options = [str(ROOT / "examples/data/pool/pool.json"), "--seed", "7", "--preset", "released"]
    for i in range(count):
        subprocess.run(["bash", str(EXAMPLES / "slurm_compose.sh"), str(tmp_path / "parts"), *options], check=True,
                       env={**os.environ, "PATH": path, "SLURM_ARRAY_TASK_ID": str(i),
                            "SLURM_ARRAY_TASK_COUNT": str(count)})
    parts = sorted(map(str, (tmp_path / "parts").glob("*.part")), reverse=True)
    subprocess.run([command, "compose", *options, "--out", tmp_path / "merged", "--merge", *parts], check=True)
    subprocess.run([command, "compose", *options, "--out", tmp_path / "whole"], check=True)
    made = {name: {file.relative_to(tmp_path / name): file.read_bytes()
                   for file in (tmp_path / name).rglob("*") if file.is_file()} for name in ("merged", "whole")}
    assert made["merged"] == made["whole"]
    assert len(made["whole"]) > 20


@pytest.fixture(scope="module")
def mpi_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("mpicxx") is None or shutil.which("mpirun") is None or "MHQA_TEST_MPI" not in os.environ:
        pytest.skip("no MPI, or MHQA_TEST_MPI is not set: the program takes half a minute to compile")
    program = tmp_path_factory.mktemp("mpi") / "evaluate_parts"
    subprocess.run(["mpicxx", "-std=c++20", "-O1", "-DFMT_SHARED", f"-I{ROOT / 'include'}",
                    str(ROOT / "examples/mpi/evaluate_parts.cpp"), "-lsimdjson", "-lfmt", "-o", str(program)], check=True)
    return program


@pytest.mark.engine
@pytest.mark.parametrize("count", COUNTS)
def test_mpi(mpi_program: Path, whole: Any, count: int) -> None:
    done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(count), str(mpi_program),
                           *FILES[1:]], check=True, capture_output=True, text=True, timeout=300)
    assert json.loads(done.stdout) == whole
