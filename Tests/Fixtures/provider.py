"""An issuer of OpenID Connect (oidc-provider-mock), some of whose people get wrong tokens: provider.py

It prints its port. Whoever signs in as `expired`, `unsigned` and so on (the keys of WRONG) gets such a token.
"""
import base64
import hmac
import json
import os
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import oidc_provider_mock
import werkzeug.serving
from authlib import jose
from joserfc import jwk, jwt
from oidc_provider_mock import _app
from oidc_provider_mock._storage import storage


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def claims(token):
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def signed(changed, **header):
    """A token with other claims, by the issuer's key."""
    key = jwk.import_key(storage.jwk.as_dict(is_private=True))
    return jwt.encode({"alg": "RS256", **header}, changed, key, ["RS256"])


def with_claims(**others):
    return lambda token: signed({**claims(token), **others})


def without(name):
    return lambda token: signed(
        {key: value for key, value in claims(token).items() if key != name})


def changed_payload(token):
    head, _, signature = token.split(".")
    return f"{head}.{part({**claims(token), 'sub': 'mina'})}.{signature}"


def by_public_key(token):
    """By HMAC, with the public key as the secret."""
    text = f"{part({'alg': 'HS256'})}.{token.split('.')[1]}"
    code = hmac.digest(storage.jwk.as_pem(), text.encode(), "sha256")
    return f"{text}.{base64.urlsafe_b64encode(code).rstrip(b'=').decode()}"


def rotated(token):
    """By a new key, which is the only one from then on."""
    storage._get_current_object().jwk = jose.RSAKey.generate_key(is_private=True)
    return signed(claims(token))


now = int(time.time())
WRONG = {
    "other-audience": with_claims(aud="other"),
    "empty-audience": with_claims(aud=[]),
    "several-audiences": with_claims(aud=["daystamp", "other"]),
    "other-issuer": with_claims(iss="https://attacker.example"),
    "expired": with_claims(exp=now - 3_600),
    "not-yet-valid": with_claims(nbf=now + 36_000),
    "from-the-future": with_claims(iat=now + 36_000),
    "without-nonce": without("nonce"),
    "other-nonce": with_claims(nonce="n-0S6_WzA2Mj"),
    "other-access-token": with_claims(at_hash="77QmUPtjPfzWtF2AnpK9RQ"),
    "changed": changed_payload,
    "unsigned": lambda token: f"{part({'alg': 'none'})}.{token.split('.')[1]}.",
    "by-public-key": by_public_key,
    "unknown-key": lambda token: signed(claims(token), kid="unknown"),
    "rotated": rotated,
}

made = _app.OpenIDCode.encode_id_token


def encode_id_token(self, token, request):
    right = made(self, token, request)
    return WRONG.get(request.user.sub, lambda token: token)(right)


_app.OpenIDCode.encode_id_token = encode_id_token
people = [
    oidc_provider_mock.User(
        sub="mina",
        claims={"email": "mina@example.org", "email_verified": True, "name": "Mina"}),
    # Called as another is, but for case.
    oidc_provider_mock.User(sub="mina-2", claims={"name": "MINA"}),
]
server = werkzeug.serving.make_server(
    "127.0.0.1", 0, oidc_provider_mock.app(user_claims=people, require_nonce=True), threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
