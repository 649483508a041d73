"""Other browsers than Chromium, each driven in its own way: Firefox by WebDriver BiDi, WebKit by WebDriver.

An engine opens pages, types, clicks and reads by CSS selectors; everything else is up to the test."""

import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import websocket
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from waiting import PATIENCE, until

WIDTH, HEIGHT = 390, 844
# Until it is drawn where a pointer finds it.
SHOW = """element => {
  element.scrollIntoView({ block: "center", behavior: "instant" });
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""

# WebKit's driver finds out where an element is, and clicks there a moment later. Until it is where it was
# the last time that this was asked, with every picture in sight.
STILL = """(() => {
  const box = document.querySelector(%s).getBoundingClientRect();
  const [place, before] = [`${location} ${box.x + scrollX} ${box.y + scrollY}`, window.lastPlace];
  window.lastPlace = place;
  const isLoading = (image) => !image.complete && image.getBoundingClientRect().top < innerHeight;
  return place === before && ![...document.images].some(isLoading);
})()"""


class Engine:
    """What a test does with a browser; `script` runs a function's body and returns what that does."""

    def open(self, address: str) -> None: ...
    def click(self, selector: str) -> None: ...
    def type(self, selector: str, text: str) -> None: ...
    def choose(self, selector: str, file: Path) -> None: ...
    def script(self, body: str): ...
    def close(self) -> None: ...

    def wait(self, condition: str):
        """Waits until an expression of the page is true, over pages that open meanwhile; returns it."""
        def look():
            with suppress(WebDriverException, BiDiError):  # The page is just being left.
                return self.script(f"return {condition}")
        return until(look, condition)

    def see(self, selector: str):
        return self.wait(f"document.querySelector({json.dumps(selector)}) !== null")

    def be_at(self, path: str):
        """Waits until a page is there, by the path of its address, a regular expression."""
        return self.wait(
            f"new RegExp({json.dumps(f'^{path}$')}).test(location.pathname)"
            " && document.readyState === 'complete'")


class WebKit(Engine):
    """WebKitGTK, as near to a Safari as Debian has, in its MiniBrowser."""

    @staticmethod
    def missing() -> str | None:
        programs = ["WebKitWebDriver", "Xvfb"]
        lacking = [program for program in programs if not shutil.which(program)]
        return f"there is no {', '.join(lacking)}" if lacking else None

    def __init__(self, folder: Path):
        self._display = Display(folder)
        environment = {
            **os.environ, "DISPLAY": self._display.name, "HOME": str(folder),
            "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        [program] = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")
        options = Options()
        options.binary_location = str(program)
        options.add_argument("--automation")
        service = Service(shutil.which("WebKitWebDriver"), env=environment)
        self._driver = WebKitGTK(options=options, service=service)
        self._driver.set_window_size(WIDTH, HEIGHT)

    def open(self, address):
        self._driver.get(address)

    def click(self, selector):
        self.see(selector)
        self.wait(STILL % json.dumps(selector))
        self._driver.find_element(By.CSS_SELECTOR, selector).click()

    def type(self, selector, text):
        self.see(selector)
        self._driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)

    def choose(self, selector, file):
        self._driver.find_element(By.CSS_SELECTOR, selector).send_keys(str(file))

    def script(self, body):
        return self._driver.execute_script(body)

    def close(self):
        self._driver.quit()
        self._display.close()


class Display:
    """A screen that nobody sees (Xvfb)."""

    def __init__(self, folder: Path):
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{2 * WIDTH}x{2 * HEIGHT}x24"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = ":" + numbers.readline().strip()

    def close(self):
        self._server.terminate()
        self._server.wait()


class BiDiError(Exception):
    """What Firefox answers that does not do as it is asked."""


class Firefox(Engine):
    """Debian's Firefox speaks WebDriver BiDi itself, without a driver between."""

    @staticmethod
    def missing() -> str | None:
        return None if shutil.which("firefox-esr") else "there is no firefox-esr"

    def __init__(self, folder: Path):
        (folder / "user.js").write_text('user_pref("app.normandy.enabled", false);\n')
        self._browser = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder),
             "--remote-debugging-port", "0", "--width", str(WIDTH), "--height", str(HEIGHT)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._number = 0
        # Where it listens stands in its profile.
        listening = json.loads(when_written(folder / "WebDriverBiDiServer.json"))
        address = f"ws://{listening['ws_host']}:{listening['ws_port']}/session"
        self._socket = websocket.create_connection(
            address, timeout=PATIENCE, suppress_origin=True)
        self._ask("session.new", capabilities={})
        [context] = self._ask("browsingContext.getTree")["contexts"]
        self._context = context["context"]
        self._ask("browsingContext.setViewport", context=self._context,
                  viewport={"width": WIDTH, "height": HEIGHT})

    def _ask(self, method: str, **parameters) -> dict:
        self._number += 1
        self._socket.send(json.dumps(
            {"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") != self._number:
                continue
            if answer["type"] == "error":
                raise BiDiError(f"{method}: {answer['error']}: {answer['message']}")
            return answer["result"]

    def _element(self, selector: str) -> dict:
        self.see(selector)
        found = self._ask("browsingContext.locateNodes", context=self._context,
                          locator={"type": "css", "value": selector})
        node = found["nodes"][0]
        self._ask("script.callFunction", target={"context": self._context}, arguments=[node],
                  awaitPromise=True, functionDeclaration=SHOW)
        return {"sharedId": node["sharedId"]}

    def open(self, address):
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def click(self, selector):
        origin = {"type": "element", "element": self._element(selector)}
        self._ask("input.performActions", context=self._context, actions=[{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def type(self, selector, text):
        self.click(selector)
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._ask("input.performActions", context=self._context, actions=[
            {"type": "key", "id": "keyboard", "actions": keys}])

    def choose(self, selector, file):
        self._ask("input.setFiles", context=self._context, element=self._element(selector),
                  files=[str(file)])

    def script(self, body):
        answer = self._ask(
            "script.evaluate", target={"context": self._context}, awaitPromise=True,
            expression=f"(() => {{ {body} }})()")
        if answer["type"] == "exception":
            raise BiDiError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def close(self):
        self._socket.close()
        self._browser.terminate()
        self._browser.wait()


def when_written(file: Path) -> str:
    def look():
        with suppress(FileNotFoundError):
            text = file.read_text()
            return text if text.endswith("}") else None
    return until(look, f"{file.name} is written")
