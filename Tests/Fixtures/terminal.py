"""Runs a program on a terminal of its own: terminal.py TYPED PROGRAM ARGUMENT..."""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[2], sys.argv[2:])
os.write(terminal, sys.argv[1].encode())
shown = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # What the other end gives once the program has ended.
        break
    if not part:
        break
    shown += part
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
