import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../contract/model/money.ts';
import { computeEventSums, computeImplied, type EventQuote } from './event-quotes.ts';

const level = (price: string, qty: string) => ({
  price: parsePrice(price) as Price,
  qty: parseQty(qty) as Qty,
});

const quote = (id: number, bid: string, ask: string, changes: Partial<EventQuote> = {}): EventQuote => ({
  instrumentId: id as InstrumentId,
  status: 'OPEN',
  book: { bids: [level(bid, '5')], asks: [level(ask, String(id))] },
  isLive: true,
  ageMs: id,
  ...changes,
});

const render = (units: bigint | null): string | null => (units === null ? null : renderDecimal(units));

describe('the sums of an event', () => {
  const three = [quote(7, '0.2', '0.3'), quote(3, '0.3', '0.4'), quote(9, '0.1', '0.2')];

  test('add the prices of all instruments, with the smallest quantity and the oldest book', () => {
    const sums = computeEventSums(three);
    assert.deepEqual(
      [sums.yesBid, sums.yesAsk, sums.mid, sums.qtyAtAsk].map((it) => render(it)),
      ['0.6', '0.9', '0.75', '3'],
    );
    assert.deepEqual([sums.ageMs, sums.missing], [9, []]);
    const shares = three.map((it) => render(computeImplied(it, sums)));
    assert.deepEqual(shares, ['0.33333333', '0.46666667', '0.2']);
  });

  test('are unknown while a book is not live, which is then named', () => {
    const sums = computeEventSums([...three, quote(4, '0.1', '0.2', { isLive: false })]);
    assert.deepEqual([sums.yesBid, sums.yesAsk, sums.mid, sums.qtyAtAsk], [null, null, null, null]);
    assert.deepEqual(sums.missing, [4]);
    assert.equal(computeImplied(three[0] as EventQuote, sums), null);
  });

  test('leave out a side that a live book lacks, and not the other side', () => {
    const noBids = quote(4, '0.1', '0.2', { book: { bids: [], asks: [level('0.2', '1')] } });
    const sums = computeEventSums([...three, noBids]);
    assert.deepEqual([sums.yesBid, render(sums.yesAsk), sums.mid, sums.missing], [null, '1.1', null, []]);
  });

  test('ignore settled instruments, and are unknown when there are no others', () => {
    const settled = quote(4, '0.1', '0.2', { status: 'SETTLED', isLive: false });
    assert.equal(render(computeEventSums([...three, settled]).yesAsk), '0.9');
    assert.equal(computeImplied(settled, computeEventSums([...three, settled])), null);
    assert.deepEqual(computeEventSums([settled]), {
      yesBid: null,
      yesAsk: null,
      mid: null,
      qtyAtAsk: null,
      ageMs: null,
      missing: [],
    });
  });
});
