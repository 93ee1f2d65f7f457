"""Files are written whole or not at all: a reader never finds half of one, and an error or Ctrl-C leaves the old one as it was.

Processes that change the same files take turns (`alone`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from kronland.core.errors import UsageError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # what only shows while something is written
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
    try:
        if _is_no_file(file):  # a pipe or a device, such as /dev/stdout, cannot be put in place
            with _opened(file, file, "w") as stream:
                yield stream
            return
        draft = _draft(file)
        stream = _opened(draft, file, "x")
        try:
            with stream:
                yield stream
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as problem:
        if problem.errno in FULL:
            raise _not_written(file, problem) from None
        raise


def _is_no_file(file: Path) -> bool:
    """Whether something else has this name."""
    try:
        return file.exists() and not file.is_file()
    except OSError:  # a name that is too long, or a folder that may not be looked into: opening it says so
        return False


def _draft(file: Path) -> Path:
    return file.with_name(f".{file.name}.{os.getpid()}.draft")


def _opened(path: Path, meant: Path, mode: str) -> TextIO:
    try:
        return path.open(mode, encoding="utf-8", newline="\n")  # type: ignore[return-value]
    except OSError as problem:
        raise _not_written(meant, problem) from None


def _not_written(file: Path, problem: OSError) -> UsageError:
    return UsageError(f"{file}: cannot be written ({problem.strerror}); expected a file in a folder that can be")


def check_places(*files: Path | None) -> None:
    """Whether what will come of long work can be written there: asked before it."""
    for file in filter(None, files):
        if not _is_no_file(file):
            draft = _draft(file)
            _opened(draft, file, "x").close()
            draft.unlink()
        elif file.is_dir():
            _opened(file, file, "w")


def going_on(file: Path) -> TextIO:
    """A text stream to the end of a file of lines. Where the last line was cut off, a new one is begun."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_bytes() if file.exists() else b""
    except OSError as problem:
        raise _not_written(file, problem) from None
    stream = _opened(file, file, "a")
    if text and not text.endswith(b"\n"):
        stream.write("\n")
    return stream


def forget(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as problem:
        raise UsageError(f"{file}: cannot be removed ({problem.strerror}); expected a file that can be") from None


def write_bytes(file: Path, data: bytes) -> None:
    """Put a file in place that is no text."""
    draft = _draft(file)
    try:
        draft.write_bytes(data)
        draft.replace(file)
    except OSError as problem:
        raise _not_written(file, problem) from None
    finally:
        with suppress(OSError):
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
