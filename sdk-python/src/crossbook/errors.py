"""The errors of this client, as classes to catch.

An `ApiError` is a refusal by the service: branch on its `code`, then on `status`. After a `RequestTimeoutError` or
`ConnectionFailedError` nothing was changed. After an `OutcomeUnknown` a write may or may not have happened: call
`reconcile()` before you act on it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbook._generated_models import ErrorCode, Order

__all__ = [
    "ApiError",
    "ConflictError",
    "ConnectionFailedError",
    "CrossbookError",
    "ForbiddenError",
    "NotFoundError",
    "OrderOutcomeUnknown",
    "OutcomeUnknown",
    "RateLimitedError",
    "RequestTimeoutError",
    "StreamError",
    "UnauthorizedError",
    "ValidationError",
    "error_for_response",
]


class CrossbookError(Exception):
    """The base class of all errors of this client."""

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode,
        status: int | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """The error code of the service or of this client, such as `validation`."""
        self.status = status
        """HTTP status of the response; None if there was none."""
        self.details = details
        self.request_id = request_id
        """The service's `X-Request-Id`, to quote in a question to its operator."""


class ApiError(CrossbookError):
    """A refusal by the service; the classes below are its common kinds."""


class UnauthorizedError(ApiError):
    """401: the signature, its key or its timestamp was not accepted."""


class ForbiddenError(ApiError):
    """403: the kill switch is on (`kill_switch`), or the key lacks a permission or subaccount."""


class NotFoundError(ApiError):
    """404: no such path, subaccount, instrument, asset or order for this key."""


class ConflictError(ApiError):
    """409: another body under a known client order id, or an order that is no longer open."""


class ValidationError(ApiError):
    """422: a field, the state of the market or a risk limit prevents it; `details` names it."""


class RateLimitedError(ApiError):
    """429: the bucket in `details["bucket"]` is still empty after the allowed retries."""


class RequestTimeoutError(CrossbookError):
    """No response in time. For a write it appears only as the cause of an `OutcomeUnknown`."""


class ConnectionFailedError(CrossbookError):
    """The service was not reached, or its response could not be read."""


class StreamError(CrossbookError):
    """A stream could not continue without loss: `resume_gap`, or `overflow` of the reader's buffer."""


class OutcomeUnknown(CrossbookError):
    """A write was sent and its outcome is unknown. `__cause__` is the observed failure."""

    def __init__(self, message: str, *, client_order_ids: tuple[str, ...], **facts: Any) -> None:
        super().__init__(message, code="outcome_unknown", **facts)
        self.client_order_ids = client_order_ids
        """The client order ids of the orders in doubt, in the order in which they were sent."""
        self.find: Callable[[float | None], list[Order | None]] | None = None
        """Set by the blocking client: see `reconcile_all`."""
        self.find_async: Callable[[float | None], Awaitable[list[Order | None]]] | None = None
        """Set by the asynchronous client: see `reconcile_all_async`."""

    @property
    def client_order_id(self) -> str | None:
        """The client order id of the only order in doubt; None for another write or for a batch."""
        return self.client_order_ids[0] if len(self.client_order_ids) == 1 else None

    def reconcile(self, timeout: float | None = None) -> Order | None:
        """The order as the service has it, or None when it proves that none was and will be made.

        Looks the order up until it is found, or until the signature of the last attempt has expired, so that a
        request that is still on its way is refused; that takes up to 31 seconds. Sends no order. For a cancel or an
        amend it reads that order.

        timeout: seconds, after which this error is raised again; None waits for the proof.
        Raises TypeError for a write that names no order, for a batch of several (see `reconcile_all`), and for a
        complex order, which is repeated with the same client order id instead.
        """
        return self._only(self.reconcile_all(timeout))

    def reconcile_all(self, timeout: float | None = None) -> list[Order | None]:
        """As `reconcile`, for each order of a batch, in the order in which they were sent."""
        if self.find is None:
            raise TypeError("an error of the asynchronous client: await reconcile_async()")
        return self.find(timeout)

    async def reconcile_async(self, timeout: float | None = None) -> Order | None:
        """As `reconcile`, for an error of `AsyncCrossbook`."""
        return self._only(await self.reconcile_all_async(timeout))

    async def reconcile_all_async(self, timeout: float | None = None) -> list[Order | None]:
        """As `reconcile_all`, for an error of `AsyncCrossbook`."""
        if self.find_async is None:
            raise TypeError("an error of the blocking client: call reconcile()")
        return await self.find_async(timeout)

    @staticmethod
    def _only(orders: list[Order | None]) -> Order | None:
        if len(orders) != 1:
            raise TypeError("a batch of several orders: use reconcile_all")
        return orders[0]


OrderOutcomeUnknown = OutcomeUnknown
"""The same class under the name of its commonest case."""


_CLASSES: dict[int, type[ApiError]] = {
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitedError,
}


def error_for_response(status: int, body: Mapping[str, Any], request_id: str | None) -> ApiError:
    """The error for a response.

    status: HTTP status, not 2xx.
    body: the parsed body; empty if a proxy responded instead of the service.
    request_id: the response's `X-Request-Id`, used if the body has none.
    """
    code, message, details = body.get("error"), body.get("message"), body.get("details")
    named = body.get("request_id")
    return _CLASSES.get(status, ApiError)(
        message if isinstance(message, str) else f"the service answered {status}",
        code=code if isinstance(code, str) else f"http_{status}",
        status=status,
        details=details if isinstance(details, dict) else None,  # pyright: ignore[reportUnknownArgumentType]
        request_id=named if isinstance(named, str) else request_id,
    )
