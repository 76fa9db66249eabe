import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDecimal } from '../../contract/model/money.ts';
import type { QuoteSide } from '../../domain/quotes/quote-step.ts';
import { openOms, settle } from '../../oms/oms.fixture.ts';
import { DEMO } from '../../oms/scripted-venue.fixture.ts';
import type { FillSettlement, VenueCapabilities } from '../../ports/venue.ts';
import { actions, openQuotes, put, type QuoteHarness, QuoteVenue } from './quotes.fixture.ts';

// A venue does not put a voided quantity back into its book, so an order with a voided fill rests with less than it has open.

const VENUES: Readonly<Record<string, Partial<VenueCapabilities>>> = {
  'that amends': {},
  'that amends, but never to a larger quantity': { amendQtyIncrease: false },
  'that replaces': { amend: 'replace' },
};
const SIDES: readonly QuoteSide[] = ['bid', 'ask'];
const PRICES: Readonly<Record<QuoteSide, number>> = { bid: 44, ask: 55 };
const BETTER: Readonly<Record<QuoteSide, number>> = { bid: 1, ask: -1 };
const MOVES = { better: 1, same: 0, worse: -1 } as const;
const FIRST = 50;
const TRADES: Readonly<Record<string, readonly (readonly [size: number, settlement: FillSettlement])[]>> = {
  none: [],
  part: [[20, 'FINAL']],
  voided: [[20, 'VOID']],
  'part and part voided': [
    [15, 'FINAL'],
    [5, 'VOID'],
  ],
};
const CHANGES = [-10, 0, 10]; // less, same or more than what rests

/** What rests at the venue for a side: `30 @ 0.44`. */
const restingOf = ({ venue }: QuoteHarness, side: QuoteSide): readonly string[] =>
  venue.placed
    .filter((order) => order.side === (side === 'bid' ? 'BUY' : 'SELL'))
    .flatMap(({ clientId }) => {
      const report = venue.orders.get(clientId);
      if (report?.status !== 'OPEN') return [];
      return [`${renderDecimal(report.qty - report.filledQty)} @ ${renderDecimal(report.price ?? 0n)}`];
    });

/** A quote of 50 with these trades, which the venue matched before it voided some. */
async function openTraded(side: QuoteSide, trades: string, change: Partial<VenueCapabilities>) {
  const harness = await openQuotes(new QuoteVenue(change));
  const { venue, oms } = harness;
  await put(harness, 1, { [side]: `${PRICES[side]} x ${FIRST}` });
  const [first] = venue.placed;
  assert.ok(first !== undefined);
  const report = async (isEnd: boolean): Promise<void> => {
    const known = venue.orders.get(first.clientId);
    assert.ok(known !== undefined);
    const fills = known.fills.map((fill, at) => ({
      ...fill,
      price: known.price ?? fill.price,
      settlement: isEnd ? (TRADES[trades]?.[at]?.[1] ?? 'FINAL') : ('PENDING' as const),
    }));
    oms.onVenueReport(DEMO, venue.keep({ ...known, fills }));
    await settle();
  };
  for (const [at, [size]] of (TRADES[trades] ?? []).entries())
    venue.fill(first.clientId, `T-${at}`, String(size), 'PENDING');
  await report(false);
  await report(true);
  return harness;
}

for (const [what, capabilities] of Object.entries(VENUES))
  for (const side of SIDES)
    for (const trades of Object.keys(TRADES)) {
      const rests = FIRST - (TRADES[trades] ?? []).reduce((sum, [size]) => sum + size, 0);

      test(`at a venue ${what}, the ${side} rests with what is wanted, with fills: ${trades}`, async () => {
        for (const [move, cents] of Object.entries(MOVES))
          for (const change of CHANGES) {
            const harness = await openTraded(side, trades, capabilities);
            const { venue } = harness;
            const to = PRICES[side] + cents * BETTER[side];
            const wanted = rests + change;
            const label = `${move} price, ${change} more`;
            const sent = () => venue.placed.length + venue.amended.length + venue.cancelled.length;
            const before = sent();
            await put(harness, 2, { [side]: `${to} x ${wanted}` });
            await settle();
            assert.deepEqual(restingOf(harness, side), [`${wanted} @ 0.${to}`], label);
            if (cents === 0 && change === 0) assert.equal(sent(), before, 'I-Q2: kept');
            const after = sent();
            assert.deepEqual(
              actions(await put(harness, 3, { [side]: `${to} x ${wanted}` })),
              ['KEPT'],
              label,
            );
            assert.equal(sent(), after, `${label}: kept`);
          }
      });

      test(`at a venue ${what}, the ${side} of the process before is cancelled, with fills: ${trades}`, async () => {
        const { venue, market, clock, storage } = await openTraded(side, trades, capabilities);
        const next = {
          ...(await openOms({ venue, market, clock, storage: await storage.restart() })),
          venue,
        };
        await settle();
        await put(next, 1, { [side]: `${PRICES[side]} x ${rests}` });
        await settle();
        assert.deepEqual(restingOf(next, side), [`${rests} @ 0.${PRICES[side]}`]);
        assert.deepEqual(actions(await put(next, 2, { [side]: `${PRICES[side]} x ${rests}` })), ['KEPT']);
      });
    }
