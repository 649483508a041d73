"""Canaille, a server of accounts (OpenID Connect), in this process."""

import datetime
import logging
import secrets
import threading

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from joserfc import jwk
from werkzeug.serving import make_server

PASSWORD = "correct horse battery"


class Issuer:
    """Serves people's accounts until it is stopped; it keeps them in memory alone."""

    client, secret = "daystamp", "a secret of the tests"

    def __init__(self, client_address: str, *people: str):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        # Another host than the pages', as browsers see it, so that their rules for other sites hold.
        self._server = make_server("127.0.0.1", 0, lambda *_: [], threaded=True)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        app = create_app({
            "SECRET_KEY": secrets.token_hex(), "SERVER_NAME": self.base.removeprefix("http://"),
            "PREFERRED_URL_SCHEME": "http",
            "CANAILLE": {"DATABASE": "memory", "HTMX": False},
            "CANAILLE_OIDC": {
                "ACTIVE_JWKS": [jwk.RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)]},
        })
        with app.app_context(), Backend.instance.session():
            for person in people:
                Backend.instance.save(models.User(
                    user_name=person, formatted_name=person.title(), family_name=person.title(),
                    emails=[f"{person}@example.org"], password=PASSWORD))
            client = models.Client(
                client_id=self.client, client_secret=self.secret, client_name="Daystamp",
                client_uri="https://example.org", contacts=["anna@example.org"],
                client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
                redirect_uris=[client_address + "/sign-in/account/return"],
                grant_types=["authorization_code"], response_types=["code"],
                scope=["openid", "profile", "email"],
                token_endpoint_auth_method="client_secret_basic")
            Backend.instance.save(client)
            # It has to be there to be named.
            client.audience = [client]
            Backend.instance.save(client)
        self._server.app = app
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
