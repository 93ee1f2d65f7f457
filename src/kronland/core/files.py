"""Files are written whole or not at all: a reader never finds half of one, and an error or Ctrl-C leaves the old one as it was.

Processes that change the same files take turns (`alone`).
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kronland.core.errors import UsageError


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


def write_file(file: Path, text: str) -> None:
    with replacing(file) as stream:
        stream.write(text)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Whoever else comes with the same lock waits until the block ends."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
