"""The addresses of the nodes of one service, and the one that is used now."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit


class Addresses:
    """A single address never changes. May be used from several threads."""

    def __init__(self, all_: Sequence[str]) -> None:
        """all_: at least one, without a trailing slash."""
        self._all = tuple(all_)
        self._index = 0

    @property
    def count(self) -> int:
        return len(self._all)

    @property
    def current(self) -> str:
        return self._all[self._index]

    def leave(self, address: str, owner: str | None) -> None:
        """Another address is used from now on: that of the owner, if a refusal named one and its host is in the list, else
        the next. Does nothing if another call has already left this address.

        owner: name of a node, which is its host name unless its operator has chosen another.
        """
        index = self._index
        if address != self._all[index]:
            return
        named = [each for each, url in enumerate(self._all) if owner is not None and _is_host(url, owner)]
        is_elsewhere = named != [] and named[0] != index
        self._index = named[0] if is_elsewhere else (index + 1) % len(self._all)


def _is_host(address: str, node: str) -> bool:
    host = urlsplit(address).hostname or ""
    return node.lower() in (host, host.partition(".")[0])
