"""The interface for programs, held to its own OpenAPI document by schemathesis: no 5xx, no answer
that the document does not have, every body as it says."""

import subprocess
import sys

from diary import fill

CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance"]
# Random values for each operation, besides those at the edges of what the document allows. 25 took ten minutes
# on a busy machine, of the fifteen that the test has.
EXAMPLES = 5


def test_interface_is_as_its_document_says(begin, tmp_path):
    site = begin(fill)
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", site.server.base + "/api/v1/openapi.json",
        "--header", f"Authorization: Bearer {site.device.token}", "--checks", ",".join(CHECKS),
        # Revoking a device would end the test's own.
        "--exclude-path", "/api/v1/devices/{id}",
        # A test goes to whatever address a way has; a code goes to the tests' own sendmail.
        "--exclude-path", "/api/v1/reminders/ways/{number}/test",
        "--phases", "examples,coverage,fuzzing", "--max-examples", str(EXAMPLES),
        "--seed", "1", "--generation-database", "none", "--no-color"]
    # Its own files go to the test's folder. The time ends what hangs, and measures nothing.
    run = subprocess.run(
        command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=900)
    print(run.stdout, run.stderr)
    assert run.returncode == 0
