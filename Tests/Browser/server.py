"""daystamp-server on a journal of its own."""

import re
import select
import signal
import socket
import subprocess
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLES = CHECKOUT / "Samples"

# Debug builds take some seconds to start on a machine that is busy.
START_SECONDS = 60


class Server:
    """Serves a new journal from a folder until it is stopped; ``link`` pairs one browser."""

    def __init__(self, program: Path, folder: Path, *options: str):
        self.journal = folder / "journal"
        self.log = folder / "server.log"
        # The checkout's pages, whichever build serves them.
        environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "TZ": "Asia/Seoul",
            "DAYSTAMP_ASSETS": str(CHECKOUT / "Sources/Web/JournalServer/Assets"),
            "DAYSTAMP_FONTS": str(CHECKOUT / "Fonts/Faces"),
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--journal", self.journal, "--port", "0", *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=environment)
        try:
            # On a port that the system gave it: one that is looked for here may be another's by then.
            self.link = self._read_link()
            self.base = self.link[:self.link.index("/pair/")]
            self._wait_until_listening(int(self.base.rpartition(":")[2]))
        except BaseException:
            self.stop()
            raise

    def _read_link(self) -> str:
        """The pairing link, which is the first thing that a server on a new journal prints."""
        printed, end = "", time.monotonic() + START_SECONDS
        output = self.process.stdout.fileno()
        while time.monotonic() < end:
            if not select.select([output], [], [], 1)[0]:
                continue
            piece = self.process.stdout.read1(65_536)
            if not piece:
                break
            printed += piece.decode()
            if found := re.search(r"(http://\S+/pair/\S+)\n", printed):
                return found[1]
        raise RuntimeError(f"the server printed no link: {printed}{self.log.read_text()}")

    def _wait_until_listening(self, port: int) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not listen: {self.log.read_text()}")

    def stop(self) -> None:
        """Ends it as Ctrl-C does; one that does not end within ten seconds is a failure."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"the server did not end: {self.log.read_text()}") from None
        finally:
            self.process.stdout.close()
        if code != 0:
            raise RuntimeError(f"the server ended with {code}: {self.log.read_text()}")
