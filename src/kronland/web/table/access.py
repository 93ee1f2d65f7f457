"""What one visitor may see and do at one table. Pages and the JSON API have no other way to a table.

    access = tables.enter(table_id, visitor)
    look = access.look(seat, "de")                     # one moment of the table, as that seat may know it
    access.act(seat, look.number, access.action("border d4-d5", seat))  # Conflict if somebody was faster, Refused if a rule forbids it

Seat numbers count from 0; -1 is a spectator, whose eyes everybody may use. Before a game begins there is nothing to see but who sits there
(`NotBegun`). While it runs, only the owners of a seat see with its eyes; when it is over, anybody who may watch sees with all eyes. Every
method checks rights itself, and those are of the moment: whose seats they are is asked again when the table has changed.
"""

from __future__ import annotations

from kronland.web.table.afterwards import Afterwards
from kronland.web.table.asking import Asking
from kronland.web.table.company import Company
from kronland.web.table.deciding import Deciding


class Access(Deciding, Company, Asking, Afterwards):
    """All that one visitor may see and do: each part in a file of its own, rights and checks in `rights.py`."""
