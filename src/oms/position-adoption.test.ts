import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../contract/model/ids.ts';
import { type Price, parsePrice, renderDecimal } from '../contract/model/money.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  resultCode,
  settle,
  submit,
  value,
} from './oms.fixture.ts';
import { adoptPositions } from './position-adoption.ts';
import { qty, restingReply, ScriptedVenue, venueFill } from './scripted-venue.fixture.ts';

const LOOK_MS = 120_000;
const [ONE_ACCOUNT, DEMO] = ['acc_1' as AccountId, 'Demo' as VenueName];
const owner = (subaccountId: string) => ({
  accountId: ONE_ACCOUNT,
  subaccountId: subaccountId as SubaccountId,
});
const price = (text: string): Price => parsePrice(text) as Price;
const signed = (size: string): bigint => (size.startsWith('-') ? -1n * qty(size.slice(1)) : qty(size));
const held = (market: number, size: string, avgPrice: string | null) => ({
  venueInstrumentId: `M-${market}`,
  netQty: signed(size),
  ...(avgPrice !== null && { avgPrice: price(avgPrice) }),
});

/** A service that starts for the first time, with these subaccounts, at a venue whose account holds positions. */
async function openFirst(
  positions: readonly ReturnType<typeof held>[],
  subaccounts: readonly string[],
): Promise<OmsHarness> {
  const clock = new ManualClock();
  const venue = new ScriptedVenue();
  const market = new ManualMarket();
  for (const id of [1001, 1002]) market.set(openInstrument(id));
  venue.onPositions = () => positions;
  const harness = await openOms({ clock, venue, market, storage: await createMemoryStore(clock) });
  await harness.oms.accountAdmin.createAccount(ONE_ACCOUNT);
  for (const id of subaccounts) await harness.oms.accountAdmin.createSubaccount({ ...owner(id), name: id });
  return harness;
}

async function look(harness: OmsHarness, times = 1): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    harness.clock.advance(LOOK_MS);
    await settle();
  }
}

const shown = (harness: OmsHarness): readonly string[] =>
  [...harness.oms.state.positions.values()].map(
    ({ instrumentId, subaccountId, net, cost }) =>
      `${subaccountId} ${instrumentId} ${renderDecimal(net)} for ${renderDecimal(cost / 100_000_000n)}`,
  );

describe('an account with a past, at the first start', () => {
  test('belongs to the only subaccount once two comparisons agree, long and short, at what the venue says it cost', async () => {
    const harness = await openFirst([held(1001, '12', '0.25'), held(1002, '-4', '0.6')], ['sa_1']);
    assert.deepEqual(shown(harness), []);
    await look(harness);
    assert.deepEqual(shown(harness), ['sa_1 1001 12 for 3', 'sa_1 1002 -4 for 2.4']);
    assert.equal(harness.oms.findPositionBreak(DEMO), null);
    assert.deepEqual(harness.errors, []);
    await look(harness, 2);
    assert.equal(shown(harness).length, 2, 'once');
    assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
  });

  test('is still there after a restart, and is not taken over a second time', async () => {
    const harness = await openFirst([held(1001, '12', '0.25')], ['sa_1']);
    await look(harness);
    const { clock, venue, market } = harness;
    const next = await openOms({ storage: await harness.storage.restart(), clock, venue, market });
    await look(next, 2);
    assert.deepEqual(shown(next), ['sa_1 1001 12 for 3']);
  });

  test('a difference that changes between two comparisons is not taken over', async () => {
    const harness = await openFirst([held(1001, '12', '0.25')], ['sa_1']);
    harness.venue.onPositions = () => [held(1001, '13', '0.25')];
    await look(harness);
    assert.deepEqual(shown(harness), []);
  });

  test('without a stated cost it is valued at the present price; without a price it is left and stays a break', async () => {
    const harness = await openFirst([held(1001, '12', null), held(1002, '5', null)], ['sa_1']);
    harness.market.setMark(1001, '0.5');
    await look(harness);
    assert.deepEqual(shown(harness), ['sa_1 1001 12 for 6']);
    assert.match(harness.oms.findPositionBreak(DEMO) ?? '', /M-1002/);
  });

  for (const [title, subaccounts] of [
    ['no subaccount', []],
    ['two subaccounts', ['sa_1', 'sa_2']],
  ] as const)
    test(`with ${title} nothing is taken over, and the log names the command`, async () => {
      const harness = await openFirst([held(1001, '12', '0.25')], subaccounts);
      await look(harness, 2);
      assert.deepEqual(shown(harness), []);
      assert.ok(harness.warnings.some((text) => /positions from before: name the subaccount/.test(text)));
      assert.match(harness.oms.findPositionBreak(DEMO) ?? '', /M-1001/);
    });
});

