"""Asks a server: as fast as it answers, with wrk, or at a fixed rate, whether it keeps up
or not."""

import asyncio
import re
import shutil
import subprocess
import tempfile
import time


def wrk(served, paths, seconds, connections):
    """Requests a second and milliseconds at the 99th percentile; None where wrk is missing."""
    program = shutil.which("wrk")
    if not program:
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write("local paths = {%s}\n" % ", ".join(f'"{path}"' for path in paths))
        script.write("local number = 0\n")
        script.write("request = function()\n  number = number + 1\n")
        script.write("  return wrk.format(nil, paths[number % #paths + 1])\nend\n")
        script.flush()
        headers = [part for name, value in served.headers().items() for part in ("-H", f"{name}: {value}")]
        said = subprocess.run(
            [program, "-t", "1", "-c", str(connections), "-d", str(seconds), "--timeout", "60s",
             "--latency", *headers, "-s", script.name, f"http://127.0.0.1:{served.port}"],
            check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise RuntimeError(said)
    found = re.search(r"99%\s+([\d.]+)(us|ms|s)\s", said)
    if not found:
        raise RuntimeError(said)
    number, unit = found.groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]), float(number) * {
        "us": 0.001, "ms": 1, "s": 1000}[unit]


def paced(served, paths, rate, seconds, connections=16):
    """Sends requests at times that are fixed before, each on a connection that is free then.

    Gives, in order of time, the milliseconds of each from the moment at which it was due: where a
    server falls behind, all that wait are counted."""
    return asyncio.run(ask(served, paths, rate, seconds, connections))


async def ask(served, paths, rate, seconds, connections):
    free = asyncio.Queue()
    for _ in range(connections):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", served.port))
    head = "".join(f"{name}: {value}\r\n" for name, value in served.headers().items())
    start = time.perf_counter() + 0.1
    requests = []
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        path = paths[number % len(paths)]
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{head}\r\n".encode()
        requests.append(asyncio.create_task(one(free, request, due)))
    times = await asyncio.gather(*requests)
    while not free.empty():
        free.get_nowait()[1].close()
    return times


async def one(free, request, due):
    reader, writer = connection = await free.get()
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.decode())
    lines = (line.split(b":", 1) for line in head.lower().splitlines()[1:] if line)
    await reader.readexactly(int(dict(lines)[b"content-length"]))
    free.put_nowait(connection)
    return 1000 * (time.perf_counter() - due)
