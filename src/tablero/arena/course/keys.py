"""Secrets of pairs: made, hashed, verified. Only hashes are kept.

scrypt$14$SALT$HASH        2**14 rounds, salt and hash in hexadecimal
"""

import hashlib
import hmac
import re
import secrets

SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that look like others: l, o, 0, 1."""

COST = 14
"""Some 16 megabytes and a twentieth of a second for each guess."""

MOST_COST = 17
PASSWORD_SIGNS = 12
LONG = 8
"""Signs of a secret that nobody guesses, however often he may try: a million million values."""

_BLOCK = 8
_MEMORY = 1 << 28
_HASH = re.compile(r"scrypt\$(?P<cost>[0-9]{1,2})\$(?P<salt>[0-9a-f]{32})\$(?P<hash>[0-9a-f]{64})")


NOBODYS_HASH = f"scrypt${COST}${'0' * 32}${'0' * 64}"
"""No secret has it."""


def new_secret(length: int) -> str:
    """Nobody can guess it better than by trying all."""
    return "".join(secrets.choice(SIGNS) for _sign in range(length))


def hashed(secret: str, cost: int = COST) -> str:
    """What may be written into a file."""
    salt = secrets.token_bytes(16)
    return f"scrypt${cost}${salt.hex()}${_scrypt(secret, salt, cost)}"


def is_hash(text: str) -> bool:
    """Can this be verified?"""
    found = _HASH.fullmatch(text)
    return found is not None and 1 <= int(found["cost"]) <= MOST_COST


def verifies(secret: str, kept: str) -> bool:
    """Is this the secret whose hash was kept? Takes the same time whether or not."""
    found = _HASH.fullmatch(kept)
    if not found:
        return False
    told = _scrypt(secret, bytes.fromhex(found["salt"]), int(found["cost"]))
    return hmac.compare_digest(told, found["hash"])


def _scrypt(secret: str, salt: bytes, cost: int) -> str:
    data = secret.encode("utf-8", "surrogatepass")
    done = hashlib.scrypt(data, salt=salt, n=1 << cost, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=32)
    return done.hex()
