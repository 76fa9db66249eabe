import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubaccountId } from '../../contract/model/ids.ts';
import { isLive } from '../../contract/model/order.ts';
import type { ProtectionTerms } from '../../domain/quotes/maker-protection.ts';
import { openOms, orderBody, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { DEMO, qty } from '../../oms/scripted-venue.fixture.ts';
import { actions, fillNewest, openQuotes, put, type QuoteHarness, SA_1, toPut } from './quotes.fixture.ts';

const protect = (harness: QuoteHarness, terms: Partial<ProtectionTerms>) =>
  harness.oms.quotes.setProtection(TRADER, SA_1, {
    windowMs: 15_000,
    filledQtyMax: null,
    netQtyMax: null,
    frozenMs: 0,
    ...terms,
  });

const stateOf = ({ oms }: QuoteHarness) => value(oms.quotes.protection(TRADER, SA_1));
const liveSides = ({ oms }: QuoteHarness): readonly string[] =>
  [...oms.state.orders.values()].filter(({ status }) => isLive(status)).map(({ side }) => side);

/** A bid, and an ask that is placed last, so that `fillNewest` fills the ask. */
async function openProtected(terms: Partial<ProtectionTerms>): Promise<QuoteHarness> {
  const harness = await openQuotes();
  await protect(harness, terms);
  await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
  return harness;
}

describe('I-Q4: maker protection', () => {
  test('withdraws all quotes and refuses new ones once their fills reach the limit', async () => {
    const harness = await openProtected({ filledQtyMax: qty('20') });
    await fillNewest(harness, '19');
    assert.deepEqual([stateOf(harness).isFrozen, liveSides(harness)], [false, ['BUY', 'SELL']]);
    await fillNewest(harness, '1');
    assert.deepEqual([stateOf(harness).isFrozen, liveSides(harness)], [true, []]);
    for (const { cancelReason } of harness.oms.state.orders.values()) assert.equal(cancelReason, 'mmp');
    const refused = await harness.oms.quotes.put(TRADER, toPut(2, { bid: '46 x 50' }));
    assert.equal(resultCode(refused), 'mmp_frozen');
  });

  test('records the breach and the cancels in one entry', async () => {
    const harness = await openProtected({ filledQtyMax: qty('1') });
    harness.venue.holdsCancels = true;
    const committed: string[][] = [];
    const { journal } = harness.storage;
    const append = journal.append.bind(journal);
    journal.append = (entry, rows) => {
      committed.push(entry.events.map(({ type }) => type));
      return append(entry, rows);
    };
    await fillNewest(harness, '1');
    const breach = committed.find(([first]) => first === 'ProtectionBreached');
    assert.deepEqual(breach, ['ProtectionBreached', 'CancelRequested', 'CancelRequested']);
  });

  test('drops the replacement that waits', async () => {
    const harness = await openProtected({ filledQtyMax: qty('2') });
    await fillNewest(harness, '1');
    harness.venue.holdsCancels = true;
    await put(harness, 2, { ask: '48 x 50' });
    await fillNewest(harness, '1');
    const ask = harness.venue.placed.at(-1);
    assert.ok(ask !== undefined);
    harness.oms.onVenueReport(DEMO, harness.venue.close(ask.clientId));
    await settle();
    assert.equal(harness.venue.placed.length, 2);
  });

  test('counts fills within the window only', async () => {
    const harness = await openProtected({ filledQtyMax: qty('20'), windowMs: 1_000 });
    await fillNewest(harness, '15');
    harness.clock.advance(1_000);
    await fillNewest(harness, '15');
    assert.deepEqual([stateOf(harness).isFrozen, stateOf(harness).totals.filledQty], [false, qty('15')]);
  });

  test('counts a fill once, when it matches and not again when it settles', async () => {
    const harness = await openProtected({ filledQtyMax: qty('20') });
    const ask = harness.venue.placed.at(-1);
    assert.ok(ask !== undefined);
    const report = harness.venue.fill(ask.clientId, 'T-1', '15', 'PENDING');
    for (const settlement of ['PENDING', 'FINAL'] as const) {
      const fills = report.fills.map((fill) => ({ ...fill, price: ask.price ?? fill.price, settlement }));
      harness.oms.onVenueReport(DEMO, harness.venue.keep({ ...report, fills }));
      await settle();
    }
    assert.equal(harness.oms.state.pendingFills.size, 0);
    assert.deepEqual([stateOf(harness).totals.filledQty, stateOf(harness).isFrozen], [qty('15'), false]);
  });

  test('counts a fill that settles after a later one once, and one that is voided as it matched', async () => {
    const harness = await openProtected({ filledQtyMax: qty('20') });
    const ask = harness.venue.placed.at(-1);
    assert.ok(ask !== undefined);
    harness.venue.fill(ask.clientId, 'T-1', '6', 'PENDING');
    const report = harness.venue.fill(ask.clientId, 'T-2', '3', 'PENDING');
    for (const settlements of [
      ['PENDING', 'PENDING'],
      ['FINAL', 'PENDING'],
      ['FINAL', 'VOID'],
    ] as const) {
      const fills = report.fills.map((fill, index) => {
        return { ...fill, price: ask.price ?? fill.price, settlement: settlements[index] ?? fill.settlement };
      });
      harness.oms.onVenueReport(DEMO, harness.venue.keep({ ...report, fills }));
      await settle();
      assert.deepEqual([stateOf(harness).totals.filledQty, stateOf(harness).isFrozen], [qty('9'), false]);
    }
    assert.equal(harness.oms.state.pendingFills.size, 0);
  });

  test('nets what was bought and sold', async () => {
    const harness = await openProtected({ netQtyMax: qty('20') });
    await fillNewest(harness, '15');
    await put(harness, 2, { bid: null });
    await put(harness, 3, { bid: '45 x 50' });
    await fillNewest(harness, '15');
    assert.deepEqual(stateOf(harness).totals, { filledQty: qty('30'), netQty: qty('0') });
    await fillNewest(harness, '20');
    assert.equal(stateOf(harness).isFrozen, true);
  });

  test('sums the nets of the instruments: a purchase of one does not offset a sale of another', async () => {
    const harness = await openProtected({ netQtyMax: qty('20') });
    await fillNewest(harness, '12');
    value(await harness.oms.quotes.put(TRADER, toPut(2, { bid: '46 x 50' }, undefined, 1002)));
    await fillNewest(harness, '7');
    assert.deepEqual(stateOf(harness).totals, { filledQty: qty('19'), netQty: qty('19') });
    assert.equal(stateOf(harness).isFrozen, false);
    await fillNewest(harness, '1');
    assert.equal(stateOf(harness).isFrozen, true);
  });

  test('shows the totals within the window that is set', async () => {
    const harness = await openProtected({ filledQtyMax: qty('20'), windowMs: 1_000 });
    await fillNewest(harness, '15');
    harness.clock.advance(999);
    assert.equal(stateOf(harness).totals.filledQty, qty('15'));
    harness.clock.advance(1);
    assert.equal(stateOf(harness).totals.filledQty, qty('0'));
  });

  test('forgets old fills also before there is a protection', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { ask: '49 x 50' });
    await fillNewest(harness, '15');
    harness.clock.advance(15_000);
    await fillNewest(harness, '3');
    await protect(harness, { filledQtyMax: qty('20'), windowMs: 60_000 });
    assert.equal(stateOf(harness).totals.filledQty, qty('3'));
  });

  test('counts its breaches, also when its limits are set again', async () => {
    const harness = await openProtected({ filledQtyMax: qty('5'), frozenMs: 1_000 });
    await fillNewest(harness, '5');
    await protect(harness, { filledQtyMax: qty('5'), frozenMs: 1_000 });
    assert.equal(stateOf(harness).protection?.breaches, 1);
    harness.clock.advance(1_000);
    await put(harness, 2, { ask: '49 x 50' });
    await fillNewest(harness, '5');
    assert.equal(stateOf(harness).protection?.breaches, 2);
    assert.equal(harness.counts.filter((each) => each === 'mmp_breaches_total').length, 2);
  });

  test('a fill that comes before the cancels are proven is no second breach, and prolongs nothing', async () => {
    const harness = await openProtected({ filledQtyMax: qty('5'), frozenMs: 2_000 });
    harness.venue.holdsCancels = true;
    await fillNewest(harness, '5');
    const { protection } = stateOf(harness);
    harness.clock.advance(500);
    await fillNewest(harness, '6');
    assert.deepEqual(stateOf(harness).protection, protection);
    assert.deepEqual([protection?.breaches, stateOf(harness).totals.filledQty], [1, qty('6')]);
  });

  test('ends by itself after frozen_ms, or by a reset, with an empty window', async () => {
    const harness = await openProtected({ filledQtyMax: qty('5'), frozenMs: 2_000 });
    await fillNewest(harness, '5');
    assert.equal(stateOf(harness).isFrozen, true);
    harness.clock.advance(2_000);
    assert.deepEqual(actions(await put(harness, 2, { ask: '49 x 50' })), ['PLACED']);
    await fillNewest(harness, '4');
    assert.equal(stateOf(harness).isFrozen, false);
    await fillNewest(harness, '1');
    assert.equal(stateOf(harness).isFrozen, true);
    value(await harness.oms.quotes.resetProtection(TRADER, SA_1));
    assert.deepEqual([stateOf(harness).isFrozen, stateOf(harness).protection?.breaches], [false, 2]);
    assert.deepEqual(actions(await put(harness, 3, { bid: '46 x 50' })), ['PLACED']);
  });

  test('a reset before a breach empties the window of its subaccount, and of no other', async () => {
    const harness = await openProtected({ filledQtyMax: qty('10') });
    await fillNewest(harness, '6');
    value(await harness.oms.quotes.resetProtection(TRADER, 'sa_2' as SubaccountId));
    assert.equal(stateOf(harness).totals.filledQty, qty('6'));
    value(await harness.oms.quotes.resetProtection(TRADER, SA_1));
    assert.equal(stateOf(harness).totals.filledQty, qty('0'));
    await fillNewest(harness, '6');
    assert.equal(stateOf(harness).isFrozen, false);
    await fillNewest(harness, '4');
    assert.equal(stateOf(harness).isFrozen, true);
  });

  test('is not ended by new limits, and survives a restart', async () => {
    const first = await openProtected({ filledQtyMax: qty('1') });
    await fillNewest(first, '1');
    value(await protect(first, { filledQtyMax: qty('100') }));
    assert.equal(stateOf(first).isFrozen, true);
    first.storage.crash();
    first.oms.stop();
    const { clock, venue, market, storage } = first;
    const second = { ...(await openOms({ clock, venue, market, storage: await storage.restart() })), venue };
    const refused = await second.oms.quotes.put(TRADER, toPut(1, { bid: '46 x 50' }));
    assert.equal(resultCode(refused), 'mmp_frozen');
    assert.equal(stateOf(second).protection?.filledQtyMax, qty('100'));
  });

  test('counts no fills of other orders, and leaves them alone', async () => {
    const harness = await openQuotes();
    await protect(harness, { filledQtyMax: qty('5') });
    value(await harness.oms.orders.submit(TRADER, orderBody(), null));
    await fillNewest(harness, '5');
    assert.deepEqual([stateOf(harness).isFrozen, liveSides(harness)], [false, ['BUY']]);
  });
});
