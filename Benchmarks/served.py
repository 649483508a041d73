"""A server that runs while something asks it, with a device that is paired with it."""

import contextlib
import http.client
import re
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Served:
    pid: int
    port: int
    token: str

    def peak(self):
        """The most resident memory that the server had, in bytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) * 1024

    def forget_peak(self):
        """From now on `peak` covers only what follows (proc(5), clear_refs)."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, method, path, body=None, headers={}):
        """One request on a connection of its own: its status and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        try:
            connection.request(method, path, body, {**self.headers(), **headers})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextlib.contextmanager
def serving(program, folder, owner):
    """Starts a server on a journal, which it makes where there is none, and ends it as a person would."""
    port = free_port()
    place = ["--journal", str(folder), "--owner", owner]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(program), "--port", str(port), *place], stdout=log, stderr=log)
        try:
            wait(port, process)
            link = subprocess.run(
                [str(program), "pair", *place], check=True, capture_output=True, text=True).stdout
            yield Served(process.pid, port, paired(port, re.search(r"/pair/(\S+)", link)[1]))
        finally:
            process.send_signal(signal.SIGTERM)
            if process.wait(timeout=30) != 0:
                raise RuntimeError(f"the server ended with {process.returncode}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(port, process):
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", port)).close()
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")


def paired(port, code):
    """The token that a browser gets as a cookie, which serves programs too."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", f"/pair/{code}", "", {"Origin": f"http://127.0.0.1:{port}"})
    cookie = connection.getresponse().getheader("Set-Cookie") or ""
    connection.close()
    return re.search(r"daystamp=([^;]+)", cookie)[1]
