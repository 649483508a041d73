"""The way that everybody goes, in the other two engines: pair, write, post a photo with a filter, month,
timeline, lock."""

import pytest

from engines import Firefox, WebKit
from server import SAMPLES, Server

PIN = "2849"


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path):
    if why := request.param.missing():
        pytest.skip(why)
    folder = tmp_path / "engine"
    folder.mkdir()
    engine = request.param(folder)
    yield engine
    engine.close()


@pytest.fixture
def server(program, tmp_path):
    server = Server(program, tmp_path)
    yield server
    server.stop()


def test_main_path(engine, server):
    def open(path):
        engine.open(server.base + path)

    engine.open(server.link())
    engine.click("form[action^='/pair/'] button")
    engine.be_at("/")

    open("/new")
    engine.type("#words", "The first words.")
    engine.click("[data-post]")
    engine.be_at("/posts/1")
    assert "The first words." in engine.script("return document.querySelector('main').innerText")

    open("/new")
    engine.choose("[data-files]", SAMPLES / "three-puppies.jpg")
    engine.see("[data-photos] textarea")
    engine.click("[data-photo-edit] > summary")
    engine.see("[data-photo-edit][data-drawn]")
    engine.script("document.querySelector('[data-filter][value=noir]').click()")
    engine.script("document.querySelector('[data-shape=square]').click()")
    engine.click("[data-post]")
    engine.be_at("/posts/2")
    posted = engine.script(
        "return fetch('/api/v1/posts/2').then((answer) => answer.json()).then((post) => post.edit)")
    assert posted == "crop=square filter=noir"

    open("/months/2016-08")
    engine.see(".calendar td a")
    open("/timeline")
    engine.see(".tile img")

    open("/settings/lock")
    engine.type("#new-pin", PIN)
    engine.type("#new-pin-again", PIN)
    engine.click("button[value=set]")
    engine.wait("location.search === '?saved=1'")
    engine.be_at("/settings/lock")
    engine.see("main form[action='/lock'] button")
    engine.click("main form[action='/lock'] button")
    engine.be_at("/lock")
    engine.type("#pin", PIN)
    engine.script("document.querySelector('form[data-lock]').requestSubmit()")
    engine.wait("location.pathname !== '/lock'")
    open("/")
    assert engine.script("return location.pathname") == "/"
