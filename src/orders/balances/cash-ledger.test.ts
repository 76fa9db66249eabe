import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { getIdNumber, type SubaccountId, toFillId, type VenueName } from '../../contract/model/ids.ts';
import { type Notional, ONE } from '../../contract/model/money.ts';
import type { Fill } from '../../contract/model/order.ts';
import type { Position } from '../../contract/model/position.ts';
import { DEMO, price, qty, RAIN, TRADER } from '../../domain/order-state/order.fixture.ts';
import type { PnlRow } from '../../domain/positions/pnl-curve.ts';
import { settle } from '../../oms/oms.fixture.ts';
import { type CashFlow, CashLedger, type CashLedgerDeps } from './cash-ledger.ts';

const { accountId } = TRADER;
const [ONE_SUB, OTHER_SUB] = ['sa_1' as SubaccountId, 'sa_2' as SubaccountId];
const CENT = (ONE * ONE) / 100n;
const OWNER = { accountId, subaccountId: ONE_SUB, venue: DEMO };

/** A purchase of 10 at 0.4 with a fee in cents, which realizes nothing. */
const fill = (number: number, cents: bigint | null, change: Partial<Fill> = {}): Fill =>
  ({
    ...OWNER,
    id: toFillId(number),
    instrumentId: RAIN,
    side: 'BUY',
    outcome: 'YES',
    price: price('0.4'),
    qty: qty('10'),
    fee: cents === null ? null : ((cents * CENT) as Notional),
    realizedPnl: 0n as Notional,
    liquidity: 'TAKER',
    settlement: 'FINAL',
    voids: null,
    tokenSide: null,
    ...change,
  }) as Fill;

/** The fill that takes back an earlier one, with its fee. */
const undo = ({ id, fee }: Fill, number: number): Fill =>
  fill(number, null, { side: 'SELL', voids: id, fee: fee === null ? null : ((0n - fee) as Notional) });

interface Stored {
  readonly fills: Fill[];
  readonly positions: Position[];
  readonly rows: PnlRow[];
  rowsThrough: number;
  /** Called before each read of the rows. */
  onRows: () => void;
}

/** A ledger over stored fills, and what feeds it with new entries. */
function open(stored: Partial<Stored> = {}, holdsTokens = false) {
  const all: Stored = { fills: [], positions: [], rows: [], rowsThrough: 0, onRows: () => {}, ...stored };
  let commit: (touched: object) => void = () => {};
  const clock = new ManualClock();
  const positions = new Map(all.positions.map((each) => [each.subaccountId, each]));
  const ledger = new CashLedger({
    store: {
      state: {
        positions,
        tokenPairs: new Map(),
        claims: new Map(),
        fillNumber: all.fills.length,
        subaccounts: new Map([[ONE_SUB, OWNER]]),
      },
      journal: {
        fillsAfter: async (number: number) => all.fills.filter(({ id }) => getIdNumber(id) > number),
      },
      onCommitted: (listener: typeof commit) => (commit = listener),
    },
    venues: { has: () => true, get: () => ({ capabilities: { holdsTokens } }) },
    clock,
    pnlRows: {
      lastFillNumber: async () => all.rowsThrough,
      rows: async () => {
        all.onRows();
        return all.rows;
      },
    },
  } as unknown as CashLedgerDeps);
  const add = (fills: readonly Fill[], touched: readonly Position[] = []): void =>
    commit({
      fills: new Map(fills.map((each) => [each.id, each])),
      positions: new Map(touched.map((each) => [each.subaccountId, each])),
      tokenPairs: [],
      settings: null,
    });
  const fees = (): readonly [bigint, number] => {
    const { fees: sum, fillsWithoutFee } = ledger.get(OWNER);
    return [sum / CENT, fillsWithoutFee];
  };
  const flows = (venue: VenueName = DEMO): readonly CashFlow[] => ledger.flowsSince(venue, 0);
  return { ledger, add, fees, flows, stored: all };
}

const row = (cents: bigint, fillsWithoutFee = 0): PnlRow =>
  ({ ...OWNER, realizedPnl: 0n, fees: cents * CENT, fillsWithoutFee }) as unknown as PnlRow;

