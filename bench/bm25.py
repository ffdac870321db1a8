#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""BM25 side by side on one corpus: mhqa, bm25s (numpy and numba), rank_bm25 and Xapian, as far as installed.

All read the same words, separated by spaces, so that no tokeniser is measured; k1 = 1.2, b = 0.75, top 20. Then the
rankings are compared with those of bm25s for four of its methods: a place counts as equal if the documents are
equal or their scores differ by less than bm25s's single precision can tell.

    bench/bm25.py build/bench/mhqa_bench_bm25 [--documents 100000] [--queries 2000] [--prefix FILES]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="mhqa_bench_bm25")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--prefix", help="use FILES.corpus and FILES.queries instead of made-up ones")
    parser.add_argument("--slow-queries", type=int, default=20, help="how many of them rank_bm25 answers")
    options = parser.parse_args()
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

            def fill():
                database = xapian.WritableDatabase(os.path.join(folder, "xapian"), xapian.DB_CREATE_OR_OVERWRITE)
                for words in corpus:
                    document = xapian.Document()
                    for word in words:
                        document.add_term(word)
                    database.add_document(document)
                database.commit()
                return database

            def ask(database):
                for words in queries:
                    enquire = xapian.Enquire(database)
                    # k2 = 0, k3 large, no least length: as near to the others as it goes
                    enquire.set_weighting_scheme(xapian.BM25Weight(1.2, 0, 1e6, 0.75, 0))
                    enquire.set_query(xapian.Query(xapian.Query.OP_OR, words))
                    enquire.get_mset(0, TOP)

            build, database = timed(fill)
            took, _ = timed(lambda: ask(database), 2)
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
