"""The door of a process that a supervisor has started: it finds its protocol by this name."""

from __future__ import annotations

from kronland.web.safety.connections import Doorkeeper, guarded, room_for_connections

Door = guarded(Doorkeeper(room_for_connections()))
