"""A paired device as a program: what the tests put into a journal without the pages."""

import requests

from server import SAMPLES
from waiting import PATIENCE


class Device:
    """A device's cookie serves as its bearer token. `count` is how many photos it has posted."""

    def __init__(self, base: str, token: str, count: int = 0):
        self.base, self.token, self.count = base, token, count
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {token}"

    @classmethod
    def pair(cls, base: str, link: str) -> "Device":
        paired = requests.post(link, allow_redirects=False, timeout=PATIENCE)
        paired.raise_for_status()
        return cls(base, paired.cookies["daystamp"])

    def ask(self, method: str, path: str, **rest) -> requests.Response:
        answer = self._session.request(method, self.base + path, timeout=PATIENCE, **rest)
        answer.raise_for_status()
        return answer

    def post(self, sample: str, time: str, **fields) -> int:
        """Posts a photo and returns its number; no two are the same to the server."""
        self.count += 1
        photo = (sample, another(sample, self.count), "application/octet-stream")
        answer = self.ask(
            "POST", "/api/v1/posts", data={"time": time, **fields}, files={"photo": photo},
            headers={"Idempotency-Key": f"{self.count:032x}"})
        return answer.json()["number"]

    def add_collection(self, name: str, content: str, **fields) -> None:
        """Adds the texts of a file."""
        self.ask(
            "POST", "/api/v1/collections", data=fields,
            files={"file": (name, content.encode(), "application/octet-stream")})

    def posts(self) -> list[dict]:
        return self.ask("GET", "/api/v1/posts", params={"limit": 100}).json()["posts"]

    def set_pin(self, pin: str) -> None:
        form = {"new-pin": pin, "new-pin-again": pin, "action": "set"}
        self.ask("POST", "/settings/pin", data=form, allow_redirects=False)

    def fail_to_unlock(self, pin: str) -> None:
        answer = self._session.post(self.base + "/api/v1/unlock", json={"pin": pin}, timeout=PATIENCE)
        assert answer.status_code in (403, 429), answer.text


def another(sample: str, index: int) -> bytes:
    """A sample that differs from the others in what follows its picture."""
    return (SAMPLES / sample).read_bytes() + f"\n{index}".encode()
