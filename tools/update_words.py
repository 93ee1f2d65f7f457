#!/usr/bin/env python3
"""Bring the catalogues of words up to date with the texts marked in the code.

    python tools/update_words.py            writes the catalogues anew and lists what wants a translation
    python tools/update_words.py --check    only says whether that would change anything (exit code 1 if so)
    python tools/update_words.py FOLDER     does so with the catalogues of a game that lies elsewhere too

Texts are marked N_("...") or NN_("one", "many", "by"). Each game has catalogues of its own, `games/<id>/words/{de,en}.po`, made when they
are missing, and so has the web; everything else goes into `words/{de,en}.po`. A text of the core is not repeated in another catalogue.
Translations are kept, texts that are gone go, new ones come without a translation: write it into de.po. An empty English one means the
text itself.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "kronland"
MARKS = {"N_": None, "NN_": (1, 2)}
LANGUAGES = {"de": "German", "en": "English"}
HEADER = """\
# {language} words of Kronland{part}. Refresh with tools/update_words.py.
msgid ""
msgstr ""
"Project-Id-Version: Kronland\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""

MessageId = str | tuple[str, ...]  # one text, or the forms for one and for many


def folders_with_words(package: Path = PACKAGE) -> list[Path]:
    """The games, and the web."""
    return [*sorted(file.parent for file in (package / "games").glob("*/game.py")), *package.glob("web")]


def marked_in(files: list[Path]) -> set[MessageId]:
    return {message for file in files for _, message, _, _ in extract_from_file("python", file, keywords=MARKS)}


def marked_texts(package: Path = PACKAGE, further: Sequence[Path] = ()) -> dict[Path, set[MessageId]]:
    """The texts of each catalogue: folder -> texts. First the core's."""
    of_folder = {folder: sorted(folder.rglob("*.py")) for folder in [*folders_with_words(package), *further]}
    elsewhere = {file for files in of_folder.values() for file in files}
    core = marked_in(sorted(set(package.rglob("*.py")) - elsewhere))
    return {package: core, **{folder: marked_in(files) - core for folder, files in of_folder.items()}}


def refreshed(file: Path, texts: set[MessageId]) -> tuple[str, list[MessageId]]:
    """The catalogue as it should be, and the texts that have no translation in it."""
    code = file.stem
    old = Catalog(locale=code)
    if file.exists():
        with file.open("rb") as stream:
            old = read_po(stream, locale=code)
    new = Catalog(locale=code)
    missing = []
    for text in texts:
        known = old.get(text)
        kept = known.string if known is not None and known.id == text and not known.fuzzy else None
        new.add(text, kept)
        if not kept or not all([kept] if isinstance(kept, str) else kept):
            missing.append(text)
    body = io.BytesIO()
    write_po(body, new, width=130, omit_header=True, sort_output=True)
    folder = file.parent.parent
    part = f": {folder.name}" if folder.name != "kronland" else ""
    head = HEADER.format(language=LANGUAGES[code], code=code, part=part)
    return head + body.getvalue().decode("utf-8").strip() + "\n", sorted(missing, key=str)


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, only say what would change")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="of a game that lies elsewhere")
    asked = parser.parse_args()
    check, stale = asked.check, 0
    for folder, texts in marked_texts(further=asked.folders).items():
        for code in LANGUAGES:
            file = folder / "words" / f"{code}.po"
            wanted, missing = refreshed(file, texts)
            if not file.exists() or file.read_text("utf-8") != wanted:
                stale += 1
                print(f"{'would change' if check else 'written'}: {file}")
                if not check:
                    file.parent.mkdir(exist_ok=True)
                    file.write_text(wanted, "utf-8")
            for text in missing if code == "de" else []:
                print(f"  no translation: {text!r}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
