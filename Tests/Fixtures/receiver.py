"""A server that does as its requests' paths say: receiver.py HOST FILE [CERTIFICATE KEY]

It prints its port. Before it answers a request, it adds a line of JSON to FILE: method, path, fields, body
(base64).
"""
import base64
import json
import socket
import ssl
import sys
import threading

listener = socket.create_server((sys.argv[1], 0))
security = None
if len(sys.argv) > 3:
    security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    security.load_cert_chain(sys.argv[3], sys.argv[4])
port = listener.getsockname()[1]
print(port, flush=True)
over = threading.Event()  # Never set: what waits for it waits until the program is killed.


def endless(connection, part, pause=None):
    while not over.wait(pause or 0):
        connection.sendall(part)


def answer(connection, kind, rest):
    """Does what the first part of the path says, then closes the connection."""
    if kind == "status":
        body = b"{}"
        connection.sendall(
            b"HTTP/1.1 %s Status\r\nRetry-After: 7\r\nContent-Length: %d\r\n\r\n%s"
            % (rest.encode(), len(body), body))
    elif kind == "redirect":
        where = b"http://127.0.0.1:%d/status/200/target" % port
        connection.sendall(
            b"HTTP/1.1 %s Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
            % (rest.encode(), where))
    elif kind == "early":
        connection.sendall(
            b"HTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\n\r\n"
            b"HTTP/1.1 200 OK\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")
    elif kind == "hang":
        over.wait()
    elif kind == "body":
        connection.sendall(b"HTTP/1.1 200 OK\r\nRetry-After: 7\r\n\r\n")
        endless(connection, b"a" * 65536)
    elif kind == "dripping-body":
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nRetry-After: 7\r\nContent-Length: 1000000\r\n\r\n")
        endless(connection, b"a", 0.05)
    elif kind == "fields":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        endless(connection, b"A: " + b"a" * 997 + b"\r\n")
    elif kind == "field":
        connection.sendall(b"HTTP/1.1 200 OK\r\nA: ")
        endless(connection, b"a" * 1000)
    elif kind == "drip":
        connection.sendall(b"HTTP/1.1 200 OK\r\nA: ")
        endless(connection, b"a", 0.05)
    elif kind == "nonsense":
        connection.sendall(b"220 mail.example ESMTP\r\n")
    elif kind != "close":
        connection.sendall(b"HTTP/1.1 418 Unknown\r\nContent-Length: 0\r\n\r\n")


def serve(plain):
    try:
        connection = security.wrap_socket(plain, server_side=True) if security else plain
        reader = connection.makefile("rb")
        method, path, _ = reader.readline().decode("ascii").split(" ")
        fields = []
        while (line := reader.readline().decode("latin-1").rstrip("\r\n")):
            fields.append(line.split(": ", 1))
        length = int({name.lower(): value for name, value in fields}.get("content-length", 0))
        body = base64.b64encode(reader.read(length)).decode()
        with open(sys.argv[2], "a") as file:
            file.write(json.dumps(
                {"method": method, "path": path, "fields": fields, "body": body}) + "\n")
        _, kind, rest, *_ = (path + "//").split("/")
        answer(connection, kind, rest)
        reader.close()
        connection.close()
    except (OSError, ValueError):  # The client ended the connection, or never spoke.
        pass
    finally:
        plain.close()


while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
