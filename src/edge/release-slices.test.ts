import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { type UnsentRequest, WaitingRequests } from './waiting-requests.ts';

const WAIT_MS = 9_000;
const SLICE = 20;
const MAX = 1_000;

/** Requests that wait, and what happened to each: `left` is done by the test. */
class Edge {
  readonly clock = new ManualClock();
  count = 0;
  readonly waiting = new WaitingRequests({
    clock: this.clock,
    onCount: (count) => {
      this.count = count;
    },
  });
  readonly sent: string[] = [];
  readonly late: string[] = [];
  readonly requests: UnsentRequest[] = [];

  add(untilMs = this.clock.monotonicMs() + WAIT_MS): boolean {
    const requestId = `r${this.requests.length}`;
    const response = new EventEmitter() as unknown as ServerResponse;
    const unsent = { request: {} as IncomingMessage, response, requestId, untilMs };
    this.requests.push(unsent);
    return this.waiting.add(unsent, () => this.late.push(requestId));
  }

  addAll(count: number): this {
    for (let number = 0; number < count; number += 1) assert.ok(this.add());
    return this;
  }

  leave(index: number): void {
    this.requests[index]?.response.emit('close');
  }

  release(): Promise<void> {
    return this.waiting.release(({ requestId }) => this.sent.push(requestId));
  }

  /** Lets the next slice begin. */
  async advance(ms = 0): Promise<void> {
    this.clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const ids = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`);

describe('a release in slices', () => {
  test('sends the requests in the order of arrival, and other work runs between the slices', async () => {
    const edge = new Edge().addAll(2 * SLICE + 5);
    const released = edge.release();
    assert.deepEqual([edge.sent, edge.count], [ids(0, SLICE), SLICE + 5]);
    await edge.advance();
    assert.deepEqual([edge.sent, edge.count], [ids(0, 2 * SLICE), 5]);
    await edge.advance();
    await released;
    assert.deepEqual([edge.sent, edge.count], [ids(0, 2 * SLICE + 5), 0]);
  });

  for (const left of [SLICE, SLICE + 3, 2 * SLICE - 1, 2 * SLICE])
    test(`never sends request ${left}, whose client leaves after the first slice`, async () => {
      const edge = new Edge().addAll(2 * SLICE + 1);
      const released = edge.release();
      edge.leave(left);
      assert.equal(edge.count, SLICE);
      await edge.advance();
      await edge.advance();
      await released;
      assert.deepEqual(edge.sent, [...ids(0, left), ...ids(left + 1, 2 * SLICE + 1)]);
      await edge.advance(WAIT_MS);
      assert.deepEqual([edge.late, edge.count], [[], 0]);
    });

  test('refuses those whose time ends between two slices, and sends each other one once', async () => {
    const edge = new Edge().addAll(SLICE);
    for (let number = 0; number < SLICE; number += 1) edge.add(edge.clock.monotonicMs() + 5);
    edge.addAll(1);
    const released = edge.release();
    edge.clock.advance(5);
    await edge.advance();
    await edge.advance();
    await released;
    assert.deepEqual([...edge.sent, ...edge.late].toSorted(), ids(0, 2 * SLICE + 1).toSorted());
    assert.ok(edge.sent.includes(`r${2 * SLICE}`) && edge.count === 0);
  });

  test('sends each request once when a second one begins meanwhile', async () => {
    const edge = new Edge().addAll(3 * SLICE);
    const released = [edge.release(), edge.release()];
    for (let slice = 0; slice < 3; slice += 1) await edge.advance();
    await Promise.all(released);
    assert.deepEqual([edge.sent, edge.count], [ids(0, 3 * SLICE), 0]);
  });

  test('leaves a request that arrives meanwhile to the next one', async () => {
    const edge = new Edge().addAll(SLICE + 1);
    const released = edge.release();
    edge.addAll(1);
    await edge.advance();
    await released;
    assert.deepEqual([edge.sent, edge.count], [ids(0, SLICE + 1), 1]);
    await edge.release();
    assert.deepEqual([edge.sent, edge.count], [ids(0, SLICE + 2), 0]);
  });

  test('has ended the time of what it sent', async () => {
    const edge = new Edge().addAll(2);
    await edge.release();
    await edge.advance(WAIT_MS);
    assert.deepEqual(edge.late, []);
  });
});

describe('the number of waiting requests', () => {
  test('is at most a thousand, and a place is free once one leaves, is late or is sent', async () => {
    const edge = new Edge().addAll(MAX - 1);
    assert.equal(edge.add(edge.clock.monotonicMs() + 5), true);
    assert.deepEqual([edge.add(), edge.count], [false, MAX]);
    edge.leave(0);
    edge.leave(0);
    assert.deepEqual([edge.add(), edge.add(), edge.count], [true, false, MAX]);
    edge.clock.advance(5);
    assert.deepEqual([edge.add(), edge.add(), edge.count], [true, false, MAX]);
    const released = edge.release();
    assert.equal(edge.count, MAX - SLICE);
    for (let number = 0; number < SLICE; number += 1) assert.ok(edge.add());
    assert.equal(edge.add(), false);
    for (let slice = 0; slice < MAX / SLICE; slice += 1) await edge.advance();
    await released;
    assert.equal(edge.count, SLICE);
  });

  for (const leftMs of [0, -1])
    test(`does not grow by a request with ${leftMs} ms left`, async () => {
      const edge = new Edge();
      assert.equal(edge.add(edge.clock.monotonicMs() + leftMs), false);
      await edge.advance(WAIT_MS);
      assert.deepEqual([edge.count, edge.late], [0, []]);
    });
});
