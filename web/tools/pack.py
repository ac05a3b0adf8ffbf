"""Runs inside Pyodide: compiles the standard library and ours into two archives.

What is shipped is bytecode: a browser would compile 100 modules on every visit otherwise.
"""

import importlib.util
import json
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

LEFT_OUT = {
    "_pydatetime", "_pyio", "_pyrepl", "antigravity", "argparse", "asyncio/__main__",
    "asyncio/proactor_events", "asyncio/tools", "asyncio/windows_events", "asyncio/windows_utils",
    "bdb", "cProfile", "cmd", "code", "colorsys", "compileall", "concurrent/futures/process",
    "configparser", "csv", "ctypes", "curses", "doctest", "ensurepip", "filecmp",
    "fileinput", "ftplib", "getopt", "getpass", "html/parser", "http", "idlelib", "imaplib",
    "lib2to3", "logging/config", "logging/handlers", "mailbox", "mimetypes", "modulefinder",
    "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "pprint",
    "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyodide/console",
    "quopri", "rlcompleter", "sched", "shelve", "shlex", "smtplib", "socketserver", "sqlite3",
    "statistics", "symtable", "tabnanny", "tarfile", "telnetlib", "test", "this", "timeit",
    "tkinter", "trace", "tty", "turtle", "turtledemo", "unittest", "urllib/request",
    "urllib/robotparser", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
}  # fmt: skip
"""Of the standard library: tools for developers, networks, files of other programs, Windows."""
KEPT = {
    "email": {"__init__"},
    "encodings": {
        "__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig",
    },
}  # fmt: skip
"""Of these packages nothing else."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same sources give the same bytes."""


def main():
    with archive("/packed-stdlib.zip") as packed, zipfile.ZipFile("/stdlib.zip") as found:
        for name in sorted(found.namelist()):
            if is_wanted(name.removesuffix(".py").split("/")):
                pack(packed, name, found.read(name), optimize=2)
    with archive("/packed-library.zip") as packed:
        for source in ("/msgspec.whl", "/sources.zip"):
            with zipfile.ZipFile(source) as found:
                for name in sorted(found.namelist()):
                    pack(packed, name, found.read(name), optimize=0)
    sys.path.insert(0, "/library")
    with zipfile.ZipFile("/packed-library.zip") as made:
        made.extractall("/library")
        write_plainly(made)
    importlib.invalidate_caches()
    from quartett.browser.worker import Engine

    games = json.loads(Engine("", "").request("GET", "games", None, 0))["answer"]["body"]
    Path("/games.json").write_text(games)


def write_plainly(made):
    """The same files as a line of JSON with their names and sizes, and their bytes: a page takes
    them apart in a moment, where Python needs a third of a second to unpack an archive."""
    files = {entry.filename: made.read(entry) for entry in made.infolist()}
    index = json.dumps({name: len(content) for name, content in files.items()})
    Path("/packed-library").write_bytes(b"".join([index.encode(), b"\n", *files.values()]))


def is_wanted(parts):
    if parts[0] in KEPT:
        return parts[-1] in KEPT[parts[0]]
    return not any("/".join(parts[:end]) in LEFT_OUT for end in range(1, len(parts) + 1))


def archive(path):
    return zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)


def pack(packed, name, content, optimize):
    if name.endswith((".pyi", "/", "RECORD")):
        return
    if name.endswith(".py"):
        code = compile(content, name, "exec", dont_inherit=True, optimize=optimize)
        hashed = importlib.util.source_hash(content)
        name, content = name + "c", bytes(_code_to_hash_pyc(code, hashed, False))
    packed.writestr(zipfile.ZipInfo(name, EPOCH), content)


main()
