"""The clients: one object that holds a key and gives access to every part of the API."""

from __future__ import annotations

import os
import random
import time
import uuid
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crossbook._addresses import Addresses
from crossbook._core import Context
from crossbook._credentials import Credentials, credentials_from_env, credentials_from_file
from crossbook._generated_async import AsyncResources
from crossbook._generated_sync import Resources
from crossbook._inputs import query_pairs
from crossbook._runners import AsyncRunner, Runner
from crossbook._signing import Signer
from crossbook._streams import AsyncStreams
from crossbook._sync_streams import EventLoopThread, Streams
from crossbook._sync_trade import TradeSession
from crossbook._trade import AsyncTradeSession, OnDisconnect

_TIMEOUT_S = 10.0
_MAX_RETRIES = 3


class Crossbook(Resources):
    """The blocking client. May be used from several threads. Close it, or use it in a `with` statement."""

    def __init__(
        self,
        *,
        base_url: str | Sequence[str],
        key_id: str,
        private_key: str | Ed25519PrivateKey,
        timeout: float = _TIMEOUT_S,
        max_retries: int = _MAX_RETRIES,
        header_prefix: str = "X-",
        http: httpx.Client | None = None,
        now_ms: Callable[[], int] | None = None,
    ) -> None:
        """Sends nothing. Raises ValueError if the address or the key is invalid.

        base_url: `http://` or `https://`, with a path prefix if the service runs behind one; a `/v1` at the end is ignored.
            With several, a list or separated by commas, of the nodes of a cluster, calls and streams move on from a node that
            does not own the journal, or is not reached.
        private_key: the base64 seed of 32 bytes, or a loaded key.
        timeout: seconds that connecting, writing and each read of the response may take.
        max_retries: retries after the first attempt, only where a retry is safe.
        http: replaces the HTTP client, for a proxy or other certificates.
        now_ms: replaces the clock, Unix milliseconds.
        """
        context = _context(base_url, key_id, private_key, timeout, max_retries, header_prefix, now_ms)
        runner = Runner(context, http)
        super().__init__(runner)
        self._loop = EventLoopThread()
        self.streams = Streams(context, self._loop)

    def trade(
        self,
        *,
        subaccount_id: str | None = None,
        on_disconnect: OnDisconnect = "NONE",
        grace_ms: int | None = None,
    ) -> TradeSession:
        """A session of the trade socket, which takes orders over one connection.

        subaccount_id: narrows the session. on_disconnect: what the service cancels when the session ends, after
        grace_ms (1000) without a reconnect: nothing, the orders of the `SESSION` or of its `SUBACCOUNT`s.
        """
        return TradeSession(self._loop, self._runner, _trade_query(subaccount_id, on_disconnect, grace_ms))

    @classmethod
    def from_key_file(cls, path: str | os.PathLike[str] = "./data/sandbox-key.json", **settings: Any) -> Self:
        """A client for the key in a key file, such as the sandbox's. `settings` are those of the constructor; a
        `base_url` replaces the address in the file.
        """
        return cls(**{**_fields(credentials_from_file(path)), **settings})

    @classmethod
    def from_env(cls, **settings: Any) -> Self:
        """A client configured by `CROSSBOOK_BASE_URL`, `CROSSBOOK_KEY_ID` and `CROSSBOOK_PRIVATE_KEY`, or else by the
        key file in `CROSSBOOK_KEY_FILE`, default `./data/sandbox-key.json`.
        """
        return cls(**{**_fields(credentials_from_env()), **settings})

    def close(self) -> None:
        """Closes the connections, the streams and the trade sessions."""
        self._loop.close()
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncCrossbook(AsyncResources):
    """The asynchronous client, for one event loop. Close it, or use it in an `async with` statement."""

    def __init__(
        self,
        *,
        base_url: str | Sequence[str],
        key_id: str,
        private_key: str | Ed25519PrivateKey,
        timeout: float = _TIMEOUT_S,
        max_retries: int = _MAX_RETRIES,
        header_prefix: str = "X-",
        http: httpx.AsyncClient | None = None,
        now_ms: Callable[[], int] | None = None,
    ) -> None:
        """As `Crossbook`."""
        context = _context(base_url, key_id, private_key, timeout, max_retries, header_prefix, now_ms)
        super().__init__(AsyncRunner(context, http))
        self.streams = AsyncStreams(context, self)
        self._sessions: weakref.WeakSet[AsyncTradeSession] = weakref.WeakSet()

    def trade(
        self,
        *,
        subaccount_id: str | None = None,
        on_disconnect: OnDisconnect = "NONE",
        grace_ms: int | None = None,
    ) -> AsyncTradeSession:
        """As `Crossbook.trade`."""
        session = AsyncTradeSession(self._runner, _trade_query(subaccount_id, on_disconnect, grace_ms))
        self._sessions.add(session)
        return session

    @classmethod
    def from_key_file(cls, path: str | os.PathLike[str] = "./data/sandbox-key.json", **settings: Any) -> Self:
        """As `Crossbook.from_key_file`."""
        return cls(**{**_fields(credentials_from_file(path)), **settings})

    @classmethod
    def from_env(cls, **settings: Any) -> Self:
        """As `Crossbook.from_env`."""
        return cls(**{**_fields(credentials_from_env()), **settings})

    async def close(self) -> None:
        """Closes the connections, the streams and the trade sessions."""
        for session in list(self._sessions):
            await session.close()
        await self.streams.close()
        await self._runner.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _trade_query(subaccount_id: str | None, on_disconnect: OnDisconnect, grace_ms: int | None) -> dict[str, str]:
    return query_pairs({"subaccount_id": subaccount_id, "on_disconnect": on_disconnect, "grace_ms": grace_ms})


def _context(
    base_url: str | Sequence[str],
    key_id: str,
    private_key: str | Ed25519PrivateKey,
    timeout: float,
    max_retries: int,
    header_prefix: str,
    now_ms: Callable[[], int] | None,
) -> Context:
    return Context(
        addresses=_parse_base_urls(base_url),
        signer=Signer(key_id, private_key, now_ms or _system_now_ms, header_prefix),
        timeout=timeout,
        max_retries=max_retries,
        random=random.random,
        new_id=lambda: str(uuid.uuid4()),
    )


def _parse_base_urls(given: str | Sequence[str]) -> Addresses:
    urls = given.split(",") if isinstance(given, str) else given
    if len(urls) == 0:
        raise ValueError("base_url must have at least one address")
    return Addresses([_parse_base_url(each.strip()) for each in urls])


def _parse_base_url(text: str) -> str:
    url = urlsplit(text)
    is_plain = url.query == "" and url.fragment == "" and url.username is None and url.hostname is not None
    if not is_plain or url.scheme not in ("http", "https"):
        raise ValueError("base_url must be an http or https address without query, fragment or user")
    return text.rstrip("/").removesuffix("/v1").rstrip("/")


def _fields(credentials: Credentials) -> dict[str, Any]:
    return {
        "base_url": credentials.base_url,
        "key_id": credentials.key_id,
        "private_key": credentials.private_key,
    }


def _system_now_ms() -> int:
    return time.time_ns() // 1_000_000
