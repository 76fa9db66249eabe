"""The base classes of the resources of both clients."""

from __future__ import annotations

from typing import TypeVar

from crossbook._core import cursor_page_steps, list_steps, page_steps, record_steps
from crossbook._inputs import Arguments
from crossbook._operation import Operation
from crossbook._pages import AsyncPaginator, Paginator, RecordList
from crossbook._runners import AsyncRunner, Runner

__all__ = ["AsyncResource", "AsyncRunner", "Resource", "Runner"]

T = TypeVar("T")


class Resource:
    """Operations of one kind, of the blocking client."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def _record(self, operation: Operation[T], arguments: Arguments) -> T:
        return self._runner.run(record_steps(self._runner.context, operation, arguments))

    def _list(self, operation: Operation[T], arguments: Arguments) -> RecordList[T]:
        return RecordList(self._runner.run(list_steps(self._runner.context, operation, arguments)))

    def _cursor_pages(self, operation: Operation[T], arguments: Arguments) -> Paginator[T]:
        runner = self._runner
        return Paginator(lambda at: runner.run(cursor_page_steps(runner.context, operation, arguments, at)))

    def _pages(self, operation: Operation[T], arguments: Arguments) -> Paginator[T]:
        runner = self._runner
        return Paginator(lambda at: runner.run(page_steps(runner.context, operation, arguments, at)))


class AsyncResource:
    """Operations of one kind, of the asynchronous client."""

    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def _record(self, operation: Operation[T], arguments: Arguments) -> T:
        return await self._runner.run(record_steps(self._runner.context, operation, arguments))

    async def _list(self, operation: Operation[T], arguments: Arguments) -> RecordList[T]:
        return RecordList(await self._runner.run(list_steps(self._runner.context, operation, arguments)))

    def _cursor_pages(self, operation: Operation[T], arguments: Arguments) -> AsyncPaginator[T]:
        runner = self._runner
        return AsyncPaginator(lambda at: runner.run(cursor_page_steps(runner.context, operation, arguments, at)))

    def _pages(self, operation: Operation[T], arguments: Arguments) -> AsyncPaginator[T]:
        runner = self._runner
        return AsyncPaginator(lambda at: runner.run(page_steps(runner.context, operation, arguments, at)))
