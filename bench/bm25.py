#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""BM25 side by side on one corpus: mhqa, bm25s (numpy and numba), rank_bm25 and Xapian, as far as installed.

All read the same words, separated by spaces, so that no tokeniser is measured; k1 = 1.2, b = 0.75, top 20. Then the
rankings are compared with those of bm25s for four of its methods: a place counts as equal if the documents are
equal or their scores differ by less than bm25s's single precision can tell.

    bench/bm25.py build/bench/mhqa_bench_bm25 [--documents 100000] [--queries 2000] [--prefix FILES]

--turns N measures the search otherwise: passages of 100 words over 10^6, queries of 8 words, top 10, one thread, a
process for each program, which take turns N times; PISA (pyterrier-pisa) too. The rates are of processor time, which
other programs on the machine change less; the lowest and the highest are printed. The rankings are compared with
mhqa's by the formula of each.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

from measured import timed

TOP = 20
ROUNDING = 2e-6  # relative: sums of ten float32 weights


def row(name, threads, build, rate, note=""):
    print(f"{name:24} {threads:>7} {build:>9.3f} {rate:>11.0f}  {note}", flush=True)


def run_mhqa(program, prefix, model, threads, hits=None):
    command = [program, "--run", prefix, model, str(threads)] + (["--hits", hits] if hits else [])
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def bm25s_index(bm25s, corpus, method="lucene", k1=1.2, backend="numpy"):
    retriever = bm25s.BM25(method=method, k1=k1, b=0.75, backend=backend)
    retriever.index(corpus, show_progress=False)
    return retriever


def bm25s_search(retriever, queries, threads=0):
    return retriever.retrieve(queries, k=TOP, show_progress=False, n_threads=threads)


def known(retriever, queries):
    """bm25s wants the words that the index has, as numbers for numba."""
    return [[word for word in query if word in retriever.vocab_dict] or [next(iter(retriever.vocab_dict))]
            for query in queries]


def compare(ours, documents, scores):
    """Places whose documents differ and whose scores bm25s can tell apart; and places that differ at all."""
    swapped = wrong = 0
    for line, their_documents, their_scores in zip(ours, documents, scores):
        mine = [(int(d), float(s)) for d, s in (hit.split(":") for hit in line.split())]
        theirs = [(int(d), float(s)) for d, s in zip(their_documents, their_scores) if s > 0]
        if len(mine) != len(theirs):
            wrong += abs(len(mine) - len(theirs))
        for (d, s), (their_d, their_s) in zip(mine, theirs):
            swapped += d != their_d
            wrong += abs(s - their_s) > ROUNDING * max(abs(s), abs(their_s))
    return swapped, wrong


def hits_of(documents, scores):
    return " ".join(f"{document}:{float(score):.9g}" for document, score in zip(documents, scores) if score > 0)


def engine_bm25s(corpus, queries, folder):
    import bm25s
    retriever = bm25s_index(bm25s, corpus, backend="numba")
    asked = known(retriever, queries)
    retriever.retrieve(asked[:50], k=10, show_progress=False, n_threads=1)  # numba compiles

    def ask():
        documents, scores = retriever.retrieve(asked, k=10, show_progress=False, n_threads=1)
        return lambda: map(hits_of, documents, scores)

    return ask


def xapian_database(xapian, corpus, folder):
    database = xapian.WritableDatabase(os.path.join(folder, "xapian"), xapian.DB_CREATE_OR_OVERWRITE)
    for words in corpus:
        document = xapian.Document()
        for word in words:
            document.add_term(word)
        database.add_document(document)
    database.commit()
    return database


def ask_xapian(xapian, database, queries, top):
    sets = []
    for words in queries:
        enquire = xapian.Enquire(database)
        # k2 = 0, k3 large, no least length: as near to the others as it goes
        enquire.set_weighting_scheme(xapian.BM25Weight(1.2, 0, 1e6, 0.75, 0))
        enquire.set_query(xapian.Query(xapian.Query.OP_OR, words))
        sets.append(enquire.get_mset(0, top))
    return sets


def engine_xapian(corpus, queries, folder):
    import xapian
    database = xapian_database(xapian, corpus, folder)

    def ask():
        sets = ask_xapian(xapian, database, queries, 10)
        return lambda: (hits_of([m.docid - 1 for m in found], [m.weight for m in found]) for found in sets)

    return ask


def engine_pisa(corpus, queries, folder):
    import pandas
    import pyterrier_pisa
    index = pyterrier_pisa.PisaIndex(os.path.join(folder, "turns-pisa"), text_field="text", stemmer="none",
                                     stops="none", threads=1)
    index.index({"docno": str(i), "text": " ".join(words)} for i, words in enumerate(corpus))
    search = index.bm25(k1=1.2, b=0.75, num_results=10, threads=1, query_algorithm=os.environ.get("PISA_ALGORITHM"))
    asked = pandas.DataFrame({"qid": [str(i) for i in range(len(queries))], "query": [" ".join(q) for q in queries]})
    search.transform(asked[:50])  # loads the index

    def ask():
        found = search.transform(asked)

        def lines():
            lists = {qid: "" for qid in asked.qid}
            for qid, some in found.groupby("qid"):
                lists[qid] = hits_of(some.docno, some.score)
            return lists.values()

        return lines

    return ask


