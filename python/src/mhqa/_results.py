# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The results of calls as plain objects."""

from __future__ import annotations

import copy
import html
import importlib
import itertools
import json
import math
from typing import Any, Callable, Mapping, Sequence

import numpy

from . import _core
from ._files_of_run import Files

#: The most that is printed of a table.
_MOST_ROWS, _MOST_COLUMNS = 60, 20

#: What stands for characters that LaTeX reads as commands.
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "\n": " ", **{one: "\\" + one for one in "&%$#_{}"},
}

#: Numbers by name; None is undefined.
Scores = Mapping[str, Any]


class Table:
    """An object with a table. It can be compared and pickled."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """Returns a copy of everything, as the command prints it with --json or writes it as the manifest."""
        return copy.deepcopy(self._data)

    def to_frame(self) -> Any:
        """Returns the table as a pandas DataFrame; needs pandas."""
        names, columns = self._table()
        pandas = importlib.import_module("pandas")
        return pandas.DataFrame(columns, index=names)

    def to_markdown(self) -> str:
        """Returns the whole table in Markdown."""
        head, rows = self._cells(lambda text: text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " "))
        lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)

    def to_latex(self) -> str:
        """Returns the whole table in LaTeX; needs the package booktabs."""
        head, rows = self._cells(lambda text: "".join(_LATEX.get(one, one) for one in text))
        body = [" & ".join(line) + " \\\\" for line in rows]
        lines = [
            f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}", "\\toprule", " & ".join(head) + " \\\\", "\\midrule", *body,
            "\\bottomrule", "\\end{tabular}",
        ]
        return "".join(f"{line}\n" for line in lines)

    def _cells(self, escape: Callable[[str], str]) -> tuple[list[str], list[list[str]]]:
        names, columns = self._table()
        rows = [
            [escape(str(name)), *(escape(_shown(values[i])) for values in columns.values())]
            for i, name in enumerate(names)
        ]
        return ["", *(escape(str(name)) for name in columns)], rows

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        raise NotImplementedError

    def _caption(self) -> str:
        raise NotImplementedError

    def _whole(self) -> tuple[Any, ...]:
        return (self._data,)

    def _shown_table(self) -> tuple[list[str], dict[str, list[Any]], str]:
        """The first rows and columns of the table, and what is left out."""
        names, columns = self._table()
        left = [
            f"{size - most:,} more {what}"
            for what, size, most in (("rows", len(names), _MOST_ROWS), ("columns", len(columns), _MOST_COLUMNS))
            if size > most
        ]
        return names[:_MOST_ROWS], dict(itertools.islice(columns.items(), _MOST_COLUMNS)), ", ".join(left)

    def _repr_html_(self) -> str:
        names, columns, left = self._shown_table()
        head = "".join(f"<th>{html.escape(str(name))}</th>" for name in ["", *columns])
        body = "".join(
            f"<tr><th>{html.escape(name)}</th>"
            + "".join(f"<td>{html.escape(_shown(values[i]))}</td>" for values in columns.values())
            + "</tr>"
            for i, name in enumerate(names)
        )
        caption = f"<caption>{html.escape(self._caption())}</caption>"
        more = f"<p>{left}</p>" if left else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def __repr__(self) -> str:
        names, columns, left = self._shown_table()
        shown = [[name, *(_shown(values[i]) for values in columns.values())] for i, name in enumerate(names)]
        lines = [["", *map(str, columns)], *shown] if len(columns) > 1 else shown
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))] if lines else []
        table = "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)
        return f"{self._caption()}\n{table}" + (f"\n({left})" if left else "")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Table):
            return NotImplemented
        return self._whole() == other._whole()

    __hash__ = None  # type: ignore[assignment]


class Result(Table):
    """The object that the command prints with --json, with its members as attributes."""

    def __init__(self, data: dict[str, Any], official: str = "", rows: list[dict[str, Any]] | None = None) -> None:
        super().__init__(data)
        #: The output of the published program; empty for data sets without such a program.
        self.official = official
        #: Each question's scores, if they were asked for.
        self.rows = rows

    @property
    def scores(self) -> dict[str, Any]:
        """Unrounded numbers by the names of the published program; None if undefined."""
        return dict(self._data["scores"])

    @property
    def signature(self) -> str:
        """One line that names every choice and the data."""
        return str(self._data["signature"])

    def rows_frame(self) -> Any:
        """Returns the rows as a pandas DataFrame, a line per question; needs pandas.

        Raises ValueError if rows were not asked for.
        """
        if self.rows is None:
            raise ValueError("rows: expected a result that was computed with rows=True")
        return importlib.import_module("pandas").DataFrame(self.rows)

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        scores = self.scores
        return list(scores), {"value": list(scores.values())}

    def _caption(self) -> str:
        return self.signature

    def _whole(self) -> tuple[Any, ...]:
        return (self._data, self.official, self.rows)


class Evaluation(Result):
    """The result of evaluate()."""

    @property
    def dataset(self) -> str:
        return str(self._data["dataset"])

    @property
    def dialect(self) -> str:
        return str(self._data["dialect"])

    @property
    def counts(self) -> dict[str, int]:
        """Questions, and those without predictions."""
        return dict(self._data["counts"])

    @property
    def missing(self) -> dict[str, list[str]]:
        """Ids without a prediction, by the kind that is missing."""
        return copy.deepcopy(self._data["missing"])

    @property
    def ignored_predictions(self) -> int:
        """The number of predictions whose ids the gold data lack."""
        return int(self._data["ignored_predictions"])

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """The ends of the interval of each mean over questions, in the scores' units; empty unless asked for."""
        return {name: (ends[0], ends[1]) for name, ends in self._data.get("intervals", {}).items()}

    def add_intervals(self, rows: Sequence[Mapping[str, Any]], level: float) -> None:
        """Adds the intervals of the scores that are means of the rows' numbers, at this level."""
        found: dict[str, list[float]] = {}
        for name, score in self._data["scores"].items():
            values = [row[name] for row in rows if isinstance(row.get(name), (int, float))]
            if not values or score is None:
                continue
            mean = math.fsum(values) / len(values)
            scale = next((one for one in (1.0, 100.0) if math.isclose(mean * one, score, abs_tol=1e-9)), None)
            if scale is not None:
                ends = _core.mean_interval(numpy.array(values, dtype="float64"), level, 10_000, 12345)
                found[name] = [end * scale for end in ends]
        self._data["intervals"] = found

    @property
    def groups(self) -> dict[str, dict[str, Any]]:
        """Scores, counts and signature for each value of the field `by`; empty without one."""
        return copy.deepcopy(self._data["by"]["groups"]) if "by" in self._data else {}

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        names = list(self._data["scores"])
        columns = {"all": list(self._data["scores"].values())}
        for value, group in self.groups.items():
            column = value if value not in columns else f"{self._data['by']['field']}: {value}"
            columns[column] = [group["scores"].get(name) for name in names]
        return names, columns

    def _caption(self) -> str:
        return f"{self.dataset}, rules of {self.dialect}, {next(iter(self.counts.values()), 0)} questions"


