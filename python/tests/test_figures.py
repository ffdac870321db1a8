# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of README.md and docs/*.md through Python alone, beside the documents' text and the command.

Every block of a document that shows a command of mhqa with its output is computed here. Tables of figures without a command of their own are added by name.
"""
import json
import pathlib
import re

import pytest

import mhqa

ROOT = pathlib.Path(__file__).resolve().parents[2]
POOL = ROOT / "examples/data/pool/pool.json"

FIGURES = {}


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks():
    """(document, command line, output) of each command of mhqa that is shown with output."""
    out = []
    for path in documents():
        name = path.relative_to(ROOT).as_posix()
        for block in re.findall(r"^```\n(\$ .*?)^```", path.read_text(encoding="utf-8"), re.M | re.S):
            commands = re.split(r"^\$ ", block, flags=re.M)[1:]
            for at, one in enumerate(commands):
                line, _, printed = one.partition("\n")
                if at > 0 and line.startswith("tail "):  # of the file that the command before has written
                    line = commands[at - 1].partition("\n")[0]
                if "mhqa " in line and printed.strip():
                    out.append((name, line, printed))
    return out


BLOCKS = blocks()


def figure(document, *commands):
    """Registers a test of the blocks of these commands: of each the words that no other block of the document has."""

    def register(test):
        for command in commands:
            FIGURES[(document, command)] = test
        return test

    return register


def output_of(document, command):
    found = [printed for name, line, printed in BLOCKS if name == document and command in line]
    assert len(found) == 1, f"{document}: {len(found)} blocks of {command}"
    return found[0]


def numbers_in(printed):
    """The lines "name value value …" of a table, by name; values as printed."""
    out = {}
    for line in printed.splitlines():
        parts = line.split()
        if len(parts) > 1 and all(re.fullmatch(r"-|[-+]?[\d.]+", part) for part in parts[1:]):
            out[parts[0]] = parts[1:]
    return out


def expect_scores(printed, columns, digits=6):
    """Compares the rows of a printed table with columns of scores and counts."""
    rows = numbers_in(printed)
    assert len(rows) > 1
    for name, values in rows.items():
        shown = [column[name] for column in columns]
        assert values == [str(v) if isinstance(v, int) else f"{v:.{digits}f}" for v in shown], name


def test_every_block_is_computed(capsys):
    for document, line, _ in BLOCKS:
        assert any(document == name and command in line for name, command in FIGURES), f"{document}: $ {line}"
    for document, command in FIGURES:
        assert any(document == name and command in line for name, line, _ in BLOCKS), f"{document}: no block of {command}"
    with capsys.disabled():
        print(f"\nfigures of {len(BLOCKS)} blocks, all through Python")


# README.md


@figure("README.md", "compose ")
def test_readme_composes():
    printed = output_of("README.md", "compose ")
    made = mhqa.compose(POOL, seed=7)
    stages = {stage["name"]: stage for stage in made.stages}
    rows = numbers_in(printed)
    for name, stage in stages.items():
        assert rows[name] == [str(stage["counts"]["in"]), str(stage["counts"]["out"])]
        below = re.search(rf"^{name} .*\n((?:  .*\n)*)", printed, re.M)[1]
        shown = {reason: int(count) for count, reason in re.findall(r"dropped +(\d+)  (\S+)", below)}
        assert {reason: count for reason, count in stage["dropped"].items() if count} == shown
    for shape, parts in made.counts.items():
        assert rows[shape] == [str(n) for n in parts.values()]
    questions = [q["question"] for part in ("train", "dev", "test") for q in made.questions(part)]
    assert len(questions) == int(re.search(r"two of the (\d+) questions", text_of("README.md"))[1])
    for wanted in re.findall(r"^(W\S+ .*\?)  ->  ", text_of("README.md"), re.M):
        assert wanted in questions


@figure("README.md", "eval hotpotqa")
def test_readme_evaluates(shared, command):
    arguments = shared("data/hotpotqa/predictions/xlnet.json"), shared("data/hotpotqa/dev_support_2433.json")
    found = mhqa.evaluate("hotpotqa", *arguments)
    assert found.to_dict() == json.loads(command("eval", "hotpotqa", *arguments, "--json"))
    printed = output_of("README.md", "eval hotpotqa")
    expect_scores(printed, [{**found.scores, **found.counts}])
    for kind, ids in found.missing.items():
        assert f"{len(ids)} of {found.counts['questions']} questions lack {kind}: {ids[0]}, ..." in printed
    assert f"{found.ignored_predictions} predictions ignored" in printed
    for part in re.search(r"^signature (.*)$", printed, re.M)[1].split("…"):
        assert part in found.signature


@figure("README.md", "report dire")
def test_readme_probes(tmp_path, command):
    """Composes, probes and scores in Python. Only the baseline reader is the command's: mhqa.dire scores any answers."""
    mhqa.compose(POOL, tmp_path / "set", seed=7)
    mhqa.probe("musique", tmp_path / "set/ans/train.jsonl", tmp_path / "probes", layout="jsonl", max_supports=4)
    instances = {name: tmp_path / f"probes/{name}.jsonl" for name in ("original", "probe")}
    answers = {name: tmp_path / f"on_{name}.jsonl" for name in instances}
    for name, path in instances.items():
        command("read", path, "--out", answers[name])
    whole = mhqa.dire("original", instances["original"], answers["original"])
    halves = mhqa.dire("probe", instances["probe"], answers["probe"], original_predictions=answers["original"])
    printed = output_of("README.md", "report dire")
    assert f" {halves.counts['questions']} questions, percent" in printed
    rows = numbers_in(printed)
    assert rows.keys() == halves.scores.keys() and len(rows) == 3
    for block, values in rows.items():
        shown = []
        for name in ("f1", "em"):
            score, disconnected = whole.scores[block][name], halves.scores[block][name]
            shown += [f"{100 * value:.1f}" for value in (score, disconnected, score - disconnected)]
        assert values == shown, block


