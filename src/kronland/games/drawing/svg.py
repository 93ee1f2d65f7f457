"""SVG as text: one function for an element, one for text.

`Markup` is text that is already SVG. Whatever comes from outside (names, words) enters through `escaped`
only, and the type checker sees to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import NewType
from zlib import crc32

Markup = NewType("Markup", str)
Pieces = tuple[Markup, ...]
Value = str | float | None

NOTHING = Markup("")


def escaped(text: str) -> Markup:
    """Text as the content of an element."""
    return Markup(escape(text, quote=False))


def number(value: float) -> str:
    """As short as it can be; a tenth of a unit is finer than a screen shows."""
    if isinstance(value, int):
        return str(value)
    short = f"{value:.1f}"
    if short.endswith(".0"):
        short = short[:-2]
    return "0" if short == "-0" else short


@cache
def _spelled(name: str) -> str:
    """class_ -> class, stroke_width -> stroke-width; SVG's own mixed case (viewBox) stays."""
    return name.rstrip("_").replace("_", "-")


def tag(name: str, *children: Markup, **attributes: Value) -> Markup:
    """`tag("g", child, class_="wall", stroke_width=2)`; an attribute that is None is left out."""
    # a group begins a line: so a page can tell by lines what has changed between two pictures
    parts = ["\n<g" if name == "g" else f"<{name}"]
    for key, value in attributes.items():
        if value is None:
            continue
        said = escape(value) if isinstance(value, str) else number(value)
        parts.append(f' {_spelled(key)}="{said}"')
    if children:
        parts.append(">")
        parts.extend(children)
        parts.append(f"</{name}>")
    else:
        parts.append("/>")
    return Markup("".join(parts))


def pieces(name: str, *children: Markup, **attributes: Value) -> Pieces:
    """An element in pieces, to be joined at last: what is drawn already is not copied into it, however large it is."""
    ending = Markup(f"</{name}>")
    return Markup(tag(name, NOTHING, **attributes).removesuffix(ending)), *children, ending


def path(d: str, fill: str, line: Value = None, width: Value = 1, **more: Value) -> Markup:
    """A shape: filled, or drawn with a line of this colour and width, or both."""
    if line is None:
        return tag("path", d=d, fill=fill, **more)
    ends: dict[str, Value] = {"stroke_linejoin": "round", "stroke_linecap": "round", **more}
    return tag("path", d=d, fill=fill, stroke=line, stroke_width=width, **ends)


def circle(x: float, y: float, r: float, fill: str = "none", line: Value = None, width: float = 1, **more: Value) -> Markup:
    thickness = None if line is None else width
    return tag("circle", cx=x or None, cy=y or None, r=r, fill=fill, stroke=line, stroke_width=thickness, **more)


def rect(x: float, y: float, width: float, height: float, **more: Value) -> Markup:
    return tag("rect", x=x or None, y=y or None, width=width, height=height, **more)


def symbol(name: str, *parts: Markup, **more: Value) -> Markup:
    """A thing for the definitions, drawn around the origin; `use` puts it in place."""
    return tag("g", *parts, id=name, **more)


def joined(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))


def kept(*children: Markup, **attributes: Value) -> Markup:
    """A group on a line of its own, called by what it is made of: a page that has it already leaves it as it is (`static/morph.js`).

    For what stays the same from one position to the next, and has nothing in it that can be chosen.
    """
    drawn = tag("g", *children, **attributes).replace("\n", "")
    return Markup(f'\n<g data-kept="{crc32(drawn.encode()):x}-{len(drawn):x}"{drawn.removeprefix("<g")}\n')


def group(*children: Markup, x: float = 0, y: float = 0, scale: float = 1, **attributes: Value) -> Markup:
    """A group, moved to (x, y) and scaled there."""
    return tag("g", *children, **attributes, transform=moved(x, y, scale))


def use(symbol: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Value) -> Markup:
    """A thing from the definitions, its origin at (x, y)."""
    return tag("use", href=f"#{symbol}", **attributes, transform=moved(x, y, scale))


def moved(x: float, y: float, scale: float = 1) -> str | None:
    if scale != 1:
        return f"translate({number(x)} {number(y)})scale({round(scale, 3):g})"
    return f"translate({number(x)} {number(y)})" if x or y else None


def text(x: float, y: float, said: str, size: float, **attributes: Value) -> Markup:
    return tag("text", escaped(said), x=x, y=y, font_size=size, **attributes)


# Type is measured by eye: SVG cannot wrap or cut a text by itself, and the reader's fonts are not known here,
# so these are the widths of a broad face.
_NARROW = frozenset("ijltfrI.,:;'|!()[]- 1")
_BROAD = frozenset("mwMWÄÖÜGOQ@%—…\N{MINUS SIGN}")


def width_of(said: str, size: float) -> float:
    """About how wide a text is."""
    ems = sum(0.38 if c in _NARROW else 0.92 if c in _BROAD else 0.76 if c.isupper() else 0.6 for c in said)
    return ems * size


def cut(said: str, size: float, width: float) -> str:
    """The text, shortened with an ellipsis where it would be wider than this."""
    if width_of(said, size) <= width:
        return said
    while said and width_of(said + "…", size) > width:
        said = said[:-1]
    return said.rstrip() + "…"


def wrapped(words: Iterable[str], size: float, width: float, gap: str = " ") -> list[str]:
    """Words in lines no wider than this."""
    lines: list[str] = []
    for word in words:
        if lines and width_of(f"{lines[-1]}{gap}{word}", size) < width:
            lines[-1] += f"{gap}{word}"
        else:
            lines.append(word)
    return lines


def fitted(x: float, y: float, said: str, size: float, width: float, **attributes: Value) -> Markup:
    """A text no wider than this: set smaller, down to three quarters of its size, and cut only after that."""
    if attributes.get("font_weight") == "bold":
        width *= 0.87
    least = size * 0.75
    size = max(least, min(size, width / max(width_of(said, 1), 0.1)))
    return text(x, y, cut(said, size, width), size, **attributes)
