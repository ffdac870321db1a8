// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Browsers refuse workers for pages opened from a folder (file:). There the search runs in a hidden frame instead, which
// receives and sends messages as a worker does.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.onmessage = null;
      this.onerror = null;
      const script = new URL(address, document.baseURI).href;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      inside.document.open();
      inside.document.write("<!doctype html><body></body>");
      inside.document.close();
      inside.importScripts = (...addresses) => addresses.reduce(
        (before, next) => before.then(() => load(inside, new URL(next, script).href)), Promise.resolve());
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", {data});
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      this.ready = load(inside, script);
    }

    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        const event = new inside.MessageEvent("message", {data});
        inside.dispatchEvent(event);
      });
    }

    terminate() {
      this.frame.remove();
    }
  };

  const load = (inside, address) => new Promise((resolve, reject) => {
    const element = inside.document.createElement("script");
    element.src = address;
    element.onload = resolve;
    element.onerror = () => reject(new Error("cannot load " + address));
    inside.document.body.appendChild(element);
  });
}