def test_readme_scores_in_each_dialect():
    lines = re.search(r"^prediction +gold +(.*)\n((?:.*\n)+?)```", text_of("README.md"), re.M)
    dialects, rows = lines[1].split(), [re.split(r"  +", line) for line in lines[2].splitlines()]
    assert len(dialects) == 8 and len(rows) == 3
    for prediction, gold, *cells in rows:
        for dialect, cell in zip(dialects, cells):
            found = mhqa.score_batch([prediction], [gold], dialect=dialect, dtype="float64")
            assert cell == f"{found['em'][0]:.0f} / {found['f1'][0]:.2f}", dialect


# docs/clusters.md


@figure("docs/clusters.md", "gold.json --part 0/2", "gold.json --part 1/2")
def test_clusters():
    predictions, gold = (str(ROOT / "examples/data/hotpotqa" / name) for name in ("predictions.json", "gold.json"))
    parts = [mhqa.evaluate_part("hotpotqa", predictions, gold, (i, 2)) for i in range(2)]
    whole = mhqa.evaluate("hotpotqa", predictions, gold)
    assert mhqa.merge(parts).to_dict() == whole.to_dict()
    printed = [output_of("docs/clusters.md", f"gold.json --part {i}/2") for i in range(2)]
    counts = [int(re.fullmatch(rf"part {i}/2: (\d+) questions\n", printed[i])[1]) for i in range(2)]
    assert sum(counts) == whole.counts["questions"]


@figure("docs/clusters.md", "gold.json --key dev", "merge piece --expect-questions 7")
def test_pieces():
    predictions, gold = (str(ROOT / "examples/data/hotpotqa" / name) for name in ("predictions.json", "gold.json"))
    part = mhqa.EvaluationPart("hotpotqa", key="dev", run="model-3")
    part.add(predictions, gold)
    with pytest.raises(ValueError) as refused:
        mhqa.merge([part], expect_questions=7)
    assert output_of("docs/clusters.md", "merge piece") == f"mhqa: error: {refused.value}\n"
    questions = mhqa.merge([part]).counts["questions"]
    assert output_of("docs/clusters.md", "gold.json --key dev") == f"part dev: {questions} questions\n"


