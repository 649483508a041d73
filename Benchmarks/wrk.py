"""Asks a server as fast as it answers, with wrk."""

import re
import shutil
import subprocess
import tempfile


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
