import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Price, Qty } from '../contract/model/money.ts';
import type { Side } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { BookAmend, BookChange, BookOrder, BookTrade } from './book-order.ts';
import { OrderBook } from './order-book.ts';

/** A naive reference implementation of the matching rules. */
class NaiveBook {
  resting: { order: BookOrder; filled: bigint; since: number }[] = [];
  #step = 0;

  submit(order: BookOrder, now: number, filledBefore = 0n): BookTrade[] {
    this.expire(now);
    if (order.expiresAt !== null && order.expiresAt <= now) return [];
    const makers = this.resting
      .filter((entry) => entry.order.side !== order.side && crosses(order, entry.order.price))
      .sort((a, b) => comparePriority(order.side, a, b));
    const available = makers.reduce((sum, entry) => sum + entry.order.qty - entry.filled, 0n);
    if (order.tif === 'FOK' && available < order.qty) return [];
    let filled = filledBefore;
    const trades: BookTrade[] = [];
    for (const maker of makers) {
      const left = order.qty - filled;
      if (left === 0n) break;
      const makerLeft = maker.order.qty - maker.filled;
      const qty = left < makerLeft ? left : makerLeft;
      maker.filled += qty;
      filled += qty;
      const price = maker.order.price as Price;
      const ids = { makerId: maker.order.id, takerId: order.id, takerSide: order.side };
      trades.push({ ...ids, price, qty: qty as Qty });
    }
    this.resting = this.resting.filter((entry) => entry.filled < entry.order.qty);
    if (filled < order.qty && order.price !== null && (order.tif === 'GTC' || order.tif === 'GTD')) {
      this.#step += 1;
      this.resting.push({ order, filled, since: this.#step });
    }
    return trades;
  }

  amend(id: number, amend: BookAmend, now: number): BookTrade[] {
    const entry = this.resting.find(({ order }) => order.id === id);
    if (entry === undefined || (entry.order.expiresAt ?? now + 1) <= now) return [];
    const price = amend.price ?? entry.order.price;
    const qty = amend.qty ?? entry.order.qty;
    if (qty <= entry.filled) return [];
    this.expire(now);
    const changed: BookOrder = { ...entry.order, price, qty };
    if (price === entry.order.price && qty <= entry.order.qty) {
      entry.order = changed;
      return [];
    }
    this.resting = this.resting.filter((other) => other !== entry);
    return this.submit(changed, now, entry.filled);
  }

  cancel(id: number): void {
    this.resting = this.resting.filter(({ order }) => order.id !== id);
  }

  expire(now: number): void {
    this.resting = this.resting.filter(({ order }) => order.expiresAt === null || order.expiresAt > now);
  }

  levels(side: Side): [bigint, bigint][] {
    const byPrice = new Map<bigint, bigint>();
    for (const { order, filled } of this.resting) {
      if (order.side !== side || order.price === null) continue;
      byPrice.set(order.price, (byPrice.get(order.price) ?? 0n) + order.qty - filled);
    }
    return [...byPrice].sort(([a], [b]) => Number(side === 'BUY' ? b - a : a - b));
  }
}

const crosses = (taker: BookOrder, price: Price | null): boolean =>
  taker.price === null ||
  (price !== null && (taker.side === 'BUY' ? price <= taker.price : price >= taker.price));

function comparePriority(takerSide: Side, a: NaiveEntry, b: NaiveEntry): number {
  const gap = Number((a.order.price ?? 0n) - (b.order.price ?? 0n));
  return (takerSide === 'BUY' ? gap : -gap) || a.since - b.since;
}
type NaiveEntry = NaiveBook['resting'][number];

type Step =
  | { readonly kind: 'submit'; readonly order: Omit<BookOrder, 'id' | 'expiresAt'>; readonly life: number }
  | { readonly kind: 'amend'; readonly pick: number; readonly price: Price | null; readonly qty: Qty | null }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'wait'; readonly ms: number };

const prices = fc.bigInt({ min: 40n, max: 60n }) as fc.Arbitrary<Price>;
const quantities = fc.bigInt({ min: 1n, max: 9n }) as fc.Arbitrary<Qty>;
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      order: fc.record({
        owner: fc.constantFrom('trader', 'maker', 'taker'),
        side: fc.constantFrom<Side>('BUY', 'SELL'),
        price: fc.option(prices, { freq: 8 }),
        qty: quantities,
        tif: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTD'),
      }),
      life: fc.integer({ min: 0, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      pick: fc.nat(),
      price: fc.option(prices),
      qty: fc.option(quantities),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 9 }) }),
  },
);