@figure("docs/clusters.md", "compose $options --part 0/2", "compose $options --part 1/2")
def test_composing_by_parts(shared, tmp_path):
    pool, options = shared("data/squad/dev-v1.1.json"), {"seed": 7, "preset": "released"}
    parts = [mhqa.compose_part(pool, (i, 2), **options) for i in range(2)]
    for i, part in enumerate(parts):
        printed = output_of("docs/clusters.md", f"compose $options --part {i}/2")
        assert printed == f"part {i}/2: {part.stages[-1]['counts']['out']} pairs\n"
    whole = mhqa.compose(pool, tmp_path / "whole", **options)
    merged = mhqa.compose(pool, tmp_path / "merged", merge=reversed(parts), **options)
    assert merged.counts == whole.counts
    for name in whole.files:
        if name.startswith(("ans/", "full/")):
            assert merged.files[name] == whole.files[name]


# docs/compose.md


def test_compose_presets(shared):
    squad = shared("data/squad/dev-v1.1.json")
    for preset, name in (("paper", "paper"), ("released", "released")):
        made = mhqa.compose(squad, seed=7, preset=preset)
        cells = re.search(rf"^\| {name} \|(.*)\|$", text_of("docs/compose.md"), re.M)[1].split("|")
        found = [sum(parts.values()) for parts in made.counts.values()]
        assert [int(cell) if cell.strip() else 0 for cell in cells] == found
        if preset == "paper":
            questions = [q["question"] for part in ("train", "dev", "test") for q in made.questions(part)]
            listed = re.search(r"^The first ten questions of the preset `paper`.*\n\n((?:\d+\. .*\n)+)", text_of("docs/compose.md"), re.M)
            wanted = [line.split(". ", 1)[1] for line in listed[1].splitlines()]
            assert len(wanted) == 10 and set(wanted) <= set(questions)


def test_longer_questions(shared):
    made = mhqa.compose(shared("data/squad/dev-v1.1.json"), seed=7, preset="released", connection=False, most_doubts=24)
    answers = {q["question"]: q["answer"] for part in ("train", "dev", "test") for q in made.questions(part)}
    shown = text_of("docs/compose.md").partition("Longer questions from the preset")[2].partition("`--wordings`")[0]
    listed = re.findall(r"^([A-Z].*\?)  ->  (.*)$", shown, re.M)
    assert len(listed) == 3 and all(answers.get(question) == answer for question, answer in listed)


@figure("docs/compose.md", "--without-rules")
def test_compose_without_rules(shared):
    made = mhqa.compose(shared("data/squad/dev-v1.1.json"), seed=7, until="pairs",
                        without_rules=["another-entity-type", "same-paragraph"])
    printed = output_of("docs/compose.md", "--without-rules")
    pairs = made.stages[-1]
    assert numbers_in(printed)["pairs"] == [str(pairs["counts"][name]) for name in ("in", "out")]
    shown = re.findall(r"dropped +(\d+)  (\S+)", printed)
    assert shown
    for count, reason in shown:
        assert pairs["dropped"][reason] == int(count)
    for rule in ("another-entity-type", "same-paragraph"):
        assert f"not asked                 {rule}" in printed and not pairs["dropped"].get(rule)


# docs/convert.md


@figure("docs/convert.md", "convert")
def test_conversion(shared):
    found = mhqa.convert(shared("data/musique/ans_dev_200.jsonl"), "musique", "hotpotqa")
    printed = output_of("docs/convert.md", "mhqa convert").splitlines()
    assert printed[0] == f"{found.counts['written']} of {found.counts['read']} questions written"
    middle = printed.index("not said by musique, left empty or derived:")
    assert printed[1] == "not held by hotpotqa:" and not found.left_out
    for lines, counts in ((printed[2:middle], found.lost), (printed[middle + 1:], found.absent)):
        assert {field: int(n) for n, field in (line.split(maxsplit=1) for line in lines)} == counts
    assert len(found.questions()) == 200


# docs/dates.md


@figure("docs/dates.md", "mhqa dates parse")
def test_dates_are_parsed():
    printed = [text for name, line, text in BLOCKS if name == "docs/dates.md" and line == "mhqa dates parse"][0]
    lines = [re.split(r"  +", line, maxsplit=1) for line in printed.splitlines()]
    assert len(lines) == 16
    for number, (date, wanted) in enumerate(lines, 1):
        if wanted.startswith("{"):
            error = json.loads(wanted)["error"].removeprefix(f"-: record {number}: ")
            with pytest.raises(ValueError) as raised:
                mhqa.dates.parse(date)
            assert error in str(raised.value)
        else:
            assert mhqa.dates.edtf(date) == wanted


