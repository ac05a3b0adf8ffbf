"""How loud the page's sounds are: each is rendered by Chromium, and measured.

`python -m tests.browser.sounds` prints peak and loudness below full scale in dB, how long each
lasts until it is 60 dB below its peak, and where the middle of its spectrum lies.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import sync_playwright

from tests.browser.support.server import ROOT
from tests.browser.support.visitor import launch

RATE = 48_000
SECONDS = 3
NAMES = ("die", "card", "tile", "wood", "knock", "turn", "end")
RENDER = """async ([source, name, rate, seconds]) => {
  globalThis.$state = Object.assign(value => value, { raw: value => value });
  globalThis.$effect = () => {};
  const offline = new OfflineAudioContext(1, rate * seconds, rate);
  globalThis.AudioContext = function () { return offline; };
  localStorage.setItem("quartett.settings", JSON.stringify({ sound: true }));
  const { play } = new Function(`${source}; return sounds;`)();
  play(name);
  const made = await offline.startRendering();
  return [...made.getChannelData(0)];
}"""


def main() -> None:
    source = bundled()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.route("http://quartett.test/", lambda route: route.fulfill(body="<p>sounds</p>"))
        page.goto("http://quartett.test/")
        for name in NAMES:
            samples = page.evaluate(RENDER, [source, name, RATE, SECONDS])
            json.dump({"sound": name, **measured(np.array(samples))}, sys.stdout)
            print()
        browser.close()


def bundled() -> str:
    """The page's own module as a script."""
    web = ROOT / "web"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "sounds.js"
        subprocess.run(
            ["node", "-e", BUNDLE, "src/lib/device/sounds.ts", str(out)], cwd=web, check=True
        )
        return out.read_text(encoding="utf-8")


BUNDLE = """
const { build } = require("vite");
const [entry, out] = process.argv.slice(1);
build({
  configFile: false, logLevel: "error",
  build: {
    write: false, minify: false,
    lib: { entry, name: "sounds", formats: ["iife"], fileName: "sounds" },
  },
}).then(made => require("fs").writeFileSync(out, made[0].output[0].code));
"""


def measured(samples: NDArray[np.float64]) -> dict[str, Any]:
    peak = float(np.abs(samples).max())
    loud = np.flatnonzero(np.abs(samples) > peak / 1000)
    heard = samples[loud[0] : loud[-1] + 1]
    spectrum = np.abs(np.fft.rfft(heard)) ** 2
    hertz = np.fft.rfftfreq(len(heard), 1 / RATE)
    return {
        "peak_db": decibel(peak),
        "rms_db": decibel(float(np.sqrt(np.mean(heard**2)))),
        "ms": round(1000 * len(heard) / RATE),
        "centre_hz": round(float((spectrum * hertz).sum() / spectrum.sum())),
    }


def decibel(value: float) -> float:
    return round(20 * float(np.log10(max(value, 1e-9))), 1)


if __name__ == "__main__":
    main()