test('after the first order at a venue nothing is taken over without a word', async () => {
  const harness = await openFirst([], ['sa_1']);
  await harness.oms.accountAdmin.createSubaccount({ ...owner('sa_2'), name: 'sa_2' });
  await submit(harness);
  harness.venue.onPositions = () => [held(1002, '5', '0.5')];
  await look(harness, 3);
  assert.deepEqual(shown(harness), []);
  assert.match(harness.oms.findPositionBreak(DEMO) ?? '', /M-1002/);
});

describe('the operator takes positions over', () => {
  test('into the named subaccount: the break closes, and what is held can be sold', async () => {
    const harness = await openFirst([held(1001, '12', '0.25')], ['sa_1', 'sa_2']);
    await look(harness, 2);
    const { adopted, left } = value(await harness.oms.adoptPositions('Demo', owner('sa_2')));
    assert.deepEqual(
      adopted.map(({ instrument, side, qty: size, price: at }) => [
        instrument.instrumentId,
        side,
        renderDecimal(size),
        renderDecimal(at),
      ]),
      [[1001 as InstrumentId, 'BUY', '12', '0.25']],
    );
    assert.deepEqual(left, []);
    assert.deepEqual(
      adopted.map(({ priceFrom }) => priceFrom),
      ['venue'],
    );
    assert.deepEqual(shown(harness), ['sa_2 1001 12 for 3']);
    assert.equal(harness.oms.findPositionBreak(DEMO), null);
    const again = value(await harness.oms.adoptPositions('Demo', owner('sa_2')));
    assert.deepEqual(again, { adopted: [], left: [], orders: [] });
    assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
  });

  test('only what two comparisons found; the rest is named with the reason', async () => {
    const harness = await openFirst([held(1001, '12', '0.25')], ['sa_1', 'sa_2']);
    await look(harness);
    harness.venue.onPositions = () => [held(1001, '12', '0.25'), held(1002, '-3', null), held(9, '1', '0.5')];
    const { adopted, left } = value(await harness.oms.adoptPositions('Demo', owner('sa_1')));
    assert.equal(adopted.length, 1);
    assert.deepEqual(
      left.map(({ venueInstrumentId, net }) => [venueInstrumentId, net]),
      [
        ['M-1002', signed('-3')],
        ['M-9', signed('1')],
      ],
    );
    assert.match(left[0]?.why ?? '', /seen once/);
    await look(harness, 2);
    const later = value(await harness.oms.adoptPositions('Demo', owner('sa_1')));
    assert.deepEqual(
      later.left.map(({ why }) => why),
      ['neither a cost nor a price is known', 'the market is in no list of the venue that was read'],
    );
  });

  test('what was sold outside closes our position at the present price, and realizes its gain', async () => {
    const harness = await openOms();
    harness.venue.onPlace = (order) =>
      restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't1', '10', '0.48')] });
    await submit(harness);
    harness.venue.onPositions = () => [held(1001, '4', '0.9')];
    harness.market.setMark(1001, '0.58');
    await look(harness, 2);
    const { adopted } = value(await harness.oms.adoptPositions('Demo', owner('sa_1')));
    assert.deepEqual(
      adopted.map(({ priceFrom }) => priceFrom),
      ['market'],
      'the venue states the cost of all contracts only',
    );
    assert.deepEqual(shown(harness), ['sa_1 1001 4 for 1.92']);
    const [position] = harness.oms.state.positions.values();
    assert.equal(renderDecimal((position?.realizedPnl ?? 0n) / 100_000_000n), '0.6');
    assert.equal(harness.oms.findPositionBreak(DEMO), null);
  });

  test('names what is wrong: venue, subaccount, a venue that does not answer', async () => {
    const harness = await openFirst([held(1001, '12', '0.25')], ['sa_1', 'sa_2']);
    assert.equal(resultCode(await harness.oms.adoptPositions('Nowhere', owner('sa_1'))), 'validation');
    assert.equal(resultCode(await harness.oms.adoptPositions('Demo', owner('sa_9'))), 'validation');
    harness.venue.onPositions = () => null;
    assert.equal(resultCode(await harness.oms.adoptPositions('Demo', owner('sa_1'))), 'venue_unavailable');
    assert.deepEqual(shown(harness), []);
  });
});

test('a difference that became another one while its price was read is left', async () => {
  const committed: unknown[] = [];
  const deps = {
    store: { commit: async (...entry: unknown[]) => committed.push(entry) },
    market: { prefetchListed: async () => openInstrument(1001) },
  } as unknown as Parameters<typeof adoptPositions>[0];
  const gap = { YES: qty('10'), NO: 0n };
  const found = { venueInstrumentId: 'M-1001', gap, holdsTokens: true, avgPrice: price('0.4') };
  for (const now of [{ YES: qty('9'), NO: 0n }, { YES: 0n, NO: qty('10') }, null]) {
    const current = new Map(now === null ? [] : [['M-1001', { gap: now }]]);
    const adoption = await adoptPositions(deps, DEMO, owner('sa_1'), [found], 'operator', () => current);
    assert.deepEqual([adoption.adopted, adoption.left.map(({ tokens }) => tokens)], [[], [gap]]);
  }
  assert.deepEqual(committed, []);
});