@figure("docs/dates.md", "mhqa dates subtract --json", "| mhqa dates subtract")
def test_dates_are_subtracted():
    first, second = [text for name, line, text in BLOCKS if name == "docs/dates.md" and "dates subtract" in line]
    assert mhqa.dates.difference("22 August 1924", "30 October 1986") == json.loads(first)
    span = mhqa.dates.parse("(May 2, 1901 - May 12, 1990)")
    found = mhqa.dates.difference(span["from"], span["to"])
    assert second.strip() == f"{found['years']} years, {found['months']} months, {found['days']} days"


@figure("docs/dates.md", "mhqa dates life")
def test_lives_are_read():
    line = [line for name, line, _ in BLOCKS if name == "docs/dates.md" and "dates life" in line][0]
    paragraph = json.loads(re.match(r"echo '(.*)' \|", line)[1])
    assert mhqa.dates.lives([paragraph]) == [json.loads(output_of("docs/dates.md", "mhqa dates life"))]


@figure("docs/dates.md", "probe-dates")
def test_questions_about_dates(shared, tmp_path, command):
    gold = shared("data/2wikimultihopqa/dev_4000_nocontext.json")
    found = mhqa.probe_dates("2wikimultihopqa", gold)
    command("probe-dates", "--format", "2wikimultihopqa", gold, "--out", tmp_path / "hieradate.json")
    assert found.files["questions.json"] == (tmp_path / "hieradate.json").read_text()
    assert len(found.questions()) == found.counts["written"]
    shown = {name: int(n) for name, n in re.findall(r"^ *(\S.*?)  +(\d+)", output_of("docs/dates.md", "probe-dates"), re.M)}
    assert shown.pop("left out") == sum(found.left_out.values())
    assert len(shown) == 8
    for name, number in shown.items():
        assert found.counts[name] == number, name


# docs/dialects.md


@figure("docs/dialects.md", "--dialect flashrag", "--dialect r1-searcher", "--extract answer_tag", "search_r1 --means")
def test_programs_score_a_line():
    found = [(line, printed) for name, line, printed in BLOCKS if name == "docs/dialects.md" and line.startswith("echo")]
    assert len(found) == 4
    for line, printed in found:
        given, options = re.fullmatch(r"echo '(.*)' \| mhqa score(.*)", line).groups()
        pair, options = json.loads(given), options.split()
        dialect = options[options.index("--dialect") + 1]
        extraction = options[options.index("--extract") + 1] if "--extract" in options else None
        (scores,) = mhqa.score([pair["prediction"]], [pair["gold"]], dialect, extraction=extraction)
        if "--means" in options:
            rules, version = mhqa.published_dialects[dialect].rsplit("|", 1)
            numbers = {name: value for name, value in scores.items() if name not in ("extracted", "why")}
            shown = "".join(f"{name} {value:.6f}\n" for name, value in numbers.items())
            signature = f"signature {re.escape(rules)}\\|extract:{extraction}\\|n:1\\|absent:0,0\\|data:[0-9a-f]{{16}}\\|"
            assert re.fullmatch(re.escape(shown + "n 1\n") + signature + re.escape(version) + "\n", printed)
            continue
        wanted = {name: value for name, value in json.loads(printed).items() if not name.startswith("normalized_")}
        assert wanted.pop("id", None) == pair.get("id")
        assert len(wanted) >= 4 and scores == wanted


@figure("docs/dialects.md", "--signature")
def test_a_programs_signature():
    assert mhqa.published_dialects["r1-searcher"] == output_of("docs/dialects.md", "--signature").strip()


