#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Times a page of `mhqa report html` in headless Chromium: report_page.py PAGE [PICTURES]

Prints the page's size, the time until it can be used, the longest and the median time of every filter, and the
requests that left it. PICTURES is a folder for pictures at two widths. Time counts until the next frame is drawn.
Status 1: over 15 MB, 2 s to open, 100 ms to filter, or a request.
"""

import base64
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MOST_BYTES, MOST_OPEN, MOST_FILTER, OPENED = 15e6, 2000, 100, 5
WIDTHS = (1280, 390)

# Every value of every filter, and texts; each ends when its second frame begins, so the first is drawn.
FILTERS = """(async () => {
const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
const times = [], timed = async (what, change) => {
  await drawn();
  const from = performance.now();
  change();
  const worked = performance.now() - from;
  await drawn();
  times.push({what, worked, drawn: performance.now() - from, count: document.getElementById("count").textContent});
};
for (const box of document.querySelectorAll("#filters select")) {
  for (const option of [...box.options].reverse()) {
    await timed(box.id + "=" + option.textContent, () => {
      box.value = option.value;
      box.dispatchEvent(new Event("change", {bubbles: true}));
    });
  }
}
const text = document.getElementById("text");
for (const typed of ["film", "e", "no such words", "the", ""]) {
  await timed("text=" + typed, () => {
    text.value = typed;
    document.getElementById("filters").dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
  });
}
await timed("next page", () => document.getElementById("next").click());
await timed("open a question", () => { document.querySelector("#list details").open = true; });
return times;
})()"""


class Browser:
    """Chromium with its commands on a pipe."""

    def __init__(self, folder):
        name = next((n for n in BROWSERS if shutil.which(n)), None)
        if name is None:
            sys.exit("chromium not found (Debian package chromium)")
        to_read, self.to = os.pipe()
        self.from_, to_write = os.pipe()

        def numbers():
            # The pipes become descriptors 3 and 4; copies first, as a number may be in use.
            read, write = os.dup(to_read), os.dup(to_write)
            high_read, high_write = os.dup2(read, 60), os.dup2(write, 61)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        self.process = subprocess.Popen(
            [name, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            close_fds=False, preexec_fn=numbers, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def message(self):
        while b"\0" not in self.rest:
            got = os.read(self.from_, 1 << 20)
            if not got:
                sys.exit("the browser ended")
            self.rest += got
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.to, json.dumps(command).encode() + b"\0")
        while True:
            got = self.message()
            if got.get("id") == self.number:
                if "error" in got:
                    sys.exit(f"{method}: {got['error']['message']}")
                return got["result"]
            self.events.append(got)

    def until(self, method):
        while not any(e["method"] == method for e in self.events):
            self.events.append(self.message())

    def value(self, script):
        got = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            sys.exit(json.dumps(got["exceptionDetails"]))
        return got["result"]["value"]

    def end(self):
        self.process.terminate()
        self.process.wait()


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        for domain in ("Page", "Network", "Runtime"):
            browser.call(domain + ".enable")
        opened, requests, seen = [], [], []
        for _ in range(OPENED):
            seen += browser.events
            browser.events.clear()
            begin = time.perf_counter()
            browser.call("Page.navigate", url=page.as_uri())
            browser.until("Page.loadEventFired")
            browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            opened.append(1000 * (time.perf_counter() - begin))
        ready = browser.value("document.documentElement.dataset.ready")
        count = browser.value("document.getElementById('count').textContent")
        filters = browser.value(FILTERS)
        for event in seen + browser.events:
            if event["method"] == "Network.requestWillBeSent":
                url = event["params"]["request"]["url"]
                if url != page.as_uri() and not url.startswith("data:"):
                    requests.append(url)
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            for width in WIDTHS:
                browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                             mobile=width < 600)
                for part, script in (("top", "scrollTo(0, 0)"),
                                     ("browse", "document.getElementById('browse').scrollIntoView()")):
                    browser.value(script + "; 1")
                    picture = browser.call("Page.captureScreenshot", format="png")["data"]
                    (pictures / f"{width}-{part}.png").write_bytes(base64.b64decode(picture))
        browser.end()
    size = page.stat().st_size
    drawn = [f["drawn"] for f in filters]
    slowest = max(filters, key=lambda f: f["drawn"])
    print(f"{count}; {size / 1e6:.2f} MB")
    print(f"open: median {statistics.median(opened):.0f} ms, most {max(opened):.0f} ms of {OPENED} "
          f"(the script was done after {ready} ms)")
    print(f"filters: {len(filters)}, median {statistics.median(drawn):.0f} ms, most {max(drawn):.0f} ms "
          f"({slowest['what']}), script alone at most {max(f['worked'] for f in filters):.0f} ms")
    print("requests:", ", ".join(requests) or "none")
    return int(size > MOST_BYTES or max(opened) > MOST_OPEN or max(drawn) > MOST_FILTER or bool(requests))


if __name__ == "__main__":
    sys.exit(main())
