"""Lists of records: whole ones, and those that come page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from crossbook._tables import PriceFormat, to_arrow, to_pandas, to_polars

T = TypeVar("T")


class RecordList(list[T]):
    """A list of records that can become a table."""

    def to_pandas(self, prices: PriceFormat = "decimal") -> Any:
        """A pandas frame with a row for each record and a column for each field. Needs `crossbook[pandas]`.

        prices: decimals as `Decimal` ("decimal"), as float64 ("float"), or as text ("str").
        """
        return to_pandas(self, prices)

    def to_polars(self, prices: PriceFormat = "decimal") -> Any:
        """As `to_pandas`, for polars. Needs `crossbook[polars]`."""
        return to_polars(self, prices)

    def to_arrow(self, prices: PriceFormat = "decimal") -> Any:
        """As `to_pandas`, for Arrow. Needs `crossbook[arrow]`."""
        return to_arrow(self, prices)


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page; `next_cursor` is None on the last one."""

    items: tuple[T, ...]
    next_cursor: str | None


class Paginator(Generic[T]):
    """A list that comes page by page. `items` is the first page; iteration goes on through all pages."""

    def __init__(self, fetch: Callable[[str | None], Page[T]]) -> None:
        self._fetch = fetch
        self._first = fetch(None)

    @property
    def items(self) -> RecordList[T]:
        """The records of the first page."""
        return RecordList(self._first.items)

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the second page; None if there is only one."""
        return self._first.next_cursor

    def __iter__(self) -> Iterator[T]:
        page = self._first
        yield from page.items
        while page.next_cursor is not None:
            page = self._fetch(page.next_cursor)
            yield from page.items

    def all(self) -> RecordList[T]:
        """The records of all pages."""
        return RecordList(self)

    def to_pandas(self, prices: PriceFormat = "decimal") -> Any:
        """The records of all pages as a pandas frame: see `RecordList.to_pandas`."""
        return self.all().to_pandas(prices)

    def to_polars(self, prices: PriceFormat = "decimal") -> Any:
        """The records of all pages as a polars frame."""
        return self.all().to_polars(prices)

    def to_arrow(self, prices: PriceFormat = "decimal") -> Any:
        """The records of all pages as an Arrow table."""
        return self.all().to_arrow(prices)


class AsyncPaginator(Generic[T]):
    """As `Paginator`. Await it for the first page, or iterate over all records with `async for`."""

    def __init__(self, fetch: Callable[[str | None], Awaitable[Page[T]]]) -> None:
        self._fetch = fetch
        self._first: Page[T] | None = None

    @property
    def items(self) -> RecordList[T]:
        """The records of the first page. Raises RuntimeError before the paginator was awaited."""
        return RecordList(self._fetched.items)

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the second page; None if there is only one."""
        return self._fetched.next_cursor

    @property
    def _fetched(self) -> Page[T]:
        if self._first is None:
            raise RuntimeError("await the paginator before you read its first page")
        return self._first

    def __await__(self) -> Generator[Any, None, AsyncPaginator[T]]:
        return self._load().__await__()

    async def _load(self) -> AsyncPaginator[T]:
        if self._first is None:
            self._first = await self._fetch(None)
        return self

    async def __aiter__(self) -> AsyncIterator[T]:
        page = (await self._load())._fetched
        for record in page.items:
            yield record
        while page.next_cursor is not None:
            page = await self._fetch(page.next_cursor)
            for record in page.items:
                yield record

    async def all(self) -> RecordList[T]:
        """The records of all pages."""
        return RecordList([record async for record in self])