def serve(name, prefix, folder):
    """As mhqa_bench_bm25 --answer, for another program."""
    shared = {}  # a list of 10^8 different strings would need 6 GB
    with open(prefix + ".corpus", encoding="utf-8") as lines:
        corpus = [[shared.setdefault(word, word) for word in line.split()] for line in lines]
    with open(prefix + ".queries", encoding="utf-8") as lines:
        queries = [line.split() for line in lines]
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # programs print there
    begun = time.process_time()
    ask = globals()["engine_" + name](corpus, queries, folder)
    print(json.dumps({"build": time.process_time() - begun}), file=out, flush=True)
    del corpus, shared
    for line in sys.stdin:
        begun, used = time.perf_counter(), time.process_time()
        hits = ask()
        print(json.dumps({"seconds": time.perf_counter() - begun, "cpu": time.process_time() - used}), file=out,
              flush=True)
        if line.strip():
            with open(line.strip(), "w", encoding="utf-8") as file:
                file.writelines(hit + "\n" for hit in hits())


class Server:
    """A process that builds an index. Each call of ask() lets it answer all queries once."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE if "--engine" in command else None, text=True)
        if self.process.stderr:
            threading.Thread(target=lambda: setattr(self, "said", self.process.stderr.read()), daemon=True).start()
        first = self.process.stdout.readline()
        self.built = json.loads(first)["build"] if first else None

    def ask(self, hits=""):
        self.process.stdin.write(hits + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def places(path):
    with open(path, encoding="utf-8") as lines:
        return [[(int(d), float(s)) for d, s in (hit.split(":") for hit in line.split())] for line in lines]


def beside(ours, theirs, queries):
    """Queries with the same documents in the same order; with the same ones in any order; with the same scores, as
    far as single precision tells, so that documents differ only where scores are equal; with other scores although no
    word is repeated."""
    order = sets = scores = other_distinct = 0
    for mine, other, words in zip(ours, theirs, queries, strict=True):
        order += [d for d, _ in mine] == [d for d, _ in other]
        sets += {d for d, _ in mine} == {d for d, _ in other}
        same = len(mine) == len(other) and all(
            abs(s - t) <= ROUNDING * max(abs(s), abs(t)) for (_, s), (_, t) in zip(mine, other))
        scores += same
        other_distinct += not same and len(set(words)) == len(words)
    return order, sets, scores, other_distinct


def take_turns(options, folder):
    prefix = options.prefix or os.path.join(folder, "plain")
    if options.prefix is None:
        subprocess.run([options.program, "--make-plain", prefix, str(options.documents), str(options.queries)],
                       check=True)

    with open(prefix + ".queries", encoding="utf-8") as lines:
        queries = [line.split() for line in lines]

    def mhqa(model):
        return Server([options.program, "--answer", prefix, model, "1.2", "0.75", "10"])

    servers = {"mhqa": mhqa("lucene")}
    for name in options.engines.split(","):
        server = Server([sys.executable, __file__, options.program, "--engine", name, "--prefix", prefix, "--folder",
                         folder])
        if server.built is None:
            server.process.wait()
            print(f"{name} did not run: {getattr(server, 'said', '').strip().splitlines()[-1:]}")
        else:
            servers[name] = server
    rates = {name: [] for name in servers}
    files = {name: os.path.join(folder, name + ".hits") for name in servers}
    for turn in range(options.turns + 1):
        for name, server in servers.items():
            took = server.ask(files[name] if turn == 0 else "")
            if turn:  # the first one warms up
                rates[name].append(len(queries) / took["cpu"])
    passages = f"{prefix}.corpus" if options.prefix else f"{options.documents} passages"
    print(f"{passages}, {len(queries)} queries, top 10, one thread, {options.turns} turns\n")
    print(f"{'program':12} {'build, CPU s':>13} {'queries a CPU second':>22} {'mhqa is faster':>18}")
    for name, server in servers.items():
        ratios = [ours / rate for ours, rate in zip(rates["mhqa"], rates[name])]
        print(f"{name:12} {server.built:>13.1f} {min(rates[name]):>11.0f} to {max(rates[name]):>7.0f} "
              f"{min(ratios):>8.2f} to {max(ratios):>5.2f}x", flush=True)
        server.end()
    repeating = sum(len(set(words)) < len(words) for words in queries)
    print(f"\n{repeating} of {len(queries)} queries repeat a word, which PISA counts once\n")
    print(f"{'beside mhqa':12} {'model':>9} {'same order':>11} {'same documents':>15} {'same scores':>12} "
          f"{'other, no word repeated':>24}")
    for name, model in (("bm25s", "lucene"), ("xapian", "robertson"), ("pisa", "pisa")):
        if name not in servers:
            continue
        ours = mhqa(model)
        ours.ask(os.path.join(folder, "ours.hits"))
        ours.end()
        found = beside(places(os.path.join(folder, "ours.hits")), places(files[name]), queries)
        print(f"{name:12} {model:>9} {found[0]:>11} {found[1]:>15} {found[2]:>12} {found[3]:>24}", flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="mhqa_bench_bm25")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--prefix", help="use FILES.corpus and FILES.queries instead of made-up ones")
    parser.add_argument("--slow-queries", type=int, default=20, help="how many of them rank_bm25 answers")
    parser.add_argument("--turns", type=int, help="take turns; see above")
    parser.add_argument("--engines", default="bm25s,xapian,pisa", help="which take turns beside mhqa")
    parser.add_argument("--folder", help="for the indexes; otherwise a temporary one")
    parser.add_argument("--engine", help=argparse.SUPPRESS)  # serves another process of this program
    options = parser.parse_args()
    if options.engine:
        return serve(options.engine, options.prefix, options.folder)
    if options.turns and options.folder:
        return take_turns(options, options.folder)
    if options.turns:
        with tempfile.TemporaryDirectory() as folder:
            return take_turns(options, folder)
    with tempfile.TemporaryDirectory() as folder:
        prefix = options.prefix
        if prefix is None:
            prefix = os.path.join(folder, "made")
            subprocess.run([options.program, "--make", prefix, str(options.documents), str(options.queries)], check=True)
        with open(prefix + ".corpus", encoding="utf-8") as lines:
            corpus = [line.split() for line in lines]
        with open(prefix + ".queries", encoding="utf-8") as lines:
            queries = [line.split() for line in lines]
        print(f"{len(corpus)} documents, {sum(map(len, corpus))} words, {len(queries)} queries, "
              f"{os.cpu_count()} processors\n")
        print(f"{'program':24} {'threads':>7} {'build s':>9} {'queries/s':>11}")
        for threads in (1, 2):
            figures = run_mhqa(options.program, prefix, "lucene", threads)
            row("mhqa", threads, figures["build"], figures["queries_a_second"], f"{figures['megabytes']:.0f} MB")

        try:
            import bm25s
        except ImportError:
            bm25s = None
            print("bm25s is not installed")
        if bm25s:
            from importlib.util import find_spec
            for backend in ["numpy"] + (["numba"] if find_spec("numba") else []):
                build, retriever = timed(lambda: bm25s_index(bm25s, corpus, backend=backend))
                asked = known(retriever, queries)
                for threads in (1, 2) if backend == "numba" else (1,):
                    bm25s_search(retriever, asked[:50], threads)  # numba compiles
                    took, _ = timed(lambda: bm25s_search(retriever, asked, threads), 3)
                    row("bm25s " + backend, threads, build, len(asked) / took, "best of 3")

        try:
            import rank_bm25
            build, okapi = timed(lambda: rank_bm25.BM25Okapi(corpus, k1=1.2, b=0.75))
            few = queries[:options.slow_queries]
            import numpy
            took, _ = timed(lambda: [numpy.argsort(okapi.get_scores(query))[-TOP:] for query in few])
            row("rank_bm25", 1, build, len(few) / took, f"{len(few)} queries")
            del okapi
        except ImportError:
            print("rank_bm25 is not installed")

        try:
            import xapian
            build, database = timed(lambda: xapian_database(xapian, corpus, folder))
            took, _ = timed(lambda: ask_xapian(xapian, database, queries, TOP), 2)
            row("xapian", 1, build, len(queries) / took, "best of 2")
        except ImportError:
            print("xapian is not installed")

        failed = False
        if bm25s:
            print(f"\n{'ranking beside bm25s':24} {'places':>9} {'other document':>15} {'other score':>12}")
            # mhqa's models of these names have bm25s's k1 = 1.5
            for model, method in (("bm25s", "lucene"), ("robertson", "robertson"), ("atire", "atire"),
                                  ("bm25l", "bm25l"), ("bm25+", "bm25+")):
                retriever = bm25s_index(bm25s, corpus, method, 1.5)
                asked = known(retriever, queries)
                documents, scores = bm25s_search(retriever, asked)
                hits = os.path.join(folder, "hits")
                run_mhqa(options.program, prefix, model, 1, hits)
                with open(hits, encoding="utf-8") as lines:
                    swapped, wrong = compare(lines, documents, scores)
                print(f"{model:24} {documents.size:>9} {swapped:>15} {wrong:>12}", flush=True)
                failed = failed or wrong > 0
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
