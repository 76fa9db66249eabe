import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderReport, VenueOutcome } from '../../../ports/venue.ts';
import { PolymarketHarness } from '../polymarket-harness.fixture.ts';

interface Scene {
  readonly harness: PolymarketHarness;
  readonly placed: readonly OrderReport[];
  /** Cancels all orders at once. @returns the outcomes in the order of `placed` */
  readonly cancelAll: () => Promise<readonly VenueOutcome[]>;
}

/** Orders that rest at Polymarket. */
function testCancels(behaviour: string, count: number, run: (scene: Scene) => Promise<void>): void {
  test(behaviour, async () => {
    const harness = new PolymarketHarness();
    await harness.start();
    try {
      const placed: OrderReport[] = [];
      for (let each = 0; each < count; each += 1) placed.push(expectReport(await place(harness)));
      await harness.pass(5_000);
      harness.requests.length = 0;
      const cancelAll = () =>
        harness.until(Promise.all(placed.map(({ clientId }) => harness.venue.cancel(clientId, harness.id))));
      await run({ harness, placed, cancelAll });
    } finally {
      await harness.stop();
    }
  });
}

/** Placing many orders waits for the rate limit of orders. */
async function place(harness: PolymarketHarness): Promise<VenueOutcome> {
  for (;;) {
    const outcome = await harness.place({}, '0.01', '100');
    if (outcome.kind !== 'unsent') return outcome;
    await harness.pass(500);
  }
}

function expectReport(outcome: VenueOutcome): OrderReport {
  assert.ok(outcome.kind === 'report', outcome.kind);
  return outcome.report;
}

const statuses = (outcomes: readonly VenueOutcome[]): readonly string[] => [
  ...new Set(outcomes.map((outcome) => (outcome.kind === 'report' ? outcome.report.status : outcome.kind))),
];

const orderRequests = ({ requests }: PolymarketHarness): readonly string[] =>
  requests.filter((request) => request.startsWith('DELETE') || request.includes('/data/'));

testCancels(
  '200 cancels at once take at most a tenth of the requests, none of them a read',
  200,
  async ({ harness, cancelAll }) => {
    assert.deepEqual(statuses(await cancelAll()), ['CANCELLED']);
    assert.ok(orderRequests(harness).length <= 20, `${orderRequests(harness).length} requests`);
    assert.deepEqual(
      orderRequests(harness).filter((request) => request.startsWith('GET')),
      [],
    );
  },
);

testCancels('a single cancel names one order, which is read', 1, async ({ harness, placed, cancelAll }) => {
  assert.deepEqual(statuses(await cancelAll()), ['CANCELLED']);
  const read = `GET /data/order/${placed[0]?.clientId}`;
  assert.deepEqual(orderRequests(harness), ['DELETE /order', read, 'GET /data/trades']);
});

testCancels('without events, the orders of a batch are read', 3, async ({ harness, cancelAll }) => {
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  assert.deepEqual(statuses(await cancelAll()), ['CANCELLED']);
  assert.equal(harness.requests.filter((request) => request.startsWith('GET /data/order/')).length, 3);
});

testCancels('a cancel that the venue does not confirm is queried', 3, async ({ harness, cancelAll }) => {
  harness.exchange.fault({ name: 'cancel_not_found', times: 1 });
  const outcomes = await cancelAll();
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['report', 'report', 'unknown']);
  assert.deepEqual(statuses(await cancelAll()), ['CANCELLED'], 'a repeated cancel');
});

for (const name of ['drop_after_accept', 'lost_request', 'batch_interrupted'])
  testCancels(`after ${name}, a repeated cancel shows the end of each order`, 6, async (scene) => {
    const { harness, cancelAll } = scene;
    harness.exchange.fault(
      name === 'batch_interrupted' ? { name, times: 1 } : { name, method: 'DELETE', times: 1 },
    );
    assert.deepEqual(statuses(await cancelAll()), ['unknown']);
    await harness.pass(1_000);
    assert.deepEqual(statuses(await cancelAll()), ['CANCELLED']);
  });

testCancels('after a batch is refused as a whole, each order is cancelled alone', 3, async (scene) => {
  const { harness, cancelAll } = scene;
  harness.exchange.fault({ name: 'status', status: 404, path: '/orders', method: 'DELETE' });
  assert.deepEqual(statuses(await cancelAll()), ['CANCELLED']);
  assert.equal(harness.requests.filter((request) => request === 'DELETE /order').length, 3);
});

for (const [status, words, kind, code] of [
  [403, 'Trading restricted in your region', 'refused', 'forbidden'],
  [400, 'a text that is in no list', 'refused', 'venue_rejected'],
  [500, 'could not run the execution', 'unknown', null],
] as const)
  testCancels(`a cancel that is answered ${status} keeps the words of the venue`, 1, async (scene) => {
    scene.harness.exchange.fault({ name: 'status', method: 'DELETE', path: '/order', status, text: words });
    const [outcome] = await scene.cancelAll();
    assert.equal(outcome?.kind, kind);
    if (outcome?.kind === 'refused') assert.deepEqual([outcome.code, outcome.message], [code, words]);
    if (outcome?.kind === 'unknown') assert.deepEqual(outcome.venueAnswer, { venueMessage: words });
  });