class Comparison(Result):
    """The result of compare()."""

    @property
    def baseline(self) -> str:
        return str(self._data["baseline"])

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """One dict per metric, group and model: baseline, system, difference, interval, bootstrap_p, randomization_p,
        holm_p, wins, losses, ties."""
        return copy.deepcopy(self._data["comparisons"])

    @property
    def unmatched(self) -> list[dict[str, Any]]:
        """One dict per model: model, missing (the number of questions without a prediction, by kind), and ignored (the
        number of predictions for other questions)."""
        return copy.deepcopy(self._data["unmatched"])

    @property
    def scores(self) -> dict[str, Any]:
        """The comparisons by name: the metric; then, where there are several, the group and the model in brackets."""
        several = len({line["model"] for line in self._data["comparisons"]}) > 1
        out = {}
        for line in self.comparisons:
            name = line["metric"]
            more = [line[key] for key in ("group",) if line.get(key)] + ([line["model"]] if several else [])
            out[f"{name} ({', '.join(more)})" if more else name] = line
        return out

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        lines = self.scores
        columns = ("questions", "baseline", "system", "difference", "interval", "randomization_p", "holm_p")
        return list(lines), {name: [line[name] for line in lines.values()] for name in columns}

    def _caption(self) -> str:
        return f"baseline {self.baseline}, {self._data['samples']} samples, seed {self._data['seed']}"