@figure("docs/dialects.md", "diff xlnet.result.json")
def test_a_difference_is_explained(shared, tmp_path, command):
    result = tmp_path / "xlnet.result.json"
    gold = json.loads(shared("data/hotpotqa/dev_answers_7405.json").read_text())  # with the field that all records have
    mhqa.evaluate("hotpotqa", shared("data/hotpotqa/predictions/xlnet.json"),
                  [{**one, "supporting_facts": []} for one in gold], result=result)
    found = mhqa.diff(result, dialects=["drop"], metrics=["f1"])
    assert found.to_dict() == json.loads(command("diff", result, "--dialect", "drop", "--metric", "f1", "--json"))
    printed, one = output_of("docs/dialects.md", "diff xlnet.result.json"), found.differences[0]
    assert f"(hotpotqa): {100 * one['a']['mean']:.4f} over {one['a']['questions']} questions" in printed
    assert f"(drop): {100 * one['b']['mean']:.4f} over {one['b']['questions']} questions" in printed
    assert f"\n{one['differing']} questions differ; {one['unexplained']} unexplained" in printed
    assert re.search(rf"^interaction +{100 * one['interaction']:+.4f}$", printed, re.M)
    assert re.search(rf"^together +{100 * one['difference']:+.4f}$", printed, re.M)
    for choice in one["choices"]:
        row = [line for line in printed.splitlines() if line.startswith(choice["name"])][0]
        assert row.split()[-2:] == [f"{100 * choice['alone']:+.4f}", str(choice["questions"])]


@figure("docs/dialects.md", "diff a.json")
def test_a_difference_of_supports_is_not_explained(tmp_path):
    """The form that the page shows, on two results of one question that differ in its supporting fact."""
    gold = [{"_id": "q", "question": "Who?", "answer": "Emma", "type": "bridge", "level": "easy",
             "supporting_facts": [["a", 0]], "context": [["a", ["Emma.", "Rain."]]]}]
    results = [tmp_path / "a.json", tmp_path / "b.json"]
    for sentence, result in enumerate(results):
        mhqa.evaluate("hotpotqa", {"answer": {"q": "Emma"}, "sp": {"q": [["a", sentence]]}}, gold, result=result)
    one = mhqa.diff(*results, metrics=["sp_f1"]).differences[0]
    assert output_of("docs/dialects.md", "diff a.json").splitlines()[-1] == (
        f"{one['differing']} question differs; {one['not_explained']['questions']} not explained, "
        f"because {one['not_explained']['because']}")


# docs/evaluate.md


@figure("docs/evaluate.md", "--per-question rows.jsonl")
def test_a_row():
    data = ROOT / "examples/data/hotpotqa"
    row = mhqa.evaluate("hotpotqa", data / "predictions.json", data / "gold.json", texts=True).rows[-1]
    printed = output_of("docs/evaluate.md", "--per-question rows.jsonl").strip()
    begin, end = printed.split("…, ")
    for name, value in {**json.loads(begin.rstrip(", ") + "}"), **json.loads("{" + end)}.items():
        assert row[name] == value


@figure("docs/evaluate.md", "eval retrieval")
def test_rankings(shared, command):
    arguments = (shared("data/musique/predictions/beam_retriever_support.json"),
                 shared("data/musique/ans_dev_2417_noparagraphs.jsonl"))
    found = mhqa.retrieval(*arguments, at=[4], by_group=True)
    assert found.to_dict() == json.loads(command("eval", "retrieval", *arguments, "--at", "4", "--by-group", "--json"))
    printed = output_of("docs/evaluate.md", "eval retrieval")
    slices = [found, *(type(found)({**found.to_dict(), **group}) for group in found.groups.values())]
    expect_scores(printed, [{**one.to_dict()["scores"], **one.counts} for one in slices])
    assert f"signature {found.signature}\n" in printed


@figure("docs/evaluate.md", "mhqa check")
def test_a_submission():
    """As many questions as MuSiQue's test set has, which is not among the test data."""
    ids = ["2hop__1_2", *(f"2hop__{i}_0" for i in range(4980))]
    paragraphs = [{"idx": i, "title": "t", "paragraph_text": "p"} for i in range(20)]
    questions = [{"id": one, "question": "Who?", "paragraphs": paragraphs} for one in ids]
    said = [{"id": one, "predicted_answer": "Emma", "predicted_support_idxs": [0, 99 if one == ids[0] else 1],
             "predicted_answerable": True} for one in ids]
    found = mhqa.check_submission("musique", said, questions)
    shown = [f'id "{one["id"]}": {one["problem"]}' for one in found.problems]
    shown.append(f"{found.counts['complete']} of {found.counts['questions']} questions have a complete prediction")
    assert output_of("docs/evaluate.md", "mhqa check").splitlines() == shown and not found.complete


# docs/probe.md


