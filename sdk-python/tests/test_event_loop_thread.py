"""The event loop of the blocking streams."""

from __future__ import annotations

import asyncio
import threading

from crossbook._sync_streams import EventLoopThread


def test_close_ends_the_loop_its_tasks_and_its_thread() -> None:
    ended = threading.Event()
    tasks: list[asyncio.Task[None]] = []

    async def wait_forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def start() -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        tasks.append(loop.create_task(wait_forever()))
        await asyncio.sleep(0)
        return loop

    thread = EventLoopThread()
    loop = thread.run(start())
    thread.close()
    assert (loop.is_closed(), ended.is_set()) == (True, True)
    assert all(each.name != "crossbook-streams" for each in threading.enumerate())
    thread.close()
