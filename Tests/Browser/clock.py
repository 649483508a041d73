"""The zone of the run's servers and browsers: Seoul, or another while midnight comes there."""

import os
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

# How long before midnight a run may begin: a slow machine takes an hour for all of it.
LONGEST = timedelta(hours=3)

# Neither changes its clocks. Where it is near midnight in Seoul, it is morning in Phoenix.
ZONES = ["Asia/Seoul", "America/Phoenix"]


def _of_one_day() -> str:
    """The first zone in which the day has begun for a while and lasts through the run: tests compare "today" with
    what a page said before, and begin with posts of the day's first minutes."""
    for zone in ZONES:
        now = datetime.now(ZoneInfo(zone))
        if now.hour >= 1 and (now + LONGEST).date() == now.date():
            return zone
    raise AssertionError("one of the zones is always far from midnight")


# Decided once for all of the run's processes: pytest-xdist's workers inherit it.
ZONE = os.environ.setdefault("DAYSTAMP_TESTS_ZONE", _of_one_day())


def local(moment: datetime) -> datetime:
    """What the zone's clocks show at a moment."""
    return moment.astimezone(ZoneInfo(ZONE)).replace(tzinfo=None)


def today() -> datetime:
    """The time on the zone's clocks now."""
    return local(datetime.now(timezone.utc))