@figure("docs/probe.md", "--out probes", "--adversarial")
def test_probes(shared):
    made = mhqa.probe("hotpotqa", shared("data/hotpotqa/dev_distractor_1814.json"), adversarial=True)
    first, second, _ = [text for name, line, text in BLOCKS if name == "docs/probe.md" and "mhqa probe" in line]
    for line in (first + second).splitlines():
        count, name = re.search(r"\d+", line), re.sub(r" +\d+$", "", line)
        if name in made.counts:
            assert made.counts[name] == int(line.split()[-1])
        elif count:
            what = re.match(r"(\d+) questions? (left out|unchanged): (.*)", line)
            assert made.dropped["adversarial: " * (what[2] == "unchanged") + what[3]] == int(what[1])
    assert len(first.splitlines()) == 7
    assert len(made.dropped) == len(re.findall(r"questions? (?:left out|unchanged)", first + second))


@pytest.fixture(scope="module")
def halves(shared):
    """The questions that the Longformer's published predictions answer, once and for both halves."""
    predictions = shared("data/hotpotqa/predictions/longformer_probe.jsonl")
    probed = {json.loads(line)["question_id"] for line in predictions.read_text().splitlines()}
    gold = [one for one in json.loads(shared("data/hotpotqa/dev_answers_7405.json").read_text()) if one["_id"] in probed]
    return gold, [one for one in gold for _ in range(2)], predictions


@figure("docs/probe.md", "eval dire", "report dire")
def test_dire(halves, shared):
    gold, twice, predictions = halves
    originals = shared("data/hotpotqa/predictions/longformer.jsonl")
    found = mhqa.dire("probe", twice, predictions, original_predictions=originals)
    printed = output_of("docs/probe.md", "eval dire")
    names = ("f1", "em", "precision", "recall")
    rows = numbers_in(printed)
    assert rows["answer"] == [f"{found.scores['answer'][name]:.6f}" for name in names]
    assert rows["questions"] == [str(found.counts["questions"])]
    for part in re.search(r"^signature (.*)$", printed, re.M)[1].split("…"):
        assert part.split("|data:")[0] in found.signature

    scored = mhqa.dire("original", gold, originals).scores["answer"]
    wanted = numbers_in(output_of("docs/probe.md", "report dire"))["answer"]
    shown = []
    for name in ("f1", "em"):
        whole, disconnected = scored[name], found.scores["answer"][name]
        shown += [f"{100 * value:.1f}" for value in (whole, disconnected, whole - disconnected)]
    assert shown == wanted
    alone = mhqa.dire("probe", twice, predictions).scores["answer"]
    assert f"{100 * alone['f1']:.1f} F1, {100 * alone['em']:.1f} EM here" in text_of("docs/probe.md")


@figure("docs/probe.md", "report proxies")
def test_proxies(shared, tmp_path):
    """Two people who agree about 115 drawn questions, and about the paper's two proxies."""
    made = mhqa.probe("hotpotqa", shared("data/hotpotqa/dev_distractor_1814.json"), annotate=115)
    key = made.instances("annotation_key.jsonl")
    first = {number: next(one["task"] for one in key if one["number"] == number) for number in (1, 2)}
    other = [one["task"] for one in key if one["number"] == 2 and one["question_id"] != key[0]["question_id"]]
    replaced = {first[1], next(task for task in other if question_of(key, task) != question_of(key, first[1]))}
    said = [{"task": one["task"], "sufficient": one["number"] == 0 or one["task"] in replaced, "annotator": name}
            for one in key for name in ("ann", "bob")]
    found = mhqa.proxies(key, said)
    printed, counts = output_of("docs/probe.md", "report proxies"), found.counts
    assert (f"{counts['verdicts']} verdicts of {counts['people']} people, Fleiss' kappa {counts['kappa']:.3f}"
            == printed.splitlines()[0])
    shown = [int(n) for n in re.findall(r"  +(\d+)$", printed, re.M)]
    assert shown == [counts["agreed"], counts["sufficient"], *counts["replaced"], counts["proxies"]]
    percent = re.findall(r"([\d.]+) %  \[([\d.]+), ([\d.]+)\]", printed)
    assert len(percent) == 2
    for (value, low, high), name in zip(percent, ("rate", "drop")):
        numbers = found.scores[name], *found.intervals[name]
        assert [value, low, high] == [f"{100 * number:.2f}" for number in numbers]
    assert f"{counts['distractors'] if 'distractors' in counts else 8} distractors" in printed


