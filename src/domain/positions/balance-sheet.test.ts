import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Notional,
  ONE,
  parseDecimal,
  parsePrice,
  parseQty,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Fill, Outcome, Side, TokenSide } from '../../contract/model/order.ts';
import type { PositionOperation } from '../../contract/model/position-operation.ts';
import {
  addSheetParts,
  type Bounds,
  compareCash,
  computeCashMoved,
  computeOperationBounds,
  computePositionCost,
  computeSheetPart,
  computeTradeCash,
  EXACT,
  mayHave,
  mayMiss,
  NO_CASH_RECORDS,
  type Unattributed,
} from './balance-sheet.ts';
import { applyFill } from './position-accounting.ts';

const usd = (text: string): bigint => {
  const size = parseDecimal(text.replace('-', ''));
  assert.ok(size !== null, text);
  return size * ONE * (text.startsWith('-') ? -1n : 1n);
};
const show = (amount: bigint | null): string =>
  amount === null ? 'null' : renderNotional(amount as Notional);
const range = ({ low, high }: Bounds): string => `${show(low)}..${show(high)}`;

const toFill = (text: string, tokenSide: TokenSide = null): Fill => {
  const [side, size, outcome, , at, fee = '0'] = text.split(' ');
  return {
    side: side as Side,
    outcome: outcome as Outcome,
    qty: parseQty(size),
    price: parsePrice(at),
    fee: usd(fee),
    tokenSide,
  } as Fill;
};

describe('the cash that the records have moved', () => {
  for (const [title, fills, moved] of [
    ['a purchase of YES', ['BUY 10 YES @ 0.4 0.1'], '-4.1'],
    ['a purchase of NO', ['BUY 10 NO @ 0.4 0.1'], '-4.1'],
    ['a sale of YES that opens a short position', ['SELL 10 YES @ 0.4 0.1'], '-6.1'],
    ['a sale of NO that opens a long position', ['SELL 10 NO @ 0.4 0.1'], '-6.1'],
    ['a purchase that is sold', ['BUY 10 YES @ 0.4', 'SELL 10 YES @ 0.55 0.1'], '1.4'],
    ['a purchase that is closed with the other outcome', ['BUY 10 YES @ 0.4', 'BUY 10 NO @ 0.45'], '1.5'],
    ['half of it', ['BUY 10 YES @ 0.4', 'SELL 5 YES @ 0.55'], '-1.25'],
    ['a sale across zero', ['BUY 10 YES @ 0.4', 'SELL 15 YES @ 0.55'], '-0.75'],
    ['a short position that is covered', ['SELL 10 YES @ 0.7', 'BUY 10 YES @ 0.6 0.1'], '0.9'],
  ] as const)
    test(`${title}: ${moved}`, () => {
      let [position, realizedPnl, fees] = [null as Parameters<typeof applyFill>[0], 0n, 0n];
      for (const fill of fills.map((text) => toFill(text))) {
        const applied = applyFill(position, { ...fill, at: 0 as never });
        position = applied.position.net === 0n ? null : applied.position;
        realizedPnl += applied.realizedPnl;
        fees += fill.fee ?? 0n;
      }
      const positionCost = position === null ? 0n : computePositionCost(position);
      assert.equal(show(computeCashMoved({ ...NO_CASH_RECORDS, realizedPnl, fees, positionCost })), moved);
    });

  test('pairs and claims hold cash, and a fee that is not known leaves nothing known', () => {
    const records = {
      ...NO_CASH_RECORDS,
      realizedPnl: usd('5'),
      lockedInPairs: usd('3'),
      redeemable: usd('1'),
    };
    assert.equal(show(computeCashMoved(records)), '1');
    assert.equal(computeCashMoved({ ...records, fillsWithoutFee: 1 }), null);
    const part = computeSheetPart({ ...records, fillsWithoutFee: 1 }, { reserved: usd('2'), unsettled: 0n });
    assert.deepEqual([part.cash, part.available, part.fees, part.rewards], [null, null, null, null]);
    assert.deepEqual([show(part.reserved), show(part.lockedInPairs)], ['2', '3']);
  });

  test('parts add up line by line, and an unknown line stays unknown', () => {
    const known = computeSheetPart(
      { ...NO_CASH_RECORDS, realizedPnl: usd('5') },
      { reserved: usd('2'), unsettled: 0n },
    );
    const unknown = computeSheetPart(
      { ...NO_CASH_RECORDS, fillsWithoutFee: 1 },
      { reserved: usd('1'), unsettled: 0n },
    );
    const sum = addSheetParts(known, known);
    assert.deepEqual([show(sum.cash), show(sum.reserved), show(sum.available)], ['10', '4', '6']);
    const mixed = addSheetParts(known, unknown);
    assert.deepEqual([mixed.cash, mixed.fees, show(mixed.reserved)], [null, null, '3']);
  });
});

