"""Encrypted snapshots in a folder; each adds only what changed since the ones before.

A snapshot lists the chunks of every table: rows in a fixed order, cut where the hash of a row's key
says so. A row that changed changes its own chunk, and equal chunks are stored once. Chunks are
compressed, encrypted with AES-256-GCM and named by a keyed hash of their content, so that whoever
holds the folder without the key learns sizes and times only. Any snapshot can be restored by
itself, and any can be removed.
"""

import hashlib
import hmac
import secrets
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from quartett.core.distribution import MissingExtra
from quartett.core.errors import QuartettError
from quartett.server.store import backup as plain
from quartett.server.store.contract import SCHEMA
from quartett.server.store.files import lock_file, open_private, write_private

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
except ImportError:
    raise MissingExtra("encrypted backups need cryptography", "encryption") from None

FORMAT: Final = 1
LARGEST: Final = 4 * 1024 * 1024
"""A chunk that has grown to this many bytes is cut wherever it is."""
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12

BY_TIME: Final = "json_extract(opening, '$.created'), tables.id"
"""Old games do not change: in the order of time, new entries are in the last chunks."""
SOURCES: Final = {
    "tables": f"tables ORDER BY {BY_TIME}",
    "events": f"log JOIN tables ON tables.id = game_id ORDER BY {BY_TIME}, seq",
}
OF_A_COPY: Final = {"number"}
"""Columns that every copy renumbers."""
KEYS: Final = {"events": 1, "seats": 2, "mutes": 2, "blocks": 2}
"""How many of the first columns decide where rows are cut; one game's entries stay together."""
ROWS_A_CHUNK: Final = {"events": 8}
"""How many different keys a chunk has on average."""
USUALLY: Final = 1024


class SnapshotManifest(Struct, frozen=True):
    """What one snapshot holds; stored encrypted, after all its chunks."""

    format: int
    schema: int
    created: float
    rows: dict[str, int]
    columns: dict[str, list[str]]
    chunks: dict[str, list[str]]


class Taken(Struct, frozen=True):
    """A snapshot that was just taken."""

    name: str
    rows: dict[str, int]
    chunks: int
    new: int
    """Chunks that no snapshot had before."""
    written: int
    """Bytes."""


def take(database: str, folder: Path, key: Path) -> Taken:
    """Add a snapshot of a database, which may be in use."""
    vault = _open(folder, key, may_make=True)
    with vault.alone(), tempfile.TemporaryDirectory() as private:
        copy = Path(private) / "copy.db"
        rows = plain.backup(database, copy)
        with closing(sqlite3.connect(copy)) as source:
            return _store(vault, source, rows)


def restore(folder: Path, key: Path, database: str, name: str | None = None) -> dict[str, int]:
    """Put a snapshot, the newest unless another is named, into a place where nothing is yet."""
    vault = _open(folder, key)
    snapshot = vault.snapshot(name or vault.newest())
    if (snapshot.format, snapshot.schema) != (FORMAT, SCHEMA):
        raise QuartettError(
            f"the snapshot is of version {snapshot.schema}, this Quartett writes {SCHEMA}; restore"
            " it with the Quartett that wrote it, and start the newer one on that database"
        )
    with tempfile.TemporaryDirectory() as private:
        copy = Path(private) / "copy.db"
        plain.fill(copy, ((table, snapshot.columns[table], vault.rows(names))
                          for table, names in snapshot.chunks.items()))  # fmt: skip
        return plain.restore(copy, database)


def forget(folder: Path, key: Path, keep: int) -> tuple[int, int]:
    """Remove all but the newest snapshots and what only those had; how many snapshots, chunks."""
    vault = _open(folder, key)
    with vault.alone():
        return _forget(vault, vault.names(), keep)


def _forget(vault: "Vault", names: list[str], keep: int) -> tuple[int, int]:
    old, kept = names[:-keep], names[-keep:]
    wanted = {
        chunk
        for name in kept
        for chunks in vault.snapshot(name).chunks.values()
        for chunk in chunks
    }
    for name in old:
        (vault.folder / "snapshots" / name).unlink()
    unused = [path for path in vault.chunk_files() if path.name not in wanted]
    for path in unused:
        path.unlink()
    return len(old), len(unused)


