#!/usr/bin/env python3
"""Kills the server (SIGKILL) while passkeys are added and removed, and daystamp while accounts are linked and
unlinked, and looks after each kill whether what was reported is there, and all else whole; see README.md."""

import argparse
import base64
import contextlib
import hashlib
import http.client
import json
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from contenders import built
from served import free_port, paired, wait
from tables import print_table

OWNER, ISSUER = "anna", "https://id.example"
# The point that makes P-256 (SEC 2, section 2.4.2): a public key that no authenticator has.
POINT = bytes.fromhex(
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
# Each adds and removes passkeys of its own, as one device.
WORKERS = 3


def main():
    options = parse()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="daystamp-kills-") as scratch:
        program = options.daystamp or built("daystamp")
        journal = Journal(program, options.server or built("daystamp-server"), Path(scratch) / "journal")
        results = [passkeys(journal, options.kills), accounts(journal, options.kills)]
        journal.check()
    print_table(["what", "kills", "reported", "under way", "of these done", "faults"],
                [[str(cell) for cell in row] for row in results])
    return 1 if any(row[-1] for row in results) else 0


class Journal:
    def __init__(self, program, server, folder):
        self.program, self.server, self.folder = str(program), str(server), folder
        self.run("owner", "add", OWNER)

    def start(self, *arguments):
        return subprocess.Popen(
            [self.program, *arguments, "--journal", self.folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments):
        process = self.start(*arguments)
        said = process.communicate()[1]
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, arguments))}: {said}")

    def rows(self, query):
        address = f"file:{self.folder}/journal.sqlite?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
            return database.execute(query).fetchall()

    def check(self):
        self.run("check")

    def is_damaged(self):
        return self.rows("PRAGMA integrity_check") != [("ok",)] or self.rows("PRAGMA foreign_key_check")


class Ledger:
    """What there has to be, and what was asked for and is not answered yet."""

    def __init__(self):
        self.there, self.under_way = set(), {}
        self.reported = self.unanswered = self.done = self.faults = 0

    def settle(self, found, is_damaged):
        """Looks after a kill, and goes on from what was found."""
        faults = set()
        for name in self.there | found:
            was = name in self.there
            if name not in self.under_way and was != (name in found):
                faults.add(name)
        for name, wanted in self.under_way.items():
            self.done += (name in found) == wanted
        self.unanswered += len(self.under_way)
        self.faults += len(faults) + bool(is_damaged)
        for name in faults:
            print(f"{name}: {'lost' if name in self.there else 'back'}", file=sys.stderr)
        self.there, self.under_way = set(found), {}


