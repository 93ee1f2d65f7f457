"""What programs can ask, as a page: from the description that programs read themselves (OpenAPI), so that it cannot say anything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Field:
    """Something that a request may say, or an answer says."""

    name: str
    kind: str
    about: str
    needed: bool


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    about: str
    says: tuple[Field, ...]  # in the address, in a header or as JSON
    answer: str  # a shape, or a list of them: "[Action]"

    @property
    def shape(self) -> str:
        """The name of the shape."""
        return self.answer.strip("[]")


@dataclass(frozen=True)
class Shape:
    """What a piece of JSON looks like."""

    name: str
    fields: tuple[Field, ...]


def requests(described: Mapping[str, Any]) -> list[Request]:
    shapes = described["components"]["schemas"]
    return [_request(method, path, one, shapes) for path, methods in described["paths"].items() for method, one in methods.items()]


def shapes(described: Mapping[str, Any]) -> list[Shape]:
    """The shapes of answers, as far as they are objects."""
    found = described["components"]["schemas"]
    return [Shape(name, tuple(_fields(shape))) for name, shape in found.items() if "properties" in shape]


def _request(method: str, path: str, one: Mapping[str, Any], found: Mapping[str, Any]) -> Request:
    said = [
        Field(entry["name"], _kind(entry.get("schema", {})), entry.get("description", ""), entry.get("required", False))
        for entry in one.get("parameters", ())
        if entry["in"] != "path"
    ]
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = found.get(_kind(body), {})
    told = one.get("responses", {})
    answer: Mapping[str, Any] = next(
        (told[code].get("content", {}).get("application/json", {}).get("schema", {}) for code in told if code < "300"), {}
    )
    return Request(method.upper(), path, one.get("description") or one.get("summary", ""), (*said, *_fields(shape)), _kind(answer))


def _fields(shape: Mapping[str, Any]) -> Iterator[Field]:
    for name, entry in shape.get("properties", {}).items():
        yield Field(name, _kind(entry), entry.get("description", ""), name in shape.get("required", ()))


def _kind(schema: Mapping[str, Any]) -> str:
    """A short name for what is expected: `integer`, `[Action]`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(repr, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return str(schema.get("type", ""))
