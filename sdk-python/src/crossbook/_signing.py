"""Ed25519 signatures of requests and of WebSocket handshakes."""

from __future__ import annotations

import base64
import binascii
import hashlib
import threading
from collections.abc import Callable, Mapping

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crossbook._inputs import canonical_query

_SEED_BYTES = 32


class Signer:
    """Signs with one key, and with a clock that can be set to the service's. May be used from several threads."""

    def __init__(
        self,
        key_id: str,
        private_key: str | Ed25519PrivateKey,
        now_ms: Callable[[], int],
        header_prefix: str = "X-",
    ) -> None:
        """private_key: the base64 seed of 32 bytes, or a loaded key. now_ms: the local clock, Unix milliseconds.

        Raises ValueError, without showing the key, if it is not a seed.
        """
        if key_id == "":
            raise ValueError("key_id is empty")
        self._key_id = key_id
        self._key = _load_seed(private_key) if isinstance(private_key, str) else private_key
        self._now_ms = now_ms
        self._prefix = header_prefix
        self._lock = threading.Lock()
        self._offset_ms = 0
        self._once_at_ms = 0

    def now(self) -> int:
        """The time of the service as far as it is known, Unix milliseconds."""
        return self._now_ms() + self._offset_ms

    def set_clock(self, server_ms: int) -> None:
        """Sets the clock to the service's; `server_ms` is its time a moment ago, in Unix milliseconds."""
        with self._lock:
            self._offset_ms = server_ms - self._now_ms()
            self._once_at_ms = 0

    def timestamp(self, *, is_once: bool) -> int:
        """The timestamp of a new signature, Unix milliseconds.

        is_once: the service accepts the signature only once, so no other one has this millisecond. Two equal
        writes would otherwise have equal signatures, and the second would be refused as a replay.
        """
        if not is_once:
            return self.now()
        with self._lock:
            self._once_at_ms = max(self.now(), self._once_at_ms + 1)
            return self._once_at_ms

    def headers(self, method: str, path: str, query: str, body: bytes | None, timestamp: int) -> dict[str, str]:
        """The three headers of a request.

        path: as sent, without query, starting at `/v1`. query: in canonical form. body: the exact bytes.
        """
        digest = hashlib.sha256(body or b"").hexdigest()
        return {
            f"{self._prefix}Key-Id": self._key_id,
            f"{self._prefix}Timestamp": str(timestamp),
            f"{self._prefix}Signature": self._sign(method, path, query, str(timestamp), digest),
        }

    def handshake_query(self, path: str, pairs: Mapping[str, str]) -> str:
        """The query of a WebSocket handshake signed now: the given pairs with `key_id`, `ts` and `sig`."""
        timestamp = str(self.timestamp(is_once=True))
        signature = self._sign("WS", path, canonical_query(pairs), timestamp)
        return canonical_query({**pairs, "key_id": self._key_id, "ts": timestamp, "sig": signature})

    def _sign(self, *lines: str) -> str:
        return base64.b64encode(self._key.sign("\n".join(lines).encode())).decode()


def _load_seed(text: str) -> Ed25519PrivateKey:
    standard = text.strip().replace("-", "+").replace("_", "/").rstrip("=")
    try:
        seed = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except binascii.Error:
        seed = b""
    if len(seed) != _SEED_BYTES:
        raise ValueError("private_key must be a base64 seed of 32 bytes")
    return Ed25519PrivateKey.from_private_bytes(seed)