def passkeys(journal, kills):
    ledger, tokens = Ledger(), []
    for kill in range(kills):
        port = free_port()
        server = subprocess.Popen(
            [journal.server, "--port", str(port), "--journal", journal.folder, "--owner", OWNER],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(port, server)
        while len(tokens) < WORKERS:
            link = subprocess.run(
                [journal.server, "pair", "--journal", journal.folder, "--owner", OWNER], check=True,
                capture_output=True, text=True).stdout
            tokens.append(paired(port, re.search(r"/pair/(\S+)", link)[1]))
        # There may be twenty of them.
        for passkey in json.loads(ask(port, tokens[0], "GET", "/api/v1/passkeys")[1])["passkeys"]:
            status, _ = ask(port, tokens[0], "DELETE", f"/api/v1/passkeys/{passkey['id']}?confirm=1")
            if status != 204:
                raise RuntimeError(f"a passkey that was found is not removed: {status}")
        ledger.there.clear()
        lock, begun = threading.Lock(), threading.Semaphore(0)
        threads = [
            threading.Thread(target=work, args=(port, token, ledger, lock, begun)) for token in tokens]
        for thread in threads:
            thread.start()
        for _ in range(random.randint(1, 12)):
            begun.acquire()
        time.sleep(random.uniform(0, 0.02))
        server.kill()
        server.wait()
        for thread in threads:
            thread.join()
        found = {bytes(row).hex() for row, in journal.rows("SELECT credential FROM passkey")}
        ledger.settle(found, journal.is_damaged())
        print(f"\r{kill + 1} kills", end="", file=sys.stderr)
    print(file=sys.stderr)
    return ["passkeys", kills, ledger.reported, ledger.unanswered, ledger.done, ledger.faults]


def work(port, token, ledger, lock, begun):
    """Adds passkeys and removes them until the server is gone."""
    own = {}

    def report(credential, is_there, ask_for):
        with lock:
            ledger.under_way[credential] = is_there
        begun.release()
        status, answer = ask_for()
        if status not in (201, 204):
            raise RuntimeError(f"{status}: {answer}")
        with lock:
            del ledger.under_way[credential]
            (ledger.there.add if is_there else ledger.there.discard)(credential)
            ledger.reported += 1
        return answer

    try:
        while True:
            if len(own) < 3:
                status, given = ask(port, token, "POST", "/settings/passkeys/options", {"pin": ""})
                if status != 200:
                    raise RuntimeError(f"{status}: {given}")
                credential = secrets.token_bytes(32)
                made = registration(json.loads(given), f"http://localhost:{port}", credential)
                answer = report(
                    credential.hex(), True,
                    lambda: ask(port, token, "POST", "/settings/passkeys", made))
                own[credential.hex()] = json.loads(answer)["id"]
            else:
                credential, number = own.popitem()
                report(
                    credential, False,
                    lambda: ask(port, token, "DELETE", f"/api/v1/passkeys/{number}?confirm=1"))
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        # Killed: what is under way may be done or not. What waits for work to begin need not.
        for _ in range(20):
            begun.release()


def ask(port, token, method, path, body=None):
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request(
            method, path, body and json.dumps(body),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def registration(given, origin, credential):
    """What a browser gives for a new passkey, attested by nobody (WebAuthn Level 3, section 8.7)."""
    client = json.dumps({"type": "webauthn.create", "challenge": given["challenge"], "origin": origin})
    key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + POINT[:32] + b"\x22\x58\x20" + POINT[32:]
    data = (hashlib.sha256(given["rp"]["id"].encode()).digest() + b"\x45" + bytes(4) + bytes(16)
            + len(credential).to_bytes(2) + credential + key)
    attestation = (b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data)
    text = lambda content: base64.urlsafe_b64encode(content).rstrip(b"=").decode()
    return {"clientDataJSON": text(client.encode()), "attestationObject": text(attestation)}


def accounts(journal, kills):
    ledger, durations, killed = Ledger(), [], 0
    while killed < kills:
        linked = sorted(ledger.there)
        is_there = len(linked) < 2 or len(linked) < 8 and random.random() < 0.5
        subject = secrets.token_hex(8) if is_there else random.choice(linked)
        ledger.under_way = {subject: is_there}
        process = journal.start(
            "owner", "link" if is_there else "unlink", OWNER, "--oidc", f"{ISSUER} {subject}")
        start = time.perf_counter()
        try:
            if len(durations) < 4:
                process.wait()
            else:
                process.wait(timeout=random.uniform(0, max(durations)))
        except subprocess.TimeoutExpired:
            process.kill()
        said = process.communicate()[1]
        if process.returncode == 0:
            durations = (durations + [time.perf_counter() - start])[-20:]
            (ledger.there.add if is_there else ledger.there.discard)(subject)
            ledger.under_way, ledger.reported = {}, ledger.reported + 1
        elif process.returncode == -9:
            killed += 1
            print(f"\r{killed} kills", end="", file=sys.stderr)
        else:
            raise RuntimeError(said)
        found = {row for row, in journal.rows("SELECT subject FROM account")}
        ledger.settle(found, journal.is_damaged())
    print(file=sys.stderr)
    return ["accounts", killed, ledger.reported, ledger.unanswered, ledger.done, ledger.faults]


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a build (default: a release built here)")
    parser.add_argument("--server", metavar="FILE", help="a build (default: a release built here)")
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="of each (default: 100)")
    parser.add_argument("--seed", type=int, default=None)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
