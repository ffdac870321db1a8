#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `mhqa ask` against servers on this machine that misbehave, and fails unless each run ends as it should.

    hostile_servers.py --mhqa build/release/bin/mhqa [--only WORD] [--table]

A run must end within its limits of time and memory, with status 0 and the answer or status 2 and one line that names
the server; the record must hold whole lines, and the server's key must stand nowhere. After it, a run against a good
server with the same record must succeed.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

KEY = "sk-not-for-your-eyes"
ATTEMPTS, SILENCE, MOST = 2, 1, 2  # tries, seconds without a byte, seconds in all
MOST_SECONDS = ATTEMPTS * MOST + 10  # with pauses, and room for a busy machine
REQUESTS = "".join(json.dumps({"id": f"q{i}", "question": f"Question {i}?"}) + "\n" for i in range(3))


def completion(content='{"answer": "right", "support": []}', **more):
    said = {"choices": [{"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5}}
    return json.dumps({**said, **more}).encode()


def reply(body=None, status="200 OK", headers=(), version="HTTP/1.1", length=True):
    """A whole reply; `length` is true, false, or the Content-Length to claim."""
    body = completion() if body is None else body
    lines = [f"{version} {status}", "Content-Type: application/json"]
    if length is not False:
        lines.append(f"Content-Length: {len(body) if length is True else length}")
    return "\r\n".join(lines + [f"{k}: {v}" for k, v in headers]).encode("latin-1") + b"\r\n\r\n" + body


def chunks(*parts, end=b"0\r\n\r\n"):
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts) + end


def bomb(wrap, megabytes=400):
    packer = zlib.compressobj(9, zlib.DEFLATED, wrap)
    blank = b" " * 2**20
    return b"".join(packer.compress(blank) for _ in range(megabytes)) + packer.flush()


class Says:
    """A server that sends these bytes and, unless it keeps the connection, closes it."""

    def __init__(self, data, keep=False, pause=0.0, then=b""):
        self.data, self.keep, self.pause, self.then = data, keep, pause, then

    def __call__(self, peer, request):
        peer.sendall(self.data)
        if self.then:
            time.sleep(self.pause)
            peer.sendall(self.then)
        return self.keep


def endless(begin, part, pause=0.0):
    def serve(peer, request):
        peer.sendall(begin)
        while True:
            peer.sendall(part)
            if pause:
                time.sleep(pause)
    return serve


def reset(after):
    def serve(peer, request):
        peer.sendall(after)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    return serve


def own_number(text, extra=b""):
    """Answers each question with its number, and then sends `extra`."""
    def serve(peer, request):
        number = request.split(b"Question: Question ")[1].split(b"?")[0].decode()
        peer.sendall(reply(completion(json.dumps({"answer": text + number}))) + extra)
        return True
    return serve


def silent(peer, request):
    time.sleep(MOST_SECONDS)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LATE = "no answer in time"
LARGE = "too large"
BROKEN = "expected a chat completion, found"
ANSWERED = None  # the run succeeds


def servers():
    """(name, server, what standard error says, answers), one row a server."""
    packed, half = gzip.compress(completion()), completion()[:-20]
    big = gzip.compress(completion("x" * 3_000_000))
    long_header = [("X-Long", "a" * 5000)]
    two = reply(completion('{"answer": "of nobody"}'))
    right = ["right"] * 3
    numbers = ["n0", "n1", "n2"]
    return [
        ("a good server", Says(reply(), True), ANSWERED, right),
        ("HTTP/1.0 without a length", Says(reply(version="HTTP/1.0", length=False)), ANSWERED, right),
        ("HTTP/1.0 with a length, kept open", Says(reply(version="HTTP/1.0"), True), ANSWERED, right),
        ("HTTP/1.0, cut", Says(reply(half, version="HTTP/1.0", length=False)), BROKEN, None),
        ("HTTP/1.1 without a length", Says(reply(length=False, headers=[("Connection", "close")])), ANSWERED, right),
        ("HTTP/0.9: no head", Says(completion()), BROKEN, None),
        ("another protocol", Says(b"SSH-2.0-OpenSSH_9.6\r\n"), BROKEN, None),
        ("nothing, closed", Says(b""), BROKEN, None),
        ("nothing, open", silent, LATE, None),
        ("a reset before the head", reset(b""), BROKEN, None),
        ("a reset inside the head", reset(b"HTTP/1.1 200 OK\r\nConte"), BROKEN, None),
        ("a reset inside the body", reset(reply()[:-30]), BROKEN, None),
        ("endless status line", endless(b"", b"a" * 65536), LARGE, None),
        ("endless header", endless(HEAD + b"X: ", b"a" * 65536), LARGE, None),
        ("endless headers", endless(HEAD, b"X-Y: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 1000), LARGE, None),
        ("endless headers, slowly", endless(HEAD, b"X-Y: a\r\n", 0.1), LATE, None),
        ("endless 100 Continue", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 500), LARGE, None),
        ("endless 100 Continue, slowly", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.1), LATE, None),
        ("one 100 Continue, then a reply", Says(b"HTTP/1.1 100 Continue\r\n\r\n" + reply(), True), ANSWERED, right),
        ("a header of 5 kB", Says(reply(headers=long_header), True), ANSWERED, right),
        ("a header byte a time", endless(HEAD + b"X: ", b"a", 0.2), LATE, None),
        ("a body byte a time", endless(HEAD + b"Content-Length: 1000000\r\n\r\n", b" ", 0.2), LATE, None),
        ("a chunk a time", endless(chunks(end=b""), b"1\r\n \r\n", 0.2), LATE, None),
        ("endless body", endless(HEAD + b"\r\n", b" " * 65536), LARGE, None),
        ("endless chunks", endless(chunks(end=b""), b"10000\r\n" + b" " * 65536 + b"\r\n"), LARGE, None),
        ("gzip bomb", Says(reply(bomb(31), headers=[("Content-Encoding", "gzip")])), LARGE, None),
        ("deflate bomb", Says(reply(bomb(15), headers=[("Content-Encoding", "deflate")])), LARGE, None),
        ("gzip bomb in chunks", Says(chunks(bomb(31)).replace(b"Tra", b"Content-Encoding: gzip\r\nTra", 1)), LARGE, None),
        ("gzip", Says(reply(packed, headers=[("Content-Encoding", "gzip")]), True), ANSWERED, right),
        ("gzip, 3 MB", Says(reply(big, headers=[("Content-Encoding", "gzip")]), True), ANSWERED, [""] * 3),
        ("gzip, cut", Says(reply(packed[:-12], headers=[("Content-Encoding", "gzip")])), "", None),
        ("gzip, garbage", Says(reply(b"\x1f\x8b\x08rubbish", headers=[("Content-Encoding", "gzip")])), BROKEN, None),
        ("gzip in name only", Says(reply(headers=[("Content-Encoding", "gzip")])), BROKEN, None),
        ("a length too small", Says(reply(length=20), True), BROKEN, None),
        ("a length too large, closed", Says(reply(length=100000)), BROKEN, None),
        ("a length too large, open", Says(reply(length=100000), True), LATE, None),
        ("a length of 2^64 - 1", Says(reply(length=2**64 - 1)), BROKEN, None),
        ("a length of 2^65", Says(reply(length=2**65)), BROKEN, None),
        ("a length below zero", Says(reply(length=-5), True), BROKEN, None),
        ("a length that is no number", Says(reply(length="abc"), True), BROKEN, None),
        ("two lengths", Says(reply(headers=[("Content-Length", "5")]), True), BROKEN, None),
        ("a length and chunks", Says(chunks(completion()).replace(b"Tra", b"Content-Length: 5\r\nTra", 1), True), BROKEN, None),
        ("chunks", Says(chunks(completion()[:50], completion()[50:]), True), ANSWERED, right),
        ("a chunk of no size", Says(chunks(end=b"zz\r\nabc\r\n0\r\n\r\n")), BROKEN, None),
        ("a chunk below zero", Says(chunks(end=b"-1\r\nabc\r\n0\r\n\r\n")), BROKEN, None),
        ("a chunk of 2^64 - 1", Says(chunks(end=b"ffffffffffffffff\r\nabc\r\n0\r\n\r\n")), BROKEN, None),
        ("chunks without an end", Says(chunks(completion(), end=b"")), BROKEN, None),
        ("a chunk that is cut after whole JSON", Says(chunks(end=b"%x\r\n" % (len(completion()) + 50) + completion())), BROKEN, None),
        ("two replies at once", own_number("n", two), ANSWERED, numbers),
        ("a reply and rubbish", own_number("n", b"\x00rubbish" * 2000), ANSWERED, numbers),
        ("keep-alive, then closed", Says(reply()), ANSWERED, right),
        ("close, but kept open", Says(reply(headers=[("Connection", "close")]), True), ANSWERED, right),
        ("redirect to another host", Says(reply(b"", "307 Temporary Redirect", [("Location", "http://127.0.0.1:9/" + KEY)])), "redirect", None),
        ("redirect to itself", Says(reply(b"", "301 Moved", [("Location", "/v1/chat/completions")]), True), "redirect", None),
        ("redirect without a place", Says(reply(b"", "302 Found"), True), "redirect", None),
        ("204", Says(b"HTTP/1.1 204 No Content\r\n\r\n", True), "status 204", None),
        ("201 with a body", Says(reply(status="201 Created"), True), "status 201", None),
        ("101 Switching Protocols", Says(b"HTTP/1.1 101 Switching Protocols\r\n\r\n", True), "", None),
        ("status 99999", Says(reply(status="99999 X")), BROKEN, None),
        ("status -200", Says(reply(status="-200 X")), BROKEN, None),
        ("500 with an endless body", endless(b"HTTP/1.1 500 X\r\n\r\n", b" " * 65536), LARGE, None),
        ("429, a wait of a day", Says(reply(b"{}", "429 Slow", [("Retry-After", "86400")]), True), "asks to wait longer", None),
        ("429, a wait of 2^70 s", Says(reply(b"{}", "429 Slow", [("Retry-After", str(2**70))]), True), "asks to wait longer", None),
        ("429, a wait below zero", Says(reply(b"{}", "429 Slow", [("Retry-After", "-5")]), True), "status 429", None),
        ("401 that repeats the key", Says(reply(json.dumps({"error": {"message": "bad key " + KEY}}).encode(), "401 No"), True), "bad key [key]", None),
        ("a reply that repeats the key", Says(reply(completion(json.dumps({"answer": KEY}))), True), ANSWERED, ["[key]"] * 3),
        ("an error with terminal escapes", Says(reply(b'{"error": {"message": "\\u001b[31m\\nmhqa: fake"}}'), True), "\\x1b[31m", None),
        ("odd token counts", Says(reply(completion(usage={"prompt_tokens": -1, "completion_tokens": 2**40})), True), ANSWERED, right),
        ("token counts that are no numbers", Says(reply(completion(usage={"prompt_tokens": "10", "completion_tokens": [1.5]})), True), ANSWERED, right),
        ("UTF-16", Says(reply(completion().decode().encode("utf-16")), True), BROKEN, None),
        ("two JSON documents", Says(reply(completion() + completion()), True), BROKEN, None),
        ("thoughts before the answer", Says(reply(completion('<think>{"answer": "wrong"}</think>{"answer": "right"}')), True), ANSWERED, right),
    ]


class Server:
    """Listens on a free port of the loopback interface and calls serve(connection, request) for each request."""

    def __init__(self, serve):
        self.serve = serve
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/v1"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                peer, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(peer,), daemon=True).start()

    def talk(self, peer):
        with peer:
            try:
                peer.settimeout(MOST_SECONDS)
                while (request := self.request(peer)) and self.serve(peer, request):
                    pass
            except (OSError, IndexError, ValueError):
                pass

    @staticmethod
    def request(peer):
        data = b""
        while b"\r\n\r\n" not in data:
            part = peer.recv(65536)
            if not part:
                return None
            data += part
        head, body = data.split(b"\r\n\r\n", 1)
        length = next(int(l.split(b":")[1]) for l in head.split(b"\r\n") if l.lower().startswith(b"content-length:"))
        while len(body) < length:
            part = peer.recv(65536)
            if not part:
                return None
            body += part
        return body

    def close(self):
        self.listening.close()


def ask(mhqa, url, requests, out, memory):
    """Runs the command; returns its status, standard error, seconds and megabytes."""
    command = [mhqa, "ask", requests, "--endpoint", url, "--model", "m", "--out", out, "--threads", "1", "--attempts",
               str(ATTEMPTS), "--timeout", str(SILENCE), "--max-time", str(MOST)]
    begin, peak = time.time(), 0
    with tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
                                   env={**os.environ, "OPENAI_API_KEY": KEY})
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/status") as file:
                    peak = max([peak] + [int(line.split()[1]) for line in file if line.startswith("VmHWM")])
            except OSError:
                pass
            if time.time() - begin > MOST_SECONDS or peak > 3 * memory * 1024:
                process.kill()
            time.sleep(0.005)
        err.seek(0)
        return process.returncode, err.read().decode(errors="replace"), time.time() - begin, peak / 1024


def answers_of(path):
    with open(path) as file:
        return [json.loads(line)["answer"] for line in file]


def faults_of(mhqa, row, memory=300):
    """Runs one row; returns its problems and what it cost."""
    name, serve, says, answers = row
    problems = []
    with tempfile.TemporaryDirectory(prefix="mhqa_servers_") as folder:
        requests, out = os.path.join(folder, "requests.jsonl"), os.path.join(folder, "out.jsonl")
        with open(requests, "w") as file:
            file.write(REQUESTS)
        server = Server(serve)
        status, err, seconds, megabytes = ask(mhqa, server.url, requests, out, memory)
        server.close()
        if seconds > MOST_SECONDS:
            problems.append(f"{seconds:.1f} s")
        if megabytes > memory:
            problems.append(f"{megabytes:.0f} MB")
        if status != (0 if says is ANSWERED else 2):
            problems.append(f"status {status}")
        if says is not ANSWERED:
            lines = [line for line in err.splitlines() if line.startswith("mhqa: error: ")]
            if len(lines) != 1 or err.count("\n") != 1 or says not in err or server.url[:-3] not in err:
                problems.append(f"expected one line with the server and {says!r}")
            if os.path.exists(out):
                problems.append("an output was written")
        elif status == 0 and answers_of(out) != answers:
            problems.append(f"answers {answers_of(out)}")
        written = [err.encode()]
        for path in (out, out + ".calls.jsonl"):
            if os.path.exists(path):
                with open(path, "rb") as file:
                    written.append(file.read())
        if any(KEY.encode() in text for text in written):
            problems.append("the key was written")
        for line in (written[-1].splitlines() if len(written) > 1 else []):
            try:
                json.loads(line)
            except ValueError:
                problems.append("a broken line in the record")
        good = Server(Says(reply(), True))
        if ask(mhqa, good.url, requests, out, memory)[0] != 0:
            problems.append("the record cannot be used again")
        good.close()
    return [f"{name}: {p} ({err.strip()[:300]})" for p in problems], (seconds, megabytes, err.strip().splitlines()[-1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mhqa", required=True, help="the command")
    parser.add_argument("--only", default="", help="servers whose name holds this text")
    parser.add_argument("--megabytes", type=int, default=300, help="most memory of a run; sanitizers need more")
    parser.add_argument("--table", action="store_true", help="print what each server did")
    options = parser.parse_args()
    rows = [row for row in servers() if options.only in row[0]]
    problems, most = [], [0, 0]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for row, (found, cost) in zip(rows, pool.map(lambda r: faults_of(options.mhqa, r, options.megabytes), rows)):
            problems += found
            most = [max(a, b) for a, b in zip(most, cost)]
            if options.table:
                print(f"{'FAILED' if found else 'right':<7} {cost[0]:>5.1f} s {cost[1]:>4.0f} MB  {row[0]:<40} {''.join(cost[2])[:120]}", flush=True)
    for problem in problems:
        print(f"FAILED: {problem}")
    print(f"hostile servers: {len(rows)} servers, {len(problems)} failures; at most {most[0]:.1f} s and {most[1]:.0f} MB")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
