"""Files are written whole or not at all: a reader never finds half of one, and an error or Ctrl-C leaves the old one as it was.

Processes that change the same files take turns (`alone`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kronland.core.errors import UsageError

PACKAGE = Path(__file__).parent.parent


def cache_root() -> Path:
    """Where compiled code and catalogues are kept; `KRONLAND_CACHE` overrides it."""
    if given := os.environ.get("KRONLAND_CACHE"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "kronland"


@contextmanager
def replacing(file: Path) -> Iterator[TextIO]:
    """A text stream that becomes the file when the block ends without an error."""
    if file.exists() and not file.is_file():  # a pipe or a device, such as /dev/stdout, cannot be put in place
        with _opened(file, file, "w") as stream:
            yield stream
        return
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        with _opened(draft, file, "x") as stream:
            yield stream
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _opened(path: Path, meant: Path, mode: str) -> TextIO:
    try:
        return path.open(mode, encoding="utf-8", newline="\n")  # type: ignore[return-value]
    except OSError as problem:
        raise UsageError(f"{meant}: cannot be written ({problem.strerror}); expected a file in a folder that can be") from None


def write_bytes(file: Path, data: bytes) -> None:
    """Put a file in place that is no text."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        draft.write_bytes(data)
        draft.replace(file)
    except OSError as problem:
        raise UsageError(f"{file}: cannot be written ({problem.strerror}); expected a file in a folder that can be") from None
    finally:
        draft.unlink(missing_ok=True)


def write_file(file: Path, text: str) -> None:
    with replacing(file) as stream:
        stream.write(text)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Whoever else comes with the same lock waits until the block ends, or the process, however that ends."""
    from filelock import FileLock  # only who compiles takes turns; interpreted play starts without it, and on systems that have no locks

    turn = FileLock(lock)
    try:
        turn.acquire()
    except OSError as problem:
        raise UsageError(f"{lock}: cannot be written ({problem.strerror or problem}); expected a folder that can be") from None
    try:
        yield
    finally:
        turn.release()
