import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AccountId,
  type InstrumentId,
  type KeyId,
  positionKey,
  type SubaccountId,
} from '../../contract/model/ids.ts';
import { ONE, type Price, type Qty } from '../../contract/model/money.ts';
import type { Outcome, Side } from '../../contract/model/order.ts';
import type { Position } from '../../contract/model/position.ts';
import { type OpenClaim, sumOpenCosts } from './open-costs.ts';

const OWNER = { accountId: 'acc_1' as AccountId, subaccountId: 'sa_1' as SubaccountId };
const FREE = () => ({
  takerRate: 0n,
  makerRate: 0n,
  exponent: 1,
  fillStep: 1n,
  fillRounding: 'up',
  cashStep: 1n,
});

interface Term {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly cents: number;
  readonly qty: number;
  readonly reduceOnly: boolean;
}

const terms = fc.array(
  fc.record<Term>({
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    outcome: fc.constantFrom<Outcome>('YES', 'NO'),
    cents: fc.integer({ min: 1, max: 99 }),
    qty: fc.integer({ min: 1, max: 20 }),
    reduceOnly: fc.boolean(),
  }),
  { maxLength: 8 },
);
const nets = fc.integer({ min: -30, max: 30 });

const toClaim = ({ side, outcome, cents, qty, reduceOnly }: Term): OpenClaim => ({
  ...OWNER,
  keyId: 'key_1' as KeyId,
  instrumentId: 1001 as InstrumentId,
  venue: null,
  side,
  outcome,
  price: (BigInt(cents) * (ONE / 100n)) as Price,
  closesAt: null,
  qty: (BigInt(qty) * ONE) as Qty,
  reduceOnly,
});

function sum(list: readonly Term[], net: number) {
  const key = positionKey(OWNER.accountId, OWNER.subaccountId, 1001 as InstrumentId);
  const positions = new Map([[key, { net: BigInt(net) * ONE } as Position]]);
  return sumOpenCosts(list.map(toClaim), positions, FREE as never);
}

/** One contract after the other: those of reduce-only claims close first, then the cheapest. In cents. */
function sumPlainly(list: readonly Term[], net: number) {
  let [cost, opened] = [0, 0];
  for (const isYesBuy of [true, false]) {
    const contracts = list
      .filter(({ side, outcome }) => ((side === 'BUY') === (outcome === 'YES')) === isYesBuy)
      .flatMap(({ side, cents, qty, reduceOnly }) =>
        Array.from({ length: qty }, () => (reduceOnly ? -1 : side === 'BUY' ? cents : 100 - cents)),
      )
      .toSorted((a, b) => a - b);
    const closable = Math.max(0, isYesBuy ? -net : net);
    for (const unit of contracts.slice(closable)) {
      if (unit < 0) continue;
      opened += 1;
      cost += unit;
    }
  }
  return { cost: BigInt(cost) * (ONE / 100n) * ONE, openedQty: BigInt(opened) * ONE };
}

test('open orders cost what they may open, counted contract by contract', () => {
  fc.assert(fc.property(terms, nets, (list, net) => assert.deepEqual(sum(list, net), sumPlainly(list, net))));
});

test('one more order never makes the others cheaper, whatever the position', () => {
  fc.assert(
    fc.property(terms, nets, (list, net) => {
      for (let count = 1; count <= list.length; count += 1)
        assert.ok(sum(list.slice(0, count), net).cost >= sum(list.slice(0, count - 1), net).cost);
    }),
  );
});
