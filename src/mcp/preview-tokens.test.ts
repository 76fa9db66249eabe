import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NewOrder, OrderPreview } from '../../sdk/src/index.ts';
import { findWorstPrice, isBeyondBand, type Previewed, PreviewTokens } from './preview-tokens.ts';

const CENT = 1_000_000n; // of 1e-8
const previewed = (side: NewOrder['side'], shown: bigint | null): Previewed =>
  ({ order: { side }, shown, tick: CENT, expiresAt: 0, isSent: false }) as never;

describe('the band around the price that a preview showed', () => {
  for (const [side, worse] of [
    ['BUY', 1n],
    ['SELL', -1n],
  ] as const) {
    const shown = 50n * CENT;
    for (const [change, isBeyond] of [
      [-20n * CENT, false], // better
      [0n, false],
      [CENT, false], // one tick
      [CENT + 1n, true],
    ] as const)
      test(`${side}, ${change} worse than shown`, () => {
        assert.equal(isBeyondBand(previewed(side, shown), shown + worse * change), isBeyond);
      });
    test(`${side} of a price that is not offered any more`, () => {
      assert.equal(isBeyondBand(previewed(side, shown), null), true);
    });
    test(`${side} of an order that rested, and would trade now`, () => {
      assert.equal(isBeyondBand(previewed(side, null), shown), false);
    });
  }

  test('is of the leg that would trade at the worst price', () => {
    const legs = ['0.47', null, '0.49', '0.48'].map((avg_price) => ({ expected: { avg_price } }));
    const preview = { legs } as OrderPreview;
    assert.deepEqual(
      (['BUY', 'SELL'] as const).map((side) => findWorstPrice(preview, side)),
      [49n * CENT, 47n * CENT],
    );
    assert.equal(findWorstPrice({ legs: [{ expected: null }] } as OrderPreview, 'BUY'), null);
  });
});

describe('a token', () => {
  const open = (keyId: string) => {
    let made = 0;
    return new PreviewTokens(keyId, (bytes) => (made += 1).toString(16).padStart(bytes * 2, '0'));
  };

  test('is known to be of its key, also by another process, and is of no other key', () => {
    const [first, again, other] = [open('key_1'), open('key_1'), open('key_2')];
    const token = first.add(previewed('BUY', null));
    assert.deepEqual([first.isOwn(token), again.isOwn(token), other.isOwn(token)], [true, true, false]);
    assert.equal(again.get(token), null);
    for (const text of ['', token.slice(1), `${token}0`, token.toUpperCase(), 'x'.repeat(32)])
      assert.equal(first.isOwn(text), false, text);
  });

  test('is forgotten once a thousand newer ones were made', () => {
    const tokens = open('key_1');
    const all = Array.from({ length: 1_001 }, () => tokens.add(previewed('BUY', null)));
    const known = all.filter((token) => tokens.get(token) !== null);
    assert.deepEqual(known, all.slice(1));
  });
});
