import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { toVenueSettings } from '../support/exchange-settings.ts';
import { createTakingOrder } from '../support/order-bodies.ts';
import type { Book, Order } from '../support/record-schemas.ts';
import { fetchVenueState } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

/** The sandbox runs the local exchanges; the shadow service reads their public data and has none of their keys. */
const exchanges = await startService({ settings: { 'sandbox.exchanges': true } });
const shadow = await startService({ settings: { profile: 'shadow', ...toVenueSettings(exchanges) } });
const api = () => shadow.api();

interface Receipt {
  readonly events: readonly {
    readonly type: string;
    readonly detail: {
      readonly since?: string;
      readonly after_ms?: number;
      readonly bid?: string;
      readonly ask?: string;
    };
  }[];
}

interface Report {
  readonly instruments: readonly {
    readonly venue: string;
    readonly filled_qty: string;
    readonly slippage: string;
    readonly pnl: string;
  }[];
  readonly model_and_fact: null;
}

interface Market {
  readonly instrument_id: number;
  readonly status: string;
}

/** An open instrument of the venue with both sides of a live book. */
const findQuoted = (venue: string): Promise<number> =>
  until(`${venue} has a quoted market`, async () => {
    const markets = await api().ok<readonly Market[]>('GET', `/v1/markets?venue=${venue}&limit=20`);
    for (const { instrument_id: id, status } of markets) {
      if (status !== 'OPEN') continue;
      const { bids, asks } = await api().ok<Book>('GET', `/v1/markets/${id}/book`);
      if (bids.length > 0 && asks.length > 0) return id;
    }
    return null;
  });

test('profile shadow trades on live books without keys, and the venues get no order', async () => {
  const health = (await (await fetch(`${shadow.url}/health`)).json()) as { profile: string };
  assert.equal(health.profile, 'shadow');
  assert.match(shadow.output, /\[ SHADOW \] real market data, no order leaves this service/);
  for (const venue of ['Kalshi', 'Polymarket'] as const) {
    const before = await fetchVenueState(exchanges, venue);
    const id = await findQuoted(venue);
    const filled = await until(`an order at ${venue} is filled`, async () => {
      const order = await api().ok<Order>(
        'POST',
        '/v1/orders',
        createTakingOrder({ instrument_id: id, qty: '10' }),
      );
      return order.status === 'FILLED' ? order : null;
    });
    assert.equal(filled.filled_qty, '10');
    assert.deepEqual(await fetchVenueState(exchanges, venue), before);
  }
  const venues = await api().ok<readonly { capabilities: { simulated: boolean } }[]>('GET', '/v1/venues');
  assert.ok(venues.every(({ capabilities }) => capabilities.simulated));
});

test('a receipt shows what the live book did, and a report sums it up by instrument', async () => {
  const [order] = await api().ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');
  assert.ok(order !== undefined);
  const observed = await until('the book is observed a second after the order', async () => {
    const receipt = await api().ok<Receipt>('GET', `/v1/orders/${order.id}/receipt`);
    const found = receipt.events.filter(({ type }) => type === 'BookObserved').map(({ detail }) => detail);
    return found.some(({ after_ms }) => after_ms === 1_000) ? found : null;
  });
  const atArrival = observed.find(({ since, after_ms }) => since === 'ORDER' && after_ms === 0);
  assert.ok(Number(atArrival?.bid) < Number(atArrival?.ask));
  assert.ok(observed.some(({ since }) => since === 'FILL'));
  const report = await shadow.cli('report', 'shadow', '--since', '1h', '-o', 'json');
  const { instruments, model_and_fact } = JSON.parse(report.stdout) as Report;
  assert.deepEqual(instruments.map(({ venue }) => venue).toSorted(), ['Kalshi', 'Polymarket']);
  for (const { filled_qty, slippage, pnl } of instruments) {
    assert.ok(Number(filled_qty) >= 10);
    assert.ok(Number(slippage) > 0, 'a taking order pays more than the mid price');
    assert.ok(Number(pnl) < 0, 'and so has lost it');
  }
  assert.equal(model_and_fact, null);
});

test('after a restart its ledger remains, and only under its own profile', async () => {
  await shadow.stop();
  await shadow.start();
  const orders = await api().ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');
  assert.ok(orders.some(({ status }) => status === 'FILLED'));
  await shadow.stop();
  shadow.configure({ profile: 'live' });
  const refused = await shadow.cli('start');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /holds the ledger of profile "shadow", and this process has profile "live"/);
});
