"""Why an action is refused."""

from __future__ import annotations

from dataclasses import dataclass

from kronland.core.words import Text, Words, words


@dataclass(frozen=True)
class Why:
    """Why an action is refused: the reason's name, the rule, and words in any language that there is.

    >>> import kronland
    >>> why = kronland.match("loewenherz", setup="beginner", seed=7, mode="python").why("done")
    >>> why.reason, why.rule
    ('not_now', '')
    >>> print(why.words("de"))
    Jetzt ist etwas anderes zu entscheiden.
    """

    reason: str
    rule: str
    text: Text

    def words(self, language: str = "en") -> str:
        """The reason in a sentence, without the id of the rule."""
        return words(language)(self.text)

    def say(self, words: Words) -> str:
        """The reason and the id of its rule."""
        return f"{words(self.text)} [{self.rule}]" if self.rule else words(self.text)

    def __str__(self) -> str:
        return self.say(words("en"))
