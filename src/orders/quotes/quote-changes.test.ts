import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDecimal } from '../../contract/model/money.ts';
import { isLive, sumFilledQty } from '../../contract/model/order.ts';
import type { QuoteSide } from '../../domain/quotes/quote-step.ts';
import { settle } from '../../oms/oms.fixture.ts';
import { DEMO } from '../../oms/scripted-venue.fixture.ts';
import type { VenueCapabilities } from '../../ports/venue.ts';
import { actions, openQuotes, put, type QuoteHarness, QuoteVenue } from './quotes.fixture.ts';

// A quote of 50 of which something has filled is changed to every price and quantity, on both sides and at every kind of venue.

const SIDES: readonly QuoteSide[] = ['bid', 'ask'];
const VENUES: Readonly<Record<string, Partial<VenueCapabilities>>> = {
  'that amends': {},
  'that amends, but never to a larger quantity': { amendQtyIncrease: false },
  'that replaces': { amend: 'replace' },
};
const FIRST = 50;
const FILLED = [0, 20, 49];
const MOVES = [-1, 0, 1]; // cents
const WANTED = [1, 10, 30, 50, 70];
const LATE = [9, FIRST]; // filled while the change is under way, as far as it rests

interface Change {
  readonly filled: number;
  readonly move: number;
  readonly wanted: number;
}

const CHANGES: readonly Change[] = FILLED.flatMap((filled) =>
  MOVES.flatMap((move) => WANTED.map((wanted) => ({ filled, move, wanted }))),
);

const PRICES: Readonly<Record<QuoteSide, number>> = { bid: 44, ask: 55 };
const OTHER: Readonly<Record<QuoteSide, QuoteSide>> = { bid: 'ask', ask: 'bid' };
const toText = (cents: number, size: number): `${number} x ${number}` => `${cents} x ${size}`;

/** A venue that fails the test when two orders of one side are open there together. */
class OneOfEachSide extends QuoteVenue {
  constructor(change: Partial<VenueCapabilities>) {
    super(change);
    const place = this.onPlace;
    this.onPlace = (order) => {
      const open = this.placed.filter(
        ({ clientId, side }) => side === order.side && this.orders.get(clientId)?.status === 'OPEN',
      );
      assert.deepEqual(open, [], 'I-Q1: a side has one live order at a time');
      return place(order);
    };
  }
}

/** `30 @ 0.45` for each live order of the side: what rests. */
function restingOf({ oms }: QuoteHarness, side: QuoteSide): readonly string[] {
  const wanted = side === 'bid' ? 'BUY' : 'SELL';
  return [...oms.state.orders.values()]
    .filter((order) => order.side === wanted && isLive(order.status))
    .map((order) => {
      const open = order.qty - sumFilledQty(order);
      return `${renderDecimal(open)} @ ${order.price === null ? '' : renderDecimal(order.price)}`;
    });
}

/** Another trader takes this much of the open order of the side. */
async function fillOpen({ oms, venue }: QuoteHarness, side: QuoteSide, size: number): Promise<void> {
  const wanted = side === 'bid' ? 'BUY' : 'SELL';
  const open = venue.placed.findLast(
    (order) => order.side === wanted && venue.orders.get(order.clientId)?.status === 'OPEN',
  );
  assert.ok(open !== undefined, 'an order rests');
  venue.fillNumber += 1;
  const report = venue.fill(open.clientId, `T-${venue.fillNumber}`, String(size));
  const fills = report.fills.map((fill) => ({ ...fill, price: report.price ?? fill.price }));
  oms.onVenueReport(DEMO, venue.keep({ ...report, fills }));
  await settle();
}

async function openFilled(side: QuoteSide, filled: number, change: Partial<VenueCapabilities>) {
  const harness = await openQuotes(new OneOfEachSide(change));
  const other = OTHER[side];
  await put(harness, 1, {
    [side]: toText(PRICES[side], FIRST),
    [other]: toText(PRICES[other], FIRST),
  });
  if (filled > 0) await fillOpen(harness, side, filled);
  return harness;
}

for (const [what, capabilities] of Object.entries(VENUES))
  for (const side of SIDES) {
    const other = OTHER[side];
    const untouched = [`${FIRST} @ 0.${PRICES[other]}`];

    test(`at a venue ${what}, what rests of the ${side} is what was wanted last`, async () => {
      for (const { filled, move, wanted } of CHANGES) {
        const harness = await openFilled(side, filled, capabilities);
        const to = PRICES[side] + move;
        await put(harness, 2, { [side]: toText(to, wanted) });
        await settle();
        const label = `${filled} filled, ${wanted} wanted at 0.${to}`;
        assert.deepEqual(restingOf(harness, side), [`${wanted} @ 0.${to}`], label);
        assert.deepEqual(restingOf(harness, other), untouched, label);
        const before = harness.venue.placed.length + harness.venue.amended.length;
        await put(harness, 3, { [side]: toText(to, wanted) });
        await settle();
        assert.equal(harness.venue.placed.length + harness.venue.amended.length, before, `${label}: kept`);
      }
    });

    test(`at a venue ${what}, fills of the ${side} that come before its cancel count`, async () => {
      for (const { filled, move, wanted } of CHANGES)
        for (const late of LATE) {
          const harness = await openFilled(side, filled, capabilities);
          harness.venue.holdsCancels = true;
          const to = PRICES[side] + move;
          const answered = put(harness, 2, { [side]: toText(to, wanted) }); // waits for the proof where the venue replaces
          await settle();
          const isWaiting = harness.venue.cancelled.length > 0;
          const size = Math.min(late, FIRST - filled);
          if (!isWaiting) break; // nor would it with another fill
          await fillOpen(harness, side, size);
          harness.venue.holdsCancels = false;
          harness.clock.advance(5_000);
          await settle();
          harness.clock.advance(60_000);
          await settle();
          const isAmended = actions(await answered).includes('AMENDED');
          const label = `${filled} filled, ${wanted} wanted at 0.${to}, ${size} late`;
          // A fill of the whole old order wins over its amend, and a quote that is filled is not placed again.
          const left = isAmended && filled + size === FIRST ? 0 : wanted - size;
          assert.deepEqual(restingOf(harness, side), left > 0 ? [`${left} @ 0.${to}`] : [], label);
          assert.deepEqual(restingOf(harness, other), untouched, label);
        }
    });
  }
