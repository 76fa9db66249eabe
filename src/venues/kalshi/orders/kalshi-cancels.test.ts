import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import type { ExternalVenue, OrderReport, VenueOutcome } from '../../../ports/venue.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { expectReport, order, price, qty } from '../kalshi-orders.fixture.ts';

const BATCH = { method: 'DELETE', path: '/portfolio/events/orders/batched' };

interface Scene {
  readonly harness: KalshiHarness;
  readonly venue: ExternalVenue;
  readonly placed: readonly OrderReport[];
  readonly requests: readonly string[]; // since the orders rest: method and path without the query
  readonly fault: (what: object) => void;
  /** Cancels all orders at once. @returns the outcomes in the order of `placed` */
  readonly cancelAll: () => Promise<readonly VenueOutcome[]>;
}

/** Orders that rest at Kalshi, far from the market. */
function testCancels(
  behaviour: string,
  count: number,
  run: (scene: Scene) => Promise<void>,
  tier = 'prime',
): void {
  test(behaviour, async () => {
    const requests: string[] = [];
    const harness = new KalshiHarness({
      tier,
      hooks: {
        delivery: (_, { method, path }) => {
          requests.push(`${method} ${path.replace(/\?.*/, '').replace(/^\/trade-api\/v2/, '')}`);
          return { fate: 'arrives', requestMs: 0, answerMs: 0 };
        },
      },
    });
    try {
      await harness.quote();
      const venue = harness.createUndrivenVenue();
      await harness.run(venue.start(new RecordingListener()));
      venue.watch(TICKER);
      await harness.pass(1_000);
      const placed: OrderReport[] = [];
      for (let each = 0; each < count; each += 1)
        placed.push(
          expectReport(await harness.run(venue.place(order({ price: price('0.01'), qty: qty('1') })))),
        );
      await harness.pass(1_000);
      requests.length = 0;
      const cancelAll = () =>
        harness.run(Promise.all(placed.map(({ clientId }) => venue.cancel(clientId, TICKER))));
      const fault = (what: object): void => {
        assert.ok(typeof harness.exchange.controls.faults.add(what) === 'object');
      };
      await run({ harness, venue, placed, requests, fault, cancelAll });
    } finally {
      await harness.close();
    }
  });
}

const statuses = (outcomes: readonly VenueOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.map((outcome) => (outcome.kind === 'report' ? outcome.report.status : outcome.kind)));

const cancelsIn = (requests: readonly string[]): readonly string[] =>
  requests.filter((request) => request.startsWith('DELETE'));

for (const tier of ['basic', 'prime'])
  testCancels(
    `200 cancels at once take at most a tenth of the requests (${tier} limits)`,
    200,
    async ({ requests, cancelAll }) => {
      assert.deepEqual([...statuses(await cancelAll())], ['CANCELLED']);
      const orderRequests = requests.filter((request) => request.includes('/portfolio/'));
      assert.ok(orderRequests.length <= 20, `${orderRequests.length} requests`);
    },
    tier,
  );

testCancels('a single cancel uses the path of its order', 1, async ({ requests, placed, cancelAll }) => {
  assert.deepEqual([...statuses(await cancelAll())], ['CANCELLED']);
  assert.deepEqual(cancelsIn(requests), [`DELETE /portfolio/events/orders/${placed[0]?.venueOrderId}`]);
});

for (const name of ['drop_after_accept', 'lost_request', 'batch_interrupted'])
  testCancels(`a batch that ends with ${name} is requested again`, 8, async (scene) => {
    const { fault, cancelAll, requests } = scene;
    fault(name === 'batch_interrupted' ? { name, times: 1 } : { name, ...BATCH, times: 1 });
    assert.deepEqual([...statuses(await cancelAll())], ['CANCELLED']);
    assert.ok(cancelsIn(requests).length > 1, String(cancelsIn(requests)));
  });

testCancels('after a batch is refused as a whole, each order is cancelled alone', 4, async (scene) => {
  const { fault, cancelAll, requests } = scene;
  fault({ name: 'status', status: 400, text: '{"code":"invalid_parameters","message":"no"}', ...BATCH });
  assert.deepEqual([...statuses(await cancelAll())], ['CANCELLED']);
  assert.deepEqual(cancelsIn(requests).length, 1 + 4);
});

testCancels('each order of a batch gets its own outcome', 3, async (scene) => {
  const { harness, venue, placed, cancelAll } = scene;
  const first = placed[0]?.clientId as VenueClientId;
  await harness.run(venue.cancel(first, TICKER));
  // Another process of this installation cancels the second order: the batch does not find it.
  const other = harness.createUndrivenVenue();
  await harness.run(other.start(new RecordingListener()));
  await harness.run(other.reconcile(null));
  const second = placed[1]?.clientId as VenueClientId;
  harness.exchange.controls.faults.add({ name: 'ws_silent' });
  await harness.run(other.cancel(second, TICKER));
  const outcomes = await cancelAll();
  assert.deepEqual(
    outcomes.map((outcome) => expectReport(outcome)).map(({ clientId, status }) => [clientId, status]),
    placed.map(({ clientId }) => [clientId, 'CANCELLED']),
  );
});

testCancels('an order that the answer does not name is requested again', 3, async (scene) => {
  const { harness, cancelAll, requests } = scene;
  const { exchange } = harness;
  const handle = exchange.handle.bind(exchange);
  let isCut = false;
  exchange.handle = async (request) => {
    const answer = await handle(request);
    if (isCut || typeof answer === 'string' || !request.path.endsWith('/batched')) return answer;
    isCut = true;
    const { orders } = JSON.parse(answer.body) as { orders: unknown[] };
    return { ...answer, body: JSON.stringify({ orders: orders.slice(1).toReversed() }) };
  };
  assert.deepEqual([...statuses(await cancelAll())], ['CANCELLED']);
  assert.equal(isCut, true);
  assert.equal(cancelsIn(requests).length, 2);
});
