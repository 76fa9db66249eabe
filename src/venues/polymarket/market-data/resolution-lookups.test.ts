import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { MarketStatus } from '../../../contract/model/instrument.ts';
import { PRICE_ONE, renderDecimal } from '../../../contract/model/money.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { createEvent, PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { parsePayout, ResolutionLookups } from './resolution-lookups.ts';

const MINUTE_MS = 60_000;
const WAIT_MS = 5 * MINUTE_MS;

/** A listing in this state. */
function listingAs(index: number, status: MarketStatus): Listing {
  const listing = createListing(index);
  return { ...listing, instrument: { ...listing.instrument, status } };
}

const LISTING = listingAs(1, 'CLOSED');

/**
 * The market record of the trading service, in the shape of 2026-05: closed, still accepting orders, with a winner
 * per token. The discovery record of the same market has no resolution status.
 */
const createRecord = ({ instrument, yes, no }: Listing, winner: 'YES' | 'NO' | null, more: object = {}) => ({
  condition_id: instrument.venueInstrumentId,
  active: true,
  closed: true,
  accepting_orders: true,
  is_50_50_outcome: false,
  tokens: [
    { token_id: yes, outcome: 'Yes', price: winner === 'YES' ? 1 : 0, winner: winner === 'YES' },
    { token_id: no, outcome: 'No', price: winner === 'NO' ? 1 : 0, winner: winner === 'NO' },
  ],
  ...more,
});

/** Lookups over a trading service that answers with `value`. */
function open(value: (path: string) => unknown) {
  const clock = new ManualClock();
  const requests: string[] = [];
  const settled: string[] = [];
  const warnings: string[] = [];
  const listings = new Map([1, 2, 3].map((index) => listingAs(index, 'CLOSED')).map((it) => [getId(it), it]));
  const lookups = new ResolutionLookups({
    client: {
      read: async (origin, path): Promise<ReadResult> => {
        requests.push(`${origin} ${path}`);
        const answer = value(path);
        return { kind: 'answer', status: answer === null ? 404 : 200, value: answer, body: '' };
      },
    },
    clock,
    log: { warn: (text: string) => void warnings.push(text) },
    resultWaitMs: WAIT_MS,
    find: (id) => listings.get(id) ?? null,
    settle: (listing, payout) => {
      settled.push(`${getId(listing)} ${renderDecimal(payout)}`);
      lookups.track({ ...listing, instrument: { ...listing.instrument, status: 'SETTLED' } });
    },
  });
  const pass = (ms: number): Promise<void> => {
    clock.advance(ms);
    return lookups.run();
  };
  return { lookups, listings, requests, settled, warnings, pass };
}

const getId = ({ instrument }: Listing): string => instrument.venueInstrumentId;

test('a market that stays closed without a result is settled on the winner of the trading service', async () => {
  const { lookups, requests, settled, pass } = open(() => createRecord(LISTING, 'NO'));
  lookups.track(LISTING);
  await pass(WAIT_MS - 1);
  assert.deepEqual(requests, [], 'discovery has five minutes');
  await pass(1);
  assert.deepEqual(requests, [`clob /markets/${getId(LISTING)}`]);
  assert.deepEqual(settled, [`${getId(LISTING)} 0`]);
  await pass(10 * WAIT_MS);
  assert.equal(requests.length, 1, 'a settled market is not read again');
});

test('a market of Protocol V2 is also read by its condition id without the last byte', async () => {
  const condition = `0x01${'ab'.repeat(16)}${'00'.repeat(15)}`;
  const instrument = { ...LISTING.instrument, venueInstrumentId: condition };
  const listing: Listing = { ...LISTING, protocol: 'v2', instrument };
  const isShort = (path: string): boolean => path === `/markets/${condition.slice(0, -2)}`;
  const { lookups, listings, requests, settled, pass } = open((path) =>
    isShort(path) ? createRecord(listing, 'YES') : null,
  );
  listings.set(condition, listing);
  lookups.track(listing);
  lookups.track(listingAs(2, 'CLOSED'));
  await pass(WAIT_MS);
  assert.deepEqual(settled, [`${condition} 1`]);
  assert.equal(requests.length, 3, 'an id of v1 has one form');
});

test('a market without a winner is read at growing intervals, up to an hour', async () => {
  const { lookups, requests, settled, pass } = open(() => createRecord(LISTING, null));
  lookups.track(LISTING);
  const minutes: number[] = [];
  for (let minute = 1; minute <= 280; minute += 1) {
    const before = requests.length;
    lookups.track(LISTING); // as each full read of the catalogue does
    await pass(MINUTE_MS);
    if (requests.length > before) minutes.push(minute);
  }
  assert.deepEqual(minutes, [5, 15, 35, 75, 135, 195, 255]);
  assert.deepEqual(settled, []);
});

test('a market that opens again or is settled elsewhere is not looked up', async () => {
  const { lookups, requests, pass } = open(() => createRecord(LISTING, 'YES'));
  for (const status of ['OPEN', 'SETTLED'] as const) {
    lookups.track(LISTING);
    lookups.track(listingAs(1, status));
  }
  await pass(WAIT_MS);
  assert.deepEqual(requests, []);
});

test('a market that the channel settles during the read keeps that result', async () => {
  const { lookups, settled, pass } = open(() => {
    lookups.track(listingAs(1, 'SETTLED'));
    return createRecord(LISTING, 'YES');
  });
  lookups.track(LISTING);
  await pass(WAIT_MS);
  assert.deepEqual(settled, []);
});