class Dire(Result):
    """The result of dire()."""

    @property
    def kind(self) -> str:
        return str(self._data["kind"])

    @property
    def scores(self) -> dict[str, Any]:
        """The four numbers of each block: answer, supporting_paragraphs, supporting_sentences and their products."""
        return copy.deepcopy(self._data["scores"])

    @property
    def counts(self) -> dict[str, int]:
        return dict(self._data["counts"])

    @property
    def left_out(self) -> dict[str, int]:
        """The number of questions that could not be scored, by reason."""
        return dict(self._data["left_out"])

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        blocks = self._data["scores"]
        columns = ("f1", "em", "precision", "recall")
        return list(blocks), {name: [block[name] for block in blocks.values()] for name in columns}

    def _caption(self) -> str:
        return f"DiRe, {self.kind}, {self.counts['questions']} questions"


class Difference(Result):
    """The result of diff()."""

    @property
    def differences(self) -> list[dict[str, Any]]:
        """One dict per pair of numbers: a and b, the choices with the effect of each alone, and the reasons.

        not_explained is None, or {questions, because} for numbers that answers do not determine (support, evidence).
        """
        return copy.deepcopy(self._data["differences"])

    @property
    def scores(self) -> dict[str, Any]:
        """The difference of each number, b - a, by "NUMBER, RESULT"."""
        return {f"{one['a']['number']}, {one['b']['result']}": one["difference"] for one in self._data["differences"]}

    @property
    def signature(self) -> str:
        """The signatures of both results of the first difference."""
        return " / ".join(str(self._data["differences"][0][side]["signature"]) for side in ("a", "b"))

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        lines = self._data["differences"]
        return list(self.scores), {
            "a": [one["a"]["mean"] for one in lines],
            "b": [one["b"]["mean"] for one in lines],
            "difference": [one["difference"] for one in lines],
            "differing": [one["differing"] for one in lines],
            "unexplained": [
                one["unexplained"] + (one["not_explained"]["questions"] if one["not_explained"] else 0) for one in lines
            ],
        }

    def _caption(self) -> str:
        return f"{len(self._data['differences'])} differences"


