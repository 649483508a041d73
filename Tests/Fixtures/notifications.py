"""A session bus with a service for notifications, which prints what it is asked to show.

Prints the address of the bus once the service is there. Ends with the program that started it.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

import dbus

NAME = "org.freedesktop.Notifications"


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


bus = subprocess.Popen(
    ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"],
    stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent)
address = bus.stdout.readline().strip()
os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
service = subprocess.Popen(
    [sys.executable, "-u", "-m", "dbusmock", "--template", "notification_daemon"],
    preexec_fn=end_with_parent)
connection = dbus.bus.BusConnection(address)
while not connection.name_has_owner(NAME) and service.poll() is None:
    time.sleep(0.02)
print(address, flush=True)
service.wait()