describe('the fees of fills from before the start', () => {
  const voided = fill(2, 20n, { settlement: 'VOID' });
  const back = undo(fill(2, 20n), 3);

  test('leave out a trade that was voided, and its compensation', async () => {
    const { ledger, fees } = open({ fills: [fill(1, 10n), voided, back] });
    await ledger.load();
    assert.deepEqual(fees(), [10n, 0]);
  });

  for (const [rowsThrough, cents, title] of [
    [1, 10n, 'before both'],
    [2, 30n, 'between them'],
    [3, 10n, 'after both'],
  ] as const)
    test(`are the same with sums that end ${title}`, async () => {
      const { ledger, fees } = open({ fills: [fill(1, 10n), voided, back], rows: [row(cents)], rowsThrough });
      await ledger.load();
      assert.deepEqual(fees(), [10n, 0]);
    });

  test('are read again when the sums were saved meanwhile', async () => {
    const { ledger, fees, stored } = open({ fills: [fill(1, 10n), fill(2, 5n)], rowsThrough: 1 });
    stored.rows.push(row(10n));
    stored.onRows = () => {
      stored.rows[0] = row(15n);
      stored.rowsThrough = 2;
    };
    await ledger.load();
    assert.deepEqual(fees(), [15n, 0], 'the second fill counts once');
  });

  test('count a fill once that is recorded while they are read', async () => {
    const stored = [fill(1, 10n)];
    const { ledger, add, fees } = open({ fills: stored });
    const loaded = ledger.load();
    const late = fill(2, 7n);
    stored.push(late);
    add([late]);
    await loaded;
    await settle();
    assert.deepEqual(fees(), [17n, 0]);
    add([fill(3, 1n)]);
    assert.deepEqual(fees(), [18n, 0]);
  });
});

describe('an unknown fee', () => {
  test('is known again once its trade was voided, also by the fills that are read later', async () => {
    const { ledger, add, fees } = open();
    await ledger.load();
    const unknown = fill(1, null);
    add([unknown]);
    assert.deepEqual(fees(), [0n, 1]);
    add([undo(unknown, 2)]);
    assert.deepEqual(fees(), [0n, 0]);
    const read = open({ fills: [fill(1, null, { settlement: 'VOID' }), undo(unknown, 2)] });
    await read.ledger.load();
    assert.deepEqual(read.fees(), [0n, 0]);
  });
});

describe('what an entry moves', () => {
  test('is the fee of each trade, but of one that was void when it was recorded', async () => {
    const { ledger, add, flows } = open();
    await ledger.load();
    add([fill(1, 10n)]);
    add([fill(2, 20n, { settlement: 'VOID' })]);
    assert.deepEqual(
      flows().map(({ cash }) => cash / CENT),
      [-10n, 0n],
    );
    assert.equal(ledger.countFills(DEMO), 2);
    add([fill(1, 10n, { settlement: 'FINAL' })]); // its settlement changed
    assert.equal(ledger.countFills(DEMO), 2);
    assert.equal(flows().at(-1)?.cash, 0n);
  });

  for (const [holdsTokens, expected] of [
    [false, { cash: 4n, lockedInPairs: 0n }],
    [true, { cash: -6n, lockedInPairs: 10n }],
  ] as const)
    test(`by a short of 10 at 0.4 against the long of another subaccount, ${holdsTokens ? 'as tokens' : 'netted'}`, () => {
      const { ledger, add, flows } = open({ positions: [toPosition(ONE_SUB, '10')] }, holdsTokens);
      add([], [toPosition(OTHER_SUB, '-10')]);
      const [{ cash, lockedInPairs } = assert.fail('a flow')] = flows();
      const moved = { cash: cash / (ONE * ONE), lockedInPairs: lockedInPairs / (ONE * ONE) };
      assert.deepEqual(moved, expected);
      assert.equal(ledger.netted(DEMO), 10n * ONE * ONE);
      add([], [toPosition(ONE_SUB, '-5')]);
      assert.equal(ledger.netted(DEMO), 0n, 'both are short now');
    });

  test('by an adoption is announced instead, since nothing may have moved', async () => {
    const { ledger, add, flows } = open();
    const adopted: bigint[] = [];
    ledger.onAdopted((_, { cash }) => adopted.push(cash / (ONE * ONE)));
    add([fill(1, 0n, { liquidity: 'ADOPTED' })], [toPosition(ONE_SUB, '10')]);
    assert.deepEqual([adopted, flows()], [[-4n], []]);
    add([fill(2, 0n)], [toPosition(ONE_SUB, '20')]);
    assert.deepEqual([adopted.length, flows().length], [1, 1]);
  });
});

/** Contracts at a cost of 0.4 of YES each. */
function toPosition(subaccountId: SubaccountId, text: string): Position {
  const net = text.startsWith('-') ? 0n - qty(text.slice(1)) : qty(text);
  const cost = (net < 0n ? 0n - net : net) * price('0.4');
  return { ...OWNER, subaccountId, instrumentId: RAIN, net, cost } as unknown as Position;
}
