"""What lies on the desk of both Löwenherz editions."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.desk import Count, Plate
from kronland.core.words import N_, Text
from kronland.games.drawing.scenes import BaseScene
from kronland.games.grid.rules.regions import CASTLES_EACH

ALLIED = N_("Allies: castle {one} of {player} and castle {two} of {other}")


def alliance_counts(scene: BaseScene, pairs: Sequence[tuple[int, int]]) -> list[Count]:
    """Each alliance as two rings with the numbers of the castles; the board shows where."""
    found = []
    for one, other in pairs:
        numbers = one % CASTLES_EACH + 1, other % CASTLES_EACH + 1
        names = scene.names[one // CASTLES_EACH], scene.names[other // CASTLES_EACH]
        said = scene.words(ALLIED, one=numbers[0], player=names[0], two=numbers[1], other=names[1])
        found.append(Count("kl-rings", f"{numbers[0]}–{numbers[1]}", said))
    return found


def neutral_plate(scene: BaseScene, regions: int, neutral: Text, regions_said: Text, knights_said: Text) -> Plate:
    """The colour that nobody plays, in a game for fewer."""
    colour = scene.players
    counts = (
        scene.count("kl-region", regions, regions_said),
        scene.count("kl-helm", int(scene.s.knights_left[colour]), knights_said),
    )
    return Plate(f"{scene.names[colour]} ({scene.words(neutral)})", colour, counts=counts)
