import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManualClock } from '../../../test/support/manual-clock.ts';
import { parsePrice } from '../../contract/model/money.ts';
import type { ExternalVenue, VenueCheck, VenueQuery } from '../../ports/venue.ts';
import { KalshiHarness } from '../kalshi/kalshi-harness.fixture.ts';
import { PolymarketHarness } from '../polymarket/polymarket-harness.fixture.ts';
import { placeTrialOrder, type TrialOrderDeps } from './trial-order.ts';

interface Exchange {
  readonly clock: ManualClock;
  readonly venue: ExternalVenue;
  run<Value>(work: Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

function openKalshi(): Exchange {
  const harness = new KalshiHarness();
  const { clock } = harness;
  const venue = harness.createUndrivenVenue();
  return { clock, venue, run: (work) => harness.run(work), close: () => harness.close() };
}

function openPolymarket(): Exchange {
  const harness = new PolymarketHarness();
  const { clock } = harness.exchange;
  return {
    clock,
    venue: harness.venue,
    run: (work) => harness.until(work),
    close: () => harness.stop(),
  };
}

const LIMITS: Partial<Record<string, string>> = {
  Kalshi: 'BUY 0.01 YES of KXTEST-1-A at 0.01, post-only, which can cost 0.0001 at most?',
  Polymarket: 'BUY 5 YES of rain at 0.01, post-only, which can cost 0.05 at most?',
};

for (const open of [openKalshi, openPolymarket]) {
  const { name } = open().venue;

  test(`${name}: the smallest order rests, is shown by its id and on the stream, and is cancelled`, async () => {
    const { checks, sent, questions } = await runTrial(open());
    assert.deepEqual(describe(checks), [
      '✓ trial order: open as',
      '✓ read by id: as it was sent',
      '✓ stream: as it was sent',
      '✓ cancel: cancelled, nothing was filled',
    ]);
    assert.deepEqual(sent, ['place', 'cancel']);
    assert.equal(
      questions.join(),
      `Place a real order at ${name}: ${LIMITS[name]} It is cancelled at once; should that fail, it expires after ten minutes.`,
    );
  });

  test(`${name}: without a yes nothing is sent`, async () => {
    const { checks, sent } = await runTrial(open(), {}, { confirm: async () => false });
    assert.deepEqual([checks, sent], [null, []]);
  });

  test(`${name}: a market that is not listed is named`, async () => {
    const { checks, sent } = await runTrial(open(), {}, { ticker: 'SNOW' });
    assert.deepEqual(describe(checks), [
      '✗ trial market: an open market SNOW was not listed within two minutes',
    ]);
    assert.deepEqual(sent, []);
  });

  test(`${name}: an order whose answer is lost is queried, not sent again, and cancelled`, async () => {
    const { checks, sent } = await runTrial(open(), {
      place: async (order, venue) => {
        await venue.place(order);
        return { kind: 'unknown', why: 'no answer' };
      },
    });
    assert.equal(describe(checks)[0], '✓ trial order: the answer was lost (no answer), the order was found');
    assert.deepEqual(sent, ['place', 'cancel']);
    assert.ok(checks?.every(({ ok }) => ok));
  });

  test(`${name}: an order that never arrived is proven absent`, async () => {
    const { checks, sent } = await runTrial(open(), {
      place: async () => ({ kind: 'unknown', why: 'no answer' }),
    });
    assert.deepEqual(describe(checks), ['✗ trial order: not placed: no answer']);
    assert.deepEqual(sent, ['place']);
  });
}

test('an order that may be at the venue is described, to be cancelled there', async () => {
  const { checks } = await runTrial(openKalshi(), {
    place: async () => ({ kind: 'unknown', why: 'no answer' }),
    order: async () => ({ kind: 'failed', why: 'HTTP 500' }),
  });
  assert.deepEqual(describe(checks), [
    "✗ trial order: whether it was placed is not known: no answer. Look for BUY 0.01 at 0.01 of KXTEST-1-A on the venue's page, and cancel it there",
  ]);
});

test('a refusal is shown in the words of the venue, and nothing else is sent', async () => {
  const { checks, sent } = await runTrial(openKalshi(), {
    place: async () => ({ kind: 'refused', code: 'blocked', message: 'not available in your region' }),
  });
  assert.deepEqual(describe(checks), ['✗ trial order: refused: not available in your region']);
  assert.deepEqual(sent, ['place']);
});

test('an order that the adapter cannot send yet is sent once it can', async () => {
  let refusals = 3;
  const { checks, sent } = await runTrial(openKalshi(), {
    place: async (order, venue) => {
      refusals -= 1;
      return refusals >= 0 ? { kind: 'unsent', why: 'no credentials yet' } : venue.place(order);
    },
  });
  assert.equal(sent.length, 5);
  assert.ok(checks?.every(({ ok }) => ok));
});

const DIFFERENCES: readonly (readonly [
  what: string,
  change: (query: VenueQuery) => VenueQuery,
  found: string,
])[] = [
  ['another price', change({ price: parsePrice('0.02') }), 'it is shown as 0.01 at 0.02'],
  ['another quantity', change({ qty: 2n as never }), 'it is shown as 0.00000002 at 0.01'],
  ['another time of expiry', change({ expiresAt: null }), 'it is shown with another time of expiry'],
  ['a fill', change({ filledQty: 1_000_000n as never }), '0.01 were filled'],
  ['an end', change({ status: 'EXPIRED' }), 'it is EXPIRED'],
  ['nothing', () => ({ kind: 'absent' }), 'the venue does not know the order'],
];

for (const [what, alter, found] of DIFFERENCES)
  test(`an order that the venue shows with ${what} fails, and is cancelled all the same`, async () => {
    let isCancelled = false;
    const { checks } = await runTrial(openKalshi(), {
      order: async (clientId, instrument, venue) => {
        const query = await venue.order(clientId, instrument);
        return isCancelled ? query : alter(query);
      },
      cancel: (clientId, instrument, venue) => {
        isCancelled = true;
        return venue.cancel(clientId, instrument);
      },
    });
    assert.equal(describe(checks)[1], `✗ read by id: ${found}`);
    assert.equal(describe(checks)[3], '✓ cancel: cancelled, nothing was filled');
  });

test('a read that lags behind the acknowledgement is repeated', async () => {
  let reads = 0;
  const { checks } = await runTrial(openKalshi(), {
    order: async (clientId, instrument, venue) => {
      reads += 1;
      return reads < 4 ? { kind: 'failed', why: 'not listed yet' } : venue.order(clientId, instrument);
    },
  });
  assert.ok(checks?.every(({ ok }) => ok));
});

test('a cancel that is not confirmed names the order and when it ends by itself', async () => {
  const { checks, sent } = await runTrial(openKalshi(), {
    cancel: async () => ({ kind: 'unknown', why: 'no answer' }),
  });
  assert.equal(
    describe(checks)[3],
    "✗ cancel: not confirmed (no answer): cancel BUY 0.01 at 0.01 of KXTEST-1-A on the venue's page. It expires by itself after ten minutes.",
  );
  assert.equal(sent.length, 6);
});

function change(fields: Partial<Extract<VenueQuery, { readonly kind: 'found' }>['report']>) {
  return (query: VenueQuery): VenueQuery =>
    query.kind === 'found' ? { kind: 'found', report: { ...query.report, ...fields } } : query;
}

interface Changes {
  readonly place?: (
    order: Parameters<ExternalVenue['place']>[0],
    venue: ExternalVenue,
  ) => ReturnType<ExternalVenue['place']>;
  readonly order?: (...args: [...Parameters<ExternalVenue['order']>, ExternalVenue]) => Promise<VenueQuery>;
  readonly cancel?: (
    ...args: [...Parameters<ExternalVenue['cancel']>, ExternalVenue]
  ) => ReturnType<ExternalVenue['cancel']>;
}

/** Runs the trial at a simulated exchange, with these calls of the adapter changed. */
async function runTrial(exchange: Exchange, changes: Changes = {}, deps: Partial<TrialOrderDeps> = {}) {
  const { venue, clock } = exchange;
  const { place, order, cancel } = changes;
  const sent: string[] = [];
  const questions: string[] = [];
  const observed: ExternalVenue = {
    ...venue,
    place: (request) => {
      sent.push('place');
      return place === undefined ? venue.place(request) : place(request, venue);
    },
    cancel: (...request) => {
      sent.push('cancel');
      return cancel === undefined ? venue.cancel(...request) : cancel(...request, venue);
    },
    order: (...query) => (order === undefined ? venue.order(...query) : order(...query, venue)),
  };
  const confirm = async (question: string) => {
    questions.push(question);
    return true;
  };
  const checks = await exchange.run(placeTrialOrder(observed, { clock, ticker: null, confirm, ...deps }));
  await exchange.close();
  return { checks, sent, questions };
}

const describe = (checks: readonly VenueCheck[] | null): readonly string[] =>
  (checks ?? []).map(({ name, ok, detail }) =>
    `${ok ? '✓' : '✗'} ${name}: ${detail}`.replace(/(open as) .*/, '$1'),
  );
