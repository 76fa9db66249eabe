import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { InstrumentId } from '../../contract/model/ids.ts';
import { complement, type Qty } from '../../contract/model/money.ts';
import { DEMO, KALSHI, VENUES } from '../instruments/instrument.fixture.ts';
import { aggregateBooks, type MemberBook, mirrorSides } from './aggregated-book.ts';
import { level, sides, someSides } from './book.fixture.ts';

const member = (venue: MemberBook['venue'], id: number, fields: Partial<MemberBook>): MemberBook => ({
  venue,
  instrumentId: id as InstrumentId,
  inverted: false,
  sides: sides([], []),
  ...fields,
});

test('levels at the same price are merged, and the breakdown lists the venues', () => {
  const { bids, asks } = aggregateBooks([
    member(KALSHI, 2001, { sides: sides(['120 @ 0.47', '5 @ 0.4'], []) }),
    member(DEMO, 1001, { sides: sides(['30 @ 0.47', '8 @ 0.48'], ['7 @ 0.5']) }),
  ]);
  assert.deepEqual(
    bids.map(({ price, qty }) => ({ price, qty })),
    ['8 @ 0.48', '150 @ 0.47', '5 @ 0.4'].map(level),
  );
  assert.deepEqual(bids[1]?.breakdown, [
    { venue: KALSHI, instrumentId: 2001, qty: level('120 @ 0.47').qty },
    { venue: DEMO, instrumentId: 1001, qty: level('30 @ 0.47').qty },
  ]);
  assert.equal(asks.length, 1);
});

test('an inverted member is mirrored: its bids at 0.40 are asks at 0.60', () => {
  const { bids, asks } = aggregateBooks([
    member(DEMO, 1001, { inverted: true, sides: sides(['10 @ 0.4', '20 @ 0.39'], ['5 @ 0.42']) }),
  ]);
  assert.deepEqual(
    asks.map(({ price, qty }) => ({ price, qty })),
    ['10 @ 0.6', '20 @ 0.61'].map(level),
  );
  assert.deepEqual(
    bids.map(({ price, qty }) => ({ price, qty })),
    ['5 @ 0.58'].map(level),
  );
});

test('without members the book is empty', () => {
  assert.deepEqual(aggregateBooks([]), { bids: [], asks: [] });
});

test('quantity is conserved: levels are best first, and breakdowns sum to their level', () => {
  const aMember = fc.record({ venue: fc.constantFrom(...VENUES), inverted: fc.boolean(), sides: someSides });
  fc.assert(
    fc.property(fc.array(aMember, { maxLength: 4 }), (fields) => {
      const members = fields.map((it, at) => member(it.venue, at + 1, it));
      const { bids, asks } = aggregateBooks(members);
      for (const { qty, breakdown } of [...bids, ...asks]) assert.equal(total(breakdown), qty);
      for (const [at, { price }] of bids.slice(1).entries()) assert.ok((bids[at]?.price ?? 0n) > price);
      for (const [at, { price }] of asks.slice(1).entries()) assert.ok((asks[at]?.price ?? 0n) < price);
      const bidSides = members.flatMap((it) => (it.inverted ? it.sides.asks : it.sides.bids));
      assert.equal(total(bids), total(bidSides));
    }),
  );
});

test('mirroring twice gives the same book', () => {
  fc.assert(
    fc.property(someSides, (book) => {
      assert.deepEqual(mirrorSides(mirrorSides(book)), book);
      assert.deepEqual(
        mirrorSides(book).bids.map(({ price }) => complement(price)),
        book.asks.map(({ price }) => price),
      );
    }),
  );
});

const total = (parts: readonly { readonly qty: Qty }[]): bigint =>
  parts.reduce((sum, { qty }) => sum + qty, 0n);