test('only a clear winner of the own tokens is a result; prices never are', () => {
  const [yes, no] = createRecord(LISTING, 'YES').tokens;
  const payoutOf = (more: object) => parsePayout(createRecord(LISTING, 'YES', more), LISTING);
  assert.equal(payoutOf({}), PRICE_ONE);
  assert.equal(payoutOf({ tokens: [no, yes] }), PRICE_ONE, 'in any order');
  assert.equal(payoutOf({ closed: false }), null);
  assert.equal(payoutOf({ tokens: null }), null);
  assert.equal(payoutOf({ tokens: [{ ...yes, winner: 'true' }, no] }), null);
  assert.equal(payoutOf({ tokens: [{ ...yes, winner: false }, no] }), null, 'although its price is 1');
  assert.equal(payoutOf({ tokens: [yes, { ...no, winner: true }] }), 'contradiction');
  assert.equal(payoutOf({ tokens: [yes] }), 'contradiction');
  assert.equal(payoutOf({ tokens: [yes, yes] }), 'contradiction');
  assert.equal(payoutOf({ tokens: [yes, { ...no, token_id: '17' }] }), 'contradiction');
  for (const value of [null, [], 'closed', {}]) assert.equal(parsePayout(value, LISTING), null);
});

test('an even split pays half to each side, only if both its flag and its prices show it', () => {
  const even = (price: number) => createRecord(LISTING, null).tokens.map((token) => ({ ...token, price }));
  const payoutOf = (more: object) => parsePayout(createRecord(LISTING, null, more), LISTING);
  assert.equal(payoutOf({ is_50_50_outcome: true, tokens: even(0.5) }), PRICE_ONE / 2n);
  assert.equal(payoutOf({ is_50_50_outcome: true, tokens: even(0.49) }), null);
  assert.equal(payoutOf({ tokens: even(0.5) }), null, 'a last price of one half');
  assert.equal(payoutOf({ closed: false, is_50_50_outcome: true, tokens: even(0.5) }), null);
  const [yes, no] = even(0.5);
  assert.equal(payoutOf({ is_50_50_outcome: true, tokens: [yes, yes] }), 'contradiction');
  assert.equal(payoutOf({ is_50_50_outcome: true, tokens: [yes, { ...no, price: 0.4 }] }), null);
  assert.equal(payoutOf({ is_50_50_outcome: true, tokens: [{ ...yes, price: 0.6 }, no] }), null);
  const split = createRecord(LISTING, 'YES', { is_50_50_outcome: true });
  assert.equal(parsePayout(split, LISTING), PRICE_ONE, 'a winner takes precedence');
});

test('a record that contradicts the listing settles nothing and is logged', async () => {
  const { lookups, settled, warnings, pass } = open(() => createRecord(listingAs(2, 'CLOSED'), 'YES'));
  lookups.track(LISTING);
  await pass(WAIT_MS);
  assert.deepEqual([settled, warnings.length], [[], 1]);
});

type MarketCommand = Parameters<PolymarketHarness['exchange']['simulator']['controls']['market']>[0];
type Settlement = Pick<Extract<MarketCommand, { verb: 'settle' }>, 'result' | 'value'>;

describe('a market that closed while the service was stopped', () => {
  /** Restarts the adapter around a settlement that discovery reports without a resolution status. */
  async function restartedAfter(settlement: Settlement, settings = {}): Promise<PolymarketHarness> {
    const harness = new PolymarketHarness([createEvent('rain')]);
    await harness.start();
    const { id } = harness;
    await harness.until(harness.venue.stop());
    const command: MarketCommand = { market: id, verb: 'settle', uma: false, ...settlement };
    assert.equal(harness.exchange.simulator.controls.market(command), null);
    await harness.restart(settings);
    await harness.start();
    return harness;
  }

  const stateOf = (harness: PolymarketHarness): readonly unknown[] =>
    [...harness.listener.instruments.values()].map(({ status, result, settlementPrice }) =>
      [status, result, settlementPrice === null ? null : renderDecimal(settlementPrice)].join(' ').trim(),
    );

  for (const [settlement, state] of [
    [{ result: 'no' }, 'SETTLED NO 0'],
    [{ result: 'yes' }, 'SETTLED YES 1'],
    [{ result: 'scalar', value: '0.5' }, 'SETTLED FRACTION 0.5'],
  ] as const) {
    test(`settles after five minutes: ${state}`, async () => {
      const harness = await restartedAfter(settlement);
      assert.deepEqual(stateOf(harness), ['CLOSED'], 'discovery shows only last prices');
      await harness.pass(WAIT_MS + MINUTE_MS);
      assert.deepEqual(stateOf(harness), [state]);
      await harness.stop();
    });
  }

  test('is read by its id when it is watched, however long ago it closed', async () => {
    const harness = await restartedAfter({ result: 'no' }, { closedPagesMax: 0 });
    assert.deepEqual(stateOf(harness), [], 'it is in no list that is read');
    const [market] = JSON.parse((await harness.exchange.gamma('/markets?closed=true')).body) as {
      conditionId: string;
    }[];
    harness.venue.watch(market?.conditionId ?? '');
    await harness.pass(WAIT_MS + MINUTE_MS);
    assert.deepEqual(stateOf(harness), ['SETTLED NO 0']);
    await harness.stop();
  });
});

test('a market that the channel resolves without a winner is read again at once', async () => {
  const harness = new PolymarketHarness([createEvent('rain')]);
  await harness.start();
  const command = { market: harness.id, verb: 'settle', result: 'scalar', value: '0.5' } as const;
  assert.equal(harness.exchange.simulator.controls.market(command), null);
  await harness.pass(10_000);
  assert.equal(harness.listener.instruments.get(harness.id)?.result, 'FRACTION');
  await harness.stop();
});
