"""What a server logs: one JSON object a line, to standard error, with the request that it is about."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Any

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request that is being answered

# PostgreSQL tells the values of the row that it refuses, whatever is hidden of the statement.
DETAIL = re.compile(r"\nDETAIL: .*?(?=\n\[SQL|\n\n(?:The above|During)|\Z)", re.DOTALL)
A_GOOD_ID = re.compile(r"[A-Za-z0-9_.-]{8,64}")


def request_id(asked: str | None) -> str:
    """As a proxy has named the request, so that its log and ours can be held against each other; else a new one."""
    return asked if asked is not None and A_GOOD_ID.fullmatch(asked) else secrets.token_hex(8)


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what, and what came with it."""

    usual = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": DETAIL.sub("", record.getMessage()),
        }
        if request := REQUEST.get():
            told["request"] = request
        told.update({name: value for name, value in record.__dict__.items() if name not in self.usual})
        if record.exc_info:
            told["trace"] = DETAIL.sub("", self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False, default=str)


def log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("kronland", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