class Audit(Table):
    """The result of audit()."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings by code; codes without a finding are there with 0."""
        return dict(self._data["counts"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Each finding: code, id of the question, step (from 1, or None) and detail."""
        return copy.deepcopy(self._data["findings"])

    @property
    def files(self) -> list[dict[str, Any]]:
        """Each part: path or name, layout, number of questions and of those without paragraphs."""
        return copy.deepcopy(self._data["files"])

    @property
    def questions(self) -> int:
        return int(self._data["questions"])

    @property
    def hops(self) -> int:
        """The number of steps of all questions."""
        return int(self._data["hops"])

    def findings_frame(self) -> Any:
        """Returns the findings as a pandas DataFrame, a line each; needs pandas."""
        columns = ["code", "id", "step", "detail"]
        return importlib.import_module("pandas").DataFrame(self._data["findings"], columns=columns)

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        counts = self._data["counts"]
        return list(counts), {"findings": list(counts.values())}

    def _caption(self) -> str:
        return f"{self.questions} questions, {self.hops} steps, {len(self._data['findings'])} findings"


class Probe(Table):
    """The result of probe()."""

    def __init__(self, data: dict[str, Any], files: Files) -> None:
        super().__init__(data)
        #: The texts of the files by name, read when they are asked for if they are in a folder.
        self.files = files

    @property
    def counts(self) -> dict[str, int]:
        """The number of questions, of those that were probed, and of the instances in each file."""
        return dict(self._data["counts"])

    @property
    def dropped(self) -> dict[str, int]:
        """The number of questions that were left out, or left unchanged by "adversarial: …", by reason."""
        return dict(self._data["dropped"])

    def instances(self, name: str = "probe") -> list[Any]:
        """Returns the records of a file: original, probe, transformed, probe_of_transformed, …"""
        found = [file for file in self.files if file in (name, f"{name}.json", f"{name}.jsonl")]
        if not found:
            raise ValueError(f"name: expected one of {', '.join(self.files)}, found {name}")
        return self.files.records(found[0])

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        counts = self._data["counts"]
        return list(counts), {"number": list(counts.values())}

    def _caption(self) -> str:
        return f"probe of {self._data['inputs'][0]['path']}, seed {self._data['seed']}"

    def _whole(self) -> tuple[Any, ...]:
        return (self._data, dict(self.files))


class Composition(Table):
    """The result of compose()."""

    def __init__(self, data: dict[str, Any], files: Files) -> None:
        super().__init__(data)
        #: The texts of the files by path in the folder, read when they are asked for if they are in a folder.
        self.files = files

    @property
    def stages(self) -> list[dict[str, Any]]:
        """Each stage: name, loaded (from an earlier run), counts ("in", "out", …), dropped by reason."""
        return copy.deepcopy(self._data["stages"])

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The number of questions by shape, then by part; zeros unless all stages were run."""
        return copy.deepcopy(self._data["questions"])

    def lines(self, part: str = "train", kind: str = "ans") -> list[str]:
        """Returns the questions of a part (train, dev, test) in MuSiQue's layout, a JSON text each, as in the file
        KIND/PART.jsonl. kind is ans or full, which has the unanswerable twins too.

        Raises ValueError if there is no such file, as in a run that ended before.
        """
        name = f"{kind}/{part}.jsonl"
        if name not in self.files:
            raise ValueError(f"{name}: expected one of {', '.join(self.files)}")
        return [line for line in self.files[name].split("\n") if line]

    def questions(self, part: str = "train", kind: str = "ans") -> list[dict[str, Any]]:
        """Returns the questions of a part as dicts; see lines()."""
        return [json.loads(line) for line in self.lines(part, kind)]

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        stages = self._data["stages"]
        return [one["name"] for one in stages], {
            name: [one["counts"].get(name, 0) for one in stages] for name in ("in", "out")
        }

    def _caption(self) -> str:
        return f"{sum(sum(parts.values()) for parts in self.counts.values())} composed questions"

    def _whole(self) -> tuple[Any, ...]:
        return (self._data, dict(self.files))


class Counts(Table):
    """Numbers by name, as check_decompositions() and check_questions() return them."""

    def __init__(self, data: dict[str, Any], rows: list[dict[str, Any]] | None = None) -> None:
        super().__init__(data)
        #: The findings of each item, if they were asked for.
        self.rows = rows

    @property
    def counts(self) -> dict[str, Any]:
        """The numbers by name; a dict for those that are told by reason."""
        return copy.deepcopy(self._data)

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        names, values = [], []
        for name, value in self._data.items():
            for more, one in value.items() if isinstance(value, dict) else [("", value)]:
                names.append(f"{name}: {more}" if more else name)
                values.append(one["findings"] if isinstance(one, dict) else one)
        return names, {"number": values}

    def _caption(self) -> str:
        return f"{next(value for value in self._data.values() if isinstance(value, int))} checked"

    def _whole(self) -> tuple[Any, ...]:
        return (self._data, self.rows)


class Statistics(Table):
    """The result of statistics()."""

    @property
    def dataset(self) -> str:
        return str(self._data["dataset"])

    @property
    def scores(self) -> dict[str, Any]:
        """The figures of all files together, by name; None if undefined."""
        if "statistics" in self._data:
            return {name: one["value"] for name, one in self._data["statistics"].items()}
        return {name: value for name, value in self._data["all"].items() if not isinstance(value, dict)}

    @property
    def paper(self) -> dict[str, float | None]:
        """The figures that the paper prints, by the same names, for strategyqa; empty for other data sets."""
        return {name: one["paper"] for name, one in self._data.get("statistics", {}).items()}

    @property
    def files(self) -> list[dict[str, Any]]:
        """The figures of each file, with its path; empty for strategyqa, whose files are counted together."""
        return copy.deepcopy(self._data.get("files", []))

    @property
    def groups(self) -> dict[str, dict[str, int]]:
        """The numbers of questions by shape, type, level, steps or paragraphs."""
        whole = self._data.get("all", self._data)
        return {name: dict(one) for name, one in whole.items() if isinstance(one, dict) and name != "statistics"}

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        scores = self.scores
        columns = {file["path"]: [file[name] for name in scores] for file in self.files}
        columns["all" if "all" not in columns else "all files"] = list(scores.values())
        if self.paper:
            columns["paper"] = list(self.paper.values())
        return list(scores), columns

    def _caption(self) -> str:
        return f"{self.dataset}, {self.scores['questions']} questions"


class SubmissionCheck(Table):
    """The result of check_submission()."""

    @property
    def complete(self) -> bool:
        """True if every question has a complete prediction and there is no problem."""
        return not self._data["found"]

    @property
    def counts(self) -> dict[str, int]:
        """The number of questions, of those with a complete prediction, and of problems."""
        return {name: self._data[name] for name in ("questions", "complete", "found")}

    @property
    def problems(self) -> list[dict[str, str]]:
        """The first 1,000 problems: id of the question, and what was expected and found."""
        return copy.deepcopy(self._data["problems"])

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        return [one["id"] for one in self._data["problems"]], {"problem": [p["problem"] for p in self._data["problems"]]}

    def _caption(self) -> str:
        return f"{self._data['complete']} of {self._data['questions']} questions have a complete prediction"


class _Made(Table):
    """The result of a call that makes files."""

    def __init__(self, data: dict[str, Any], files: Files) -> None:
        super().__init__(data)
        #: The texts of the files by name, read when they are asked for if they are in a folder.
        self.files = files

    def _whole(self) -> tuple[Any, ...]:
        return (self._data, dict(self.files))


class Conversion(_Made):
    """The result of convert()."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of questions that were read and written."""
        return {name: self._data[name] for name in ("read", "written")}

    @property
    def left_out(self) -> dict[str, int]:
        """The number of questions that the target cannot hold at all, by reason."""
        return dict(self._data["left_out"])

    @property
    def lost(self) -> dict[str, int]:
        """The number of questions with something that the target cannot hold, by field."""
        return dict(self._data["lost"])

    @property
    def absent(self) -> dict[str, int]:
        """The number of questions whose source lacks a field, which is left empty or derived."""
        return dict(self._data["absent"])

    def questions(self) -> Any:
        """Returns the records of the file; the whole object for squad and drop, the queries for beir."""
        if self._data["to"] == "beir":
            return self.files.records("queries.jsonl")
        name = next(iter(self.files))
        return json.loads(self.files[name]) if self._data["to"] in ("squad", "drop") else self.files.records(name)

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        rows = [(name, field, n) for name in ("left_out", "lost", "absent") for field, n in self._data[name].items()]
        return [f"{name}: {field}" for name, field, _ in rows], {"questions": [n for _, _, n in rows]}

    def _caption(self) -> str:
        return f"{self._data['written']} of {self._data['read']} questions, {self._data['from']} to {self._data['to']}"


class DateProbe(_Made):
    """The result of probe_dates()."""

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of records and of questions, in the order of the manifest."""
        return dict(self._data["counts"])

    @property
    def left_out(self) -> dict[str, int]:
        """The number of date questions that were not written, by reason."""
        return dict(self._data["left_out"])

    @property
    def not_converted(self) -> dict[str, int]:
        """The number of comparison questions that were not made into combined ones, by reason."""
        return dict(self._data["not_converted"])

    def questions(self) -> list[dict[str, Any]]:
        """Returns HieraDate's records."""
        return list(json.loads(self.files[next(iter(self.files))]))

    def notes(self) -> list[dict[str, Any]]:
        """Returns what was left out or changed: id and reason."""
        return self.files.records(next(name for name in self.files if name.endswith(".notes.jsonl")))

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        counts = self._data["counts"]
        return list(counts), {"number": list(counts.values())}

    def _caption(self) -> str:
        return f"{self.counts['written']} questions, {sum(self.left_out.values())} left out"


class Proxies(Table):
    """The result of proxies()."""

    @property
    def scores(self) -> dict[str, float]:
        """rate: how many paragraphs are proxies; drop: of the exact match, expected. Fractions of 1."""
        return {name: self._data[name] for name in ("rate", "drop")}

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """The 95 % interval of each score."""
        return {name: tuple(self._data[f"{name}_interval"]) for name in ("rate", "drop")}

    @property
    def counts(self) -> dict[str, Any]:
        """Questions on which people agree, those whose supports suffice, proxies, verdicts, people; kappa is
        Fleiss'."""
        return {name: value for name, value in self.to_dict().items() if not name.startswith(("rate", "drop"))}

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        return list(self.scores), {
            "value": list(self.scores.values()),
            "low": [low for low, _ in self.intervals.values()],
            "high": [high for _, high in self.intervals.values()],
        }

    def _caption(self) -> str:
        return f"{self._data['verdicts']} verdicts of {self._data['people']} people"


class Evidence(Table):
    """The result of find_evidence()."""

    @property
    def found(self) -> dict[str, list[str]]:
        """The ids of the best paragraphs of each question, best first."""
        return copy.deepcopy(self._data["found"])

    @property
    def counts(self) -> dict[str, int]:
        """The number of questions, of paragraphs, and of questions without a hit."""
        return {name: self._data[name] for name in ("questions", "paragraphs", "without_hit")}

    def _table(self) -> tuple[list[str], dict[str, list[Any]]]:
        found = self._data["found"]
        return list(found), {"paragraphs": [", ".join(ids) for ids in found.values()]}

    def _caption(self) -> str:
        return f"{self._data['questions']} questions over {self._data['paragraphs']} paragraphs"


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6f}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return "-" if value is None else str(value)
