"""The one account of all that is kept: every table of the database is in it, whichever file describes it."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()
