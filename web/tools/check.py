"""Runs in the packed engine: it must find all that it needs, the trimmed library included."""

import json

from quartett.browser.worker import Engine

answer = json.loads(Engine("", "").request("GET", "games", None, 0))["answer"]
assert answer["status"] == 200, answer