def question_of(key, task):
    return next(one["question_id"] for one in key if one["task"] == task)


# docs/rewards.md


@figure("docs/rewards.md", "mhqa reward")
def test_verdicts():
    found = [(line, printed) for name, line, printed in BLOCKS if name == "docs/rewards.md"]
    assert len(found) == 4
    for line, printed in found:
        call = json.loads(re.match(r"echo '(.*)' \|", line)[1])
        assert mhqa.verdicts([call["text"]], [call["gold"]], line.split()[-1]) == [json.loads(printed)]


# docs/strategyqa.md


@figure("docs/strategyqa.md", "stats strategyqa")
def test_statistics(shared):
    files = [shared(f"data/strategyqa/{name}.json") for name in ("train", "dev")]
    found, printed = mhqa.statistics(files, "strategyqa"), output_of("docs/strategyqa.md", "stats strategyqa")
    rows = numbers_in(printed)
    rows = {name: values for name, values in rows.items() if name in found.scores}
    assert list(rows) == list(found.scores) and len(rows) == 20
    for name, (here, paper) in rows.items():
        assert float(here) == round(found.scores[name], 4), name
        assert paper == ("-" if found.paper[name] is None else f"{found.paper[name]:g}"), name
    for title, counts in found.groups.items():
        line = re.search(rf"^{title.replace('_', ' ')} +(.*)$", printed, re.M)[1]
        assert dict(pair.split(": ") for pair in line.split("  ")) == {size: str(n) for size, n in counts.items()}
    assert f"top trigram                 {found.to_dict()['top_trigram']}\n" in printed


@figure("docs/strategyqa.md", "retrieve strategyqa")
def test_evidence(shared, tmp_path, command):
    dev, corpus = shared("data/strategyqa/dev.json"), shared("data/strategyqa/paragraphs_998.jsonl")
    found = mhqa.find_evidence(dev, corpus, by="decomposition", references="left-out")
    counts = found.counts
    assert output_of("docs/strategyqa.md", "retrieve strategyqa") == (
        f"{counts['questions']} questions over {counts['paragraphs']} paragraphs, {counts['without_hit']} without a hit\n")
    command("retrieve", "strategyqa", dev, "--corpus", corpus, "--by", "decomposition", "--references", "left-out",
            "--out", tmp_path / "found.json")
    assert found.found == json.loads((tmp_path / "found.json").read_text())

    bart = shared("data/strategyqa/bart_decomposition_dev.jsonl")
    text, rows = text_of("docs/strategyqa.md"), 0
    for query, options, *cells in re.findall(r"^\| (.*?) \|(.*?)\| (0\.\d+) \| (0\.\d+) \| 0\.\d+ \|$", text, re.M):
        if "answered" in options:  # needs a published file of answers that is not among the test data
            continue
        keywords = {"split_joined": "--split-joined" in options}
        if "--by" in options:
            keywords["by"] = "decomposition"
        if "left-out" in options:
            keywords["references"] = "left-out"
        for cell, titles in zip(cells, (False, True)):
            best = mhqa.find_evidence(bart if "BART" in query else dev, corpus, titles=titles, **keywords)
            assert cell == f"{mhqa.evaluate('strategyqa', best.found, dev).scores['Recall@10']:.4f}", query
        rows += 1
    assert rows == 5


@figure("docs/strategyqa.md", "check-questions")
def test_collected_questions(shared):
    """The last five lines are of a published file of answers that is not among the test data."""
    found = mhqa.check_questions(shared("data/strategyqa/dev.json")).counts
    lines = output_of("docs/strategyqa.md", "check-questions").splitlines()
    assert [line.split("  ")[0] for line in lines[-5:]] == [
        "with notes", "notes of unknown questions", "evidence: verified", "evidence: wrong-answer", "evidence: unanswered"]
    shown = [line.split()[-1] for line in lines[:-5]]
    assert shown == [str(n) for n in (
        found["questions"], *found["faults"].values(), found["with_steps"], found["implicit"], found["explicit"],
        found["over_quota"], found["answered_yes"])] + [f"{found['next_yes_probability']:.3f}"]
