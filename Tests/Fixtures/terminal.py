"""Runs a program on a terminal of its own: terminal.py TYPED PROGRAM ARGUMENT...

Each line of TYPED is typed once the program asks, that is, once what it showed since the line before
ends in a space. On standard error stands whether the terminal echoes once the program has ended.
"""
import os
import pty
import re
import select
import signal
import sys
import termios

PATIENCE = 120  # Seconds without anything shown, after which a program that waits for ever is ended.

child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[2], sys.argv[2:])
lines = re.findall(r"[^\n]*\n|[^\n]+", sys.argv[1])
shown = b""
asked = 0  # How much was shown when the last line was typed.
while True:
    if lines and len(shown) > asked and shown.endswith(b" "):
        asked = len(shown)
        os.write(terminal, lines.pop(0).encode())
    if not select.select([terminal], [], [], PATIENCE)[0]:
        os.kill(child, signal.SIGKILL)
    try:
        part = os.read(terminal, 4096)
    except OSError:  # What the other end gives once the program has ended.
        break
    if not part:
        break
    shown += part
sys.stdout.buffer.write(shown)
print("echo" if termios.tcgetattr(terminal)[3] & termios.ECHO else "no echo", file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
