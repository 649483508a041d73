"""Today and a month on a slow phone: nothing moves while they load, and their photos come within the page. How
long it takes, `Benchmarks/pages.py` measures."""

import pytest

from loading import NETWORKS, load, months, visit_all
from visitor import PHONE


@pytest.fixture(scope="module")
def made_site(begin_module):
    site = begin_module(months)
    visit_all(site)
    return site


@pytest.mark.parametrize("name", ["Today", "month", "full month"])
@pytest.mark.parametrize("shell", ["new", "kept"])
def test_nothing_moves_while_a_page_loads(made_site, name, shell):
    path, photos = made_site.made[name]
    figures = load(made_site, path, NETWORKS["Fast 3G"], shell)
    assert figures["moved"] == []
    # A request for each would take many rounds.
    assert figures["within"] == figures["count"] == photos


def test_the_bar_is_as_high_before_its_places_are_read(made_site):
    page = made_site.visitor(PHONE).page
    page.goto("/")
    bar = page.locator(".bar")
    whole = bar.bounding_box()
    bar.evaluate("bar => bar.replaceChildren()")
    assert bar.bounding_box() == whole
