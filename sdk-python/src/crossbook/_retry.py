"""Decides when a call may be repeated, and what a failed write leaves open. No clock and no socket.

A write is repeated only if it has an idempotency key (orders and batches: the client order id), if it cancels one order
or switches the kill switch on, or if the service has proved that it did nothing (429, `details.outcome` `not_stored`, or
no connection was made). Every other write is sent once: a late cancel-all would also cancel newer orders.
"""

from __future__ import annotations

from crossbook._exchange import Outcome, Response
from crossbook._operation import CallKind

_GATEWAY_STATUSES = frozenset((502, 503, 504))
_BACKOFF_FIRST_S = 0.1
_BACKOFF_MAX_S = 5.0
TAKEOVER_MAX_S = 15.0
"""A takeover by another node takes some seconds: pauses for it are counted by their sum, not by their number."""
_TAKEOVER_PAUSE_MAX_S = 1.0
_TAKEOVER_CODES = frozenset(("not_owner", "journal_unavailable", "shutting_down"))
_RETRY_AFTER_MAX_S = 30.0  # if the service requests a longer pause, the refusal goes to the caller


def may_repeat(kind: CallKind, outcome: Outcome) -> bool:
    """True if sending the same call again cannot have an effect twice."""
    if _proves_nothing_done(outcome):
        return True
    if kind == "write":
        return False
    if not isinstance(outcome, Response):
        return True
    return outcome.status in _GATEWAY_STATUSES or _is_replay(kind, outcome)


def leaves_doubt(kind: CallKind, outcome: Outcome) -> bool:
    """True if a write may have happened although this exchange did not succeed."""
    if kind in ("read", "preview"):
        return False
    if not isinstance(outcome, Response):
        return outcome.is_sent
    if _is_not_stored(outcome):
        return False
    return outcome.status >= 500 or outcome.status == 408 or _is_replay(kind, outcome)


def settles_doubt(kind: CallKind, outcome: Outcome) -> bool:
    """True if this refusal proves that no earlier attempt became an order, or cancelled one.

    The service returns a known order for an exact repeat before it checks the kill switch, the fields and the
    limits, and a cancelled order for a repeated cancel, so a refusal by one of these also proves it for the earlier
    attempts. 401, 429 and a missing permission are checked earlier and prove nothing. A batch is refused as a whole
    even if some of its orders exist.
    """
    if kind not in ("order", "stop") or not isinstance(outcome, Response):
        return False
    return outcome.code == "kill_switch" or (outcome.code is not None and outcome.status in (400, 404, 409, 422))


def retry_delay(retry: int, outcome: Outcome, random: float) -> float | None:
    """Seconds before the next attempt; None when the service requests more than 30.

    retry: 0 before the first repetition. random: 0 <= x < 1, spreads the attempts of many clients.
    """
    backoff = min(_BACKOFF_FIRST_S * 2**retry, _BACKOFF_MAX_S)
    requested = _retry_after(outcome) if isinstance(outcome, Response) else None
    if requested is None:
        return backoff * (0.5 + random / 2)
    return None if requested > _RETRY_AFTER_MAX_S else requested + random * _BACKOFF_FIRST_S


def awaits_takeover(outcome: Outcome, addresses: int) -> bool:
    """True if another node of the service may take this call, now or within seconds, and this outcome changed nothing."""
    if not isinstance(outcome, Response):
        return not outcome.is_sent and addresses > 1
    return _is_not_stored(outcome) and outcome.code in _TAKEOVER_CODES


def takeover_delay(retry: int, outcome: Outcome, random: float) -> float | None:
    """As `retry_delay`, but short enough to find the new owner soon where the service requests no pause."""
    delay = retry_delay(retry, outcome, random)
    return delay if delay is None or isinstance(outcome, Response) else min(delay, _TAKEOVER_PAUSE_MAX_S)


def is_node_away(outcome: Outcome) -> bool:
    """True if the node that was called does not serve: the next attempt goes to another address, if there is one."""
    if not isinstance(outcome, Response):
        return True
    return outcome.status in _GATEWAY_STATUSES and (outcome.code is None or outcome.code in _TAKEOVER_CODES)


def named_owner(outcome: Outcome) -> str | None:
    """The name of the node that owns the journal, in the refusal of another one; None if it is not known."""
    owner = outcome.detail("owner") if isinstance(outcome, Response) else None
    return owner if isinstance(owner, str) else None


def stale_clock_time(outcome: Outcome) -> int | None:
    """The service's time when it refused our timestamp, Unix milliseconds; None for every other outcome."""
    if not isinstance(outcome, Response) or outcome.status != 401 or outcome.code != "stale_timestamp":
        return None
    named = outcome.detail("server_time")
    return named if isinstance(named, int) else server_time(outcome)


def server_time(response: Response) -> int | None:
    """The `X-Server-Time` of a response, Unix milliseconds."""
    header = response.headers.get("x-server-time", "")
    return int(header) if header.isascii() and header.isdigit() else None


def _proves_nothing_done(outcome: Outcome) -> bool:
    if not isinstance(outcome, Response):
        return not outcome.is_sent
    return outcome.status == 429 or _is_not_stored(outcome)


def _is_not_stored(response: Response) -> bool:
    # The service, or a node of its cluster, states that this request changed nothing.
    return response.detail("outcome") == "not_stored"


def _is_replay(kind: CallKind, response: Response) -> bool:
    # No signature is sent twice, but a proxy may repeat a request. The refusal of the second copy then shows that
    # the first one arrived.
    return kind != "read" and response.code == "replay"


def _retry_after(response: Response) -> float | None:
    # `details.retry_after_ms` is more precise than the header, which is rounded up to whole seconds.
    milliseconds = response.detail("retry_after_ms")
    if isinstance(milliseconds, (int, float)) and milliseconds >= 0:
        return float(milliseconds) / 1000
    header = response.headers.get("retry-after", "")
    return float(header) if header.isascii() and header.isdigit() else None
