"""daystamp-server on a journal of its own."""

import re
import signal
import subprocess
from pathlib import Path

from clock import ZONE
from waiting import PATIENCE, until

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLES = CHECKOUT / "Samples"


class Server:
    """Serves the journal in a folder, a new one where there is none, until it is stopped."""

    def __init__(self, program: Path, folder: Path, *options: str):
        self.program = program
        self.journal = folder / "journal"
        self.log = folder / "server.log"
        # What is mailed stays here.
        self.mails = folder / "mails"
        sendmail = folder / "bin/sendmail"
        sendmail.parent.mkdir(exist_ok=True)
        sendmail.write_text(f"#!/bin/sh\ncat >> '{self.mails}'\n")
        sendmail.chmod(0o755)
        # The checkout's pages, whichever build serves them.
        environment = {
            "PATH": f"{sendmail.parent}:/usr/bin:/bin", "HOME": str(folder), "TZ": ZONE,
            "DAYSTAMP_ASSETS": str(CHECKOUT / "Sources/Web/JournalServer/Assets"),
            "DAYSTAMP_FONTS": str(CHECKOUT / "Fonts/Faces"),
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [program, "serve", "--journal", self.journal, "--port", "0", *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        try:
            # On a port that the system gave it: one that is looked for here may be another's by then.
            self.base = self._said(r"Listening on (http://[^ ;]+)")
        except BaseException:
            self._end()
            raise

    def _said(self, pattern: str) -> str:
        """The first group of what the server says sooner or later, in a line that is whole."""
        def look():
            found = re.search(rf"{pattern}.*\n", self.log.read_text())
            if not found and self._process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log.read_text()}")
            return found
        return until(look, f"the server says {pattern}")[1]

    def link(self, *options: str) -> str:
        """A pairing link, as the journal's owner asks for one."""
        command = [self.program, "pair", "--journal", self.journal, *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0]

    def stop(self) -> None:
        """Ends it as Ctrl-C does; then nothing may be left under way."""
        code = self._end()
        if code != 0:
            raise RuntimeError(f"the server ended with {code}: {self.log.read_text()}")

    def _end(self) -> int:
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise RuntimeError(f"the server did not end: {self.log.read_text()}") from None