/** Runs the same steps through both books and passes each step to `check`. */
function run(
  script: readonly Step[],
  check: (book: OrderBook, naive: NaiveBook, change: BookChange, order: BookOrder | null) => void,
): void {
  const book = new OrderBook();
  const naive = new NaiveBook();
  let now = 0;
  let id = 0;
  for (const step of script) {
    if (step.kind === 'wait') now += step.ms;
    const picked = 'pick' in step ? 1 + (step.pick % (id + 1)) : 0;
    if (step.kind === 'cancel') {
      naive.cancel(picked);
      const result = book.cancel(picked);
      if (result.ok) check(book, naive, result.value, null);
    } else if (step.kind === 'amend') {
      const amend: BookAmend = { price: step.price, qty: step.qty, tif: null, expiresAt: null };
      const expected = naive.amend(picked, amend, now);
      const result = book.amend(picked, amend, now as TimestampMs);
      assert.deepEqual(result.ok ? result.value.trades : [], expected);
      if (result.ok) check(book, naive, result.value, null);
    } else if (step.kind === 'submit') {
      id += 1;
      const expiresAt = step.order.tif === 'GTD' ? ((now + step.life) as TimestampMs) : null;
      const order: BookOrder = { ...step.order, id, expiresAt };
      const expected = naive.submit(order, now);
      const result = book.submit(order, now as TimestampMs);
      assert.ok(result.ok);
      assert.deepEqual(result.value.trades, expected);
      check(book, naive, result.value, order);
    } else {
      naive.expire(now);
      check(book, naive, book.expire(now as TimestampMs), null);
    }
  }
}

const scripts = fc.array(steps, { minLength: 1, maxLength: 60, size: 'max' });

test('all trades and levels equal those of a naive price-time model', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      run(script, (book, naive) => {
        for (const side of ['BUY', 'SELL'] as const) {
          assert.deepEqual(
            book.levels(side).map((level) => [level.price, level.qty]),
            naive.levels(side),
          );
        }
      });
    }),
    { numRuns: 300 },
  );
});

test('a book is never crossed or locked after matching', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      run(script, (book) => {
        const bid = book.best('BUY')?.price ?? -1n;
        const ask = book.best('SELL')?.price ?? 100n;
        assert.ok(bid < ask, `bid ${bid} below ask ${ask}`);
      });
    }),
    { numRuns: 200 },
  );
});

test('the book can be rebuilt from the level changes alone', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const mirror = { BUY: new Map<bigint, bigint>(), SELL: new Map<bigint, bigint>() };
      run(script, (book, _naive, change) => {
        for (const { side, price, qty } of change.levels) {
          if (qty === 0n) mirror[side].delete(price);
          else mirror[side].set(price, qty);
        }
        for (const side of ['BUY', 'SELL'] as const) {
          assert.deepEqual(new Map(book.levels(side).map(({ price, qty }) => [price, qty])), mirror[side]);
        }
      });
    }),
    { numRuns: 200 },
  );
});

test('quantity is conserved, FOK is all or nothing, and positions sum to zero', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const orders = new Map<number, BookOrder>();
      const positions = new Map<number, bigint>();
      const filled = new Map<number, bigint>();
      run(script, (book, _naive, change, order) => {
        if (order !== null) orders.set(order.id, order);
        for (const { makerId, takerId, takerSide, qty } of change.trades) {
          const signed = takerSide === 'BUY' ? BigInt(qty) : -BigInt(qty);
          positions.set(takerId, (positions.get(takerId) ?? 0n) + signed);
          positions.set(makerId, (positions.get(makerId) ?? 0n) - signed);
          for (const id of [makerId, takerId]) filled.set(id, (filled.get(id) ?? 0n) + qty);
        }
        if (order !== null) checkEnd(book, change, order, filled.get(order.id) ?? 0n);
        for (const id of orders.keys()) {
          const resting = book.order(id);
          if (resting !== null) assert.equal(resting.filledQty, filled.get(id) ?? 0n);
        }
      });
      const sum = [...positions.values()].reduce((total, position) => total + position, 0n);
      assert.equal(sum, 0n);
    }),
    { numRuns: 200 },
  );
});

/** Each order is in exactly one state: filled, resting or closed. */
function checkEnd(book: OrderBook, change: BookChange, order: BookOrder, filled: bigint): void {
  const ends = [
    filled === order.qty,
    book.order(order.id) !== null,
    change.closed.some(({ id }) => id === order.id),
  ];
  assert.equal(ends.filter(Boolean).length, 1);
  if (order.tif === 'FOK') assert.ok(filled === 0n || filled === order.qty);
}