class Vault:
    """The folder and its keys: encrypted files that are complete or not there."""

    def __init__(self, folder: Path, master: bytes) -> None:
        self.folder = folder
        self._cipher = AESGCM(_derived(master, b"encryption"))
        self._name_key = _derived(master, b"names")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else adds or removes meanwhile."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open_private(self.folder / ".lock") as file:
            try:
                lock_file(file)
            except OSError:
                raise QuartettError(f"another backup to {self.folder} is under way") from None
            yield

    def put(self, content: bytes) -> tuple[str, int]:
        """Store a chunk unless it is there; its name, and the bytes written."""
        name = hmac.new(self._name_key, content, hashlib.sha256).hexdigest()
        path = self._chunk(name)
        if path.exists():
            return name, 0
        return name, self._write(path, name, content)

    def rows(self, names: Iterable[str]) -> Iterator[list[Any]]:
        for name in names:
            yield from msgspec.json.decode(self._read(self._chunk(name)), type=list[list[Any]])

    def names(self) -> list[str]:
        """The snapshots, oldest first."""
        there = (self.folder / "snapshots").glob("*")
        return sorted(path.name for path in there if not path.name.startswith("."))

    def newest(self) -> str:
        if not (names := self.names()):
            raise QuartettError(f"there is no snapshot in {self.folder}")
        return names[-1]

    def snapshot(self, name: str) -> SnapshotManifest:
        path = self.folder / "snapshots" / name
        if name not in self.names():
            raise QuartettError(f"there is no snapshot {name} in {self.folder}")
        return msgspec.json.decode(self._read(path), type=SnapshotManifest)

    def add(self, snapshot: SnapshotManifest) -> tuple[str, int]:
        moment = time.strftime("%Y-%m-%dT%H-%M-%SZ", time.gmtime(snapshot.created))
        fraction = f"{snapshot.created % 1:.6f}"[2:]
        name = f"{moment}-{fraction}"
        path = self.folder / "snapshots" / name
        return name, self._write(path, name, msgspec.json.encode(snapshot))

    def chunk_files(self) -> Iterator[Path]:
        return (self.folder / "chunks").glob("??/*")

    def _chunk(self, name: str) -> Path:
        return self.folder / "chunks" / name[:2] / name

    def _write(self, path: Path, name: str, content: bytes) -> int:
        """Under another name first: what has its name is whole and on disk."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, zlib.compress(content), name.encode())
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        write_private(half, sealed)
        half.replace(path)
        return len(sealed)

    def _read(self, path: Path) -> bytes:
        try:
            sealed = path.read_bytes()
            nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
            return zlib.decompress(self._cipher.decrypt(nonce, rest, path.name.encode()))
        except FileNotFoundError:
            raise QuartettError(f"{path} is missing: this snapshot is not whole") from None
        except (InvalidTag, ValueError):
            raise QuartettError(f"{path} is damaged, or was written with another key") from None


def _derived(master: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=b"quartett backup " + purpose).derive(master)


def _open(folder: Path, key: Path, may_make: bool = False) -> Vault:
    """The folder, with a key that opens it; both are made at the first snapshot."""
    used = (folder / "snapshots").exists()
    if not used and not may_make:
        raise QuartettError(f"there is no snapshot in {folder}")
    if not key.exists():
        if used:
            raise QuartettError(f"there is no key {key}; {folder} was written with one")
        _make_key(key)
    try:
        master = bytes.fromhex(key.read_text(encoding="ascii").strip())
    except ValueError:
        master = b""
    if len(master) != KEY_BYTES:
        raise QuartettError(f"{key} is no key: it must hold {2 * KEY_BYTES} hex digits")
    vault = Vault(folder, master)
    if vault.names():
        vault.snapshot(vault.newest())  # another key must not add to it
    return vault


def _make_key(key: Path) -> None:
    with open_private(key) as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")


def _store(vault: Vault, source: sqlite3.Connection, rows: dict[str, int]) -> Taken:
    columns: dict[str, list[str]] = {}
    chunks: dict[str, list[str]] = {}
    new = written = 0
    for table in plain.TABLES:
        columns[table], found = _ordered(source, table)
        chunks[table] = []
        for content in _cut(table, found):
            name, size = vault.put(content)
            chunks[table].append(name)
            new, written = new + (size > 0), written + size
    made = SnapshotManifest(FORMAT, SCHEMA, time.time(), rows, columns, chunks)
    name, size = vault.add(made)
    number = sum(len(names) for names in chunks.values())
    return Taken(name, rows, number, new, written + size)


def _ordered(source: sqlite3.Connection, table: str) -> tuple[list[str], sqlite3.Cursor]:
    """The columns and rows of a table, in an order that no other row changes."""
    there = source.execute(f"SELECT * FROM {'log' if table == 'events' else table} LIMIT 0")
    columns = [column[0] for column in there.description if column[0] not in OF_A_COPY]
    ordered = SOURCES.get(table, f"{table} ORDER BY 1, 2")
    return columns, source.execute(f"SELECT {', '.join(columns)} FROM {ordered}")


def _cut(table: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    """The rows in chunks; where they are cut depends on the rows around the cut only."""
    columns, often = KEYS.get(table, 1), ROWS_A_CHUNK.get(table, USUALLY)
    held: list[bytes] = []
    size, last = 0, None
    for row in rows:
        key = row[:columns]
        if held and (size > LARGEST or (key != last and _hash(key) % often == 0)):
            yield b"[" + b",".join(held) + b"]"
            held, size = [], 0
        held.append(msgspec.json.encode(row))
        size, last = size + len(held[-1]), key
    if held:
        yield b"[" + b",".join(held) + b"]"


def _hash(key: tuple[Any, ...]) -> int:
    return int.from_bytes(hashlib.blake2b(repr(key).encode(), digest_size=4).digest(), "big")