describe('the cash of one trade', () => {
  for (const [text, tokenSide, moved] of [
    ['BUY 10 YES @ 0.4 0.1', null, '-4.1'],
    ['SELL 10 NO @ 0.4 0.1', null, '3.9'],
    ['BUY 10 YES @ 0.4 0.1', 'BUY', '-4.1'],
    ['BUY 10 YES @ 0.4 0.1', 'SELL', '5.9'], // sells NO tokens at 0.6
    ['BUY 10 NO @ 0.4 0.1', 'SELL', '5.9'],
    ['SELL 10 YES @ 0.4 0.1', 'SELL', '3.9'],
    ['SELL 10 YES @ 0.4 0.1', 'BUY', '-6.1'], // buys NO tokens at 0.6
    ['SELL 10 NO @ 0.4 0.1', 'BUY', '-6.1'],
  ] as const)
    test(`${text} as a ${tokenSide ?? 'net'} trade: ${moved}`, () => {
      const fill = toFill(text, tokenSide);
      assert.equal(show(computeTradeCash(fill)), moved);
      assert.equal(computeTradeCash({ ...fill, fee: null }), null, 'without a known fee');
    });
});

describe('what may be off', () => {
  test('our amount may be missing there, and another may be there already', () => {
    assert.deepEqual([range(mayMiss(usd('3'))), range(mayMiss(usd('-3')))], ['-3..0', '0..3']);
    assert.deepEqual([range(mayHave(usd('3'))), range(mayHave(usd('-3')))], ['0..3', '-3..0']);
  });

  const operation = (
    kind: PositionOperation['kind'],
    status: PositionOperation['status'],
  ): PositionOperation =>
    ({ kind, status, cash: usd('4'), redeems: [{ payout: usd('4') }, { payout: usd('2') }] }) as never;
  for (const [kind, cash, pairs, redeemable] of [
    ['MERGE', '0..4', '-4..0', '0..0'],
    ['SPLIT', '-4..0', '0..4', '0..0'],
    ['REDEEM', '0..6', '0..0', '-6..0'], // of all subaccounts
  ] as const)
    test(`${kind} on its way may have moved cash ${cash}; before and after it none`, () => {
      for (const status of ['SENDING', 'SENT'] as const) {
        const bounds = computeOperationBounds(operation(kind, status));
        assert.deepEqual(
          [range(bounds.cash), range(bounds.lockedInPairs), range(bounds.redeemable)],
          [cash, pairs, redeemable],
        );
      }
      for (const status of ['REQUESTED', 'CONFIRMED', 'FAILED'] as const)
        assert.deepEqual(computeOperationBounds(operation(kind, status)).cash, EXACT);
    });
});

describe('the comparison', () => {
  const known = (text: string, slack = '0'): Unattributed => ({
    amount: usd(text),
    low: usd(text) - usd(slack),
    high: usd(text) + usd(slack),
  });
  const compare = (
    before: Unattributed | null,
    rest: string,
    bounds: Bounds = EXACT,
    rounding = '0',
  ): string => {
    const { unattributed, difference, isExplained } = compareCash(before, usd(rest), bounds, usd(rounding));
    const { amount, low, high } = unattributed;
    assert.ok(low <= amount && amount <= high);
    return `${show(amount)} ${range({ low, high })} ${show(difference)} ${isExplained ? 'explained' : 'not explained'}`;
  };

  test('the first one says what is unattributed, as exactly as its bounds', () => {
    assert.equal(compare(null, '100'), '100 100..100 0 explained');
    assert.equal(compare(null, '100', mayMiss(usd('-5'))), '100 95..100 0 explained');
  });

  test('a later one finds the same, or a difference that is kept until it is over', () => {
    assert.equal(compare(known('100'), '100'), '100 100..100 0 explained');
    assert.equal(compare(known('100'), '130'), '100 100..100 30 not explained');
    assert.equal(compare(known('100'), '99.99'), '100 100..100 -0.01 not explained');
  });

  test('a difference within the bounds is explained, one beyond them is not', () => {
    const unsettled = mayMiss(usd('-5')); // a purchase that is not in the venue's figure yet
    assert.equal(compare(known('100'), '105', unsettled), '100 100..100 5 explained');
    assert.equal(compare(known('100'), '105.01', unsettled), '100 100..100 5.01 not explained');
    assert.equal(compare(known('100'), '99.99', unsettled), '100 100..100 -0.01 not explained');
  });

  test('what was known roughly gets narrower, and follows the rounding of the venue', () => {
    assert.equal(compare(known('100', '5'), '103'), '103 103..103 0 explained');
    assert.equal(compare(known('100'), '100.01', EXACT, '0.02'), '100.01 100.01..100.01 0 explained');
    assert.equal(compare(known('100'), '100.03', EXACT, '0.02'), '100 99.98..100.02 0.03 not explained');
  });
});
