"""The Python client of the Crossbook trading API."""

from crossbook._inputs import UNSET, CallOptions, DecimalInput, TimeInput, UnsetType
from crossbook._pages import AsyncPaginator, Paginator, RecordList
from crossbook._streams import AsyncLocalBooks, AsyncStream, StreamOptions
from crossbook._sync_streams import LocalBooks, Stream
from crossbook._sync_trade import TradeSession
from crossbook._trade import AsyncTradeSession
from crossbook._version import VERSION as __version__
from crossbook.client import AsyncCrossbook, Crossbook
from crossbook.errors import (
    ApiError,
    ConflictError,
    ConnectionFailedError,
    CrossbookError,
    ForbiddenError,
    NotFoundError,
    OrderOutcomeUnknown,
    OutcomeUnknown,
    RateLimitedError,
    RequestTimeoutError,
    StreamError,
    UnauthorizedError,
    ValidationError,
)
from crossbook.frames import BalanceChange, Gap, OpportunityClosed, Reconnect, Snapshot, TradeReconnect, Unavailable
from crossbook.strategy import Strategy
from crossbook.strategy_runner import TargetError, run, run_async

__all__ = [
    "UNSET",
    "ApiError",
    "AsyncCrossbook",
    "AsyncLocalBooks",
    "AsyncPaginator",
    "AsyncStream",
    "AsyncTradeSession",
    "BalanceChange",
    "CallOptions",
    "ConflictError",
    "ConnectionFailedError",
    "Crossbook",
    "CrossbookError",
    "DecimalInput",
    "ForbiddenError",
    "Gap",
    "LocalBooks",
    "NotFoundError",
    "OpportunityClosed",
    "OrderOutcomeUnknown",
    "OutcomeUnknown",
    "Paginator",
    "RateLimitedError",
    "Reconnect",
    "RecordList",
    "RequestTimeoutError",
    "Snapshot",
    "Strategy",
    "Stream",
    "StreamError",
    "StreamOptions",
    "TargetError",
    "TimeInput",
    "TradeReconnect",
    "TradeSession",
    "UnauthorizedError",
    "Unavailable",
    "UnsetType",
    "ValidationError",
    "__version__",
    "run",
    "run_async",
]
