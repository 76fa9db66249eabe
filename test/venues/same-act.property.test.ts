import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { requirePresent } from '../../src/contract/model/assert.ts';
import type { InstrumentId, SubaccountId } from '../../src/contract/model/ids.ts';
import { absolute, type Price, parseQty, type Qty, renderDecimal } from '../../src/contract/model/money.ts';
import {
  isLive,
  type Order,
  type Outcome,
  oppositeOutcome,
  type Side,
  sumFilledQty,
} from '../../src/contract/model/order.ts';
import { isWithin, type SheetLine } from '../../src/domain/positions/balance-sheet.ts';
import { orderBody, TRADER, value } from '../../src/oms/oms.fixture.ts';
import { findTokens } from '../../src/orders/token-legs.ts';
import { verifyLedger } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { sized } from '../support/test-size.ts';
import { openKalshi } from './traded-kalshi.ts';
import { openDemo, openReplay, openShadow } from './traded-locally.ts';
import { openPolymarket } from './traded-polymarket.ts';
import {
  MISHAPS,
  type Mishap,
  type OutsideVenue,
  type TradedVenue,
  type VenueRecord,
} from './traded-venue.ts';

/** How to open each venue, and how many programs run there: one against a simulator takes several times as long. */
const VENUES: readonly (readonly [name: string, open: () => Promise<TradedVenue>, programs: number])[] = [
  ['Polymarket', openPolymarket, sized({ full: 250, quick: 25 })],
  ['Kalshi', openKalshi, sized({ full: 250, quick: 25 })],
  ['Demo', openDemo, sized({ full: 3_200, quick: 90 })],
  ['the fill model of a replay', openReplay, sized({ full: 3_150, quick: 80 })],
  ['the fill model of profile shadow', openShadow, sized({ full: 3_150, quick: 80 })],
];
const PART = 100; // programs of one test, which has five minutes: some take a second where the machine is slow and shared
/** A venue once for each part of its programs. */
const toParts = ([name, open, programs]: (typeof VENUES)[number]): typeof VENUES =>
  Array.from({ length: Math.ceil(programs / PART) }, (_, at) => [
    name,
    open,
    Math.min(PART, programs - at * PART),
  ]);

const COMPARED_MS = 61_000; // in which the balance sheet is compared
const CASH_LINES: ReadonlySet<SheetLine> = new Set(['cash', 'available']);
const SETTLED_MS = 130_000; // every trade is final, and no outcome is in doubt
const ID = 1001 as InstrumentId;
const OWNER = { accountId: TRADER.accountId, subaccountId: 'sa_1' as SubaccountId };
const CENT = 1_000_000n;
const PAYS_ONE = 100_000_000n;

interface OrderStep {
  readonly kind: 'ORDER';
  readonly side: Side;
  readonly outcome: Outcome;
  readonly cents: number; // the limit in terms of `outcome`
  readonly qty: number;
  readonly tif: 'IOC' | 'GTC' | 'FOK';
  readonly reduceOnly: boolean;
  readonly mishap: Mishap | null;
  readonly waitMs: number; // before the next step
}

type Step =
  | OrderStep
  | { readonly kind: 'CANCEL'; readonly which: number }
  | { readonly kind: 'TAKEN'; readonly side: Side; readonly cents: number; readonly qty: number }
  | { readonly kind: 'MERGE' | 'SPLIT'; readonly qty: number }
  | Kill;

/** A kill of the process, and its next start. */
interface Kill {
  readonly kind: 'KILL';
  readonly order: OrderStep | null; // sent so long before
  readonly sentMs: number;
  readonly downMs: number;
  readonly taken: { readonly side: Side; readonly cents: number; readonly qty: number } | null; // meanwhile
}

const quantity = fc.integer({ min: 5, max: 60 });
const order: fc.Arbitrary<OrderStep> = fc.record({
  kind: fc.constant('ORDER' as const),
  side: fc.constantFrom('BUY', 'SELL'),
  outcome: fc.constantFrom('YES', 'NO'),
  cents: fc.constantFrom(29, 35, 44, 45, 48, 52, 56, 61, 71, 75),
  qty: quantity,
  tif: fc.constantFrom('IOC', 'IOC', 'GTC', 'GTC', 'FOK'),
  reduceOnly: fc.constantFrom(false, false, false, true),
  mishap: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom(...MISHAPS) },
  ),
  waitMs: fc.constantFrom(100, 3_000, 70_000),
});
const taken = {
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  cents: fc.constantFrom(46, 50, 54),
  qty: quantity,
};
const others: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('CANCEL' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('TAKEN' as const), ...taken }),
  fc.record({ kind: fc.constantFrom('MERGE' as const, 'SPLIT' as const), qty: quantity }),
);
const program = fc.array(fc.oneof({ weight: 3, arbitrary: order }, { weight: 1, arbitrary: others }), {
  minLength: 3,
  maxLength: 8,
});
const kill: fc.Arbitrary<Kill> = fc.record({
  kind: fc.constant('KILL' as const),
  order: fc.option(order),
  sentMs: fc.constantFrom(0, 50, 200, 3_000),
  downMs: fc.constantFrom(0, 2_000, 70_000),
  taken: fc.option(fc.record(taken), { freq: 4 }), // mostly something is missed
});
const killedProgram = fc.array(
  fc.oneof({ weight: 3, arbitrary: order }, { weight: 1, arbitrary: others }, { weight: 2, arbitrary: kill }),
  { minLength: 3, maxLength: 7 },
);

/** BUY YES at a price is SELL NO at one minus it, and so on. */
const mirror = (step: OrderStep): OrderStep => ({
  ...step,
  side: step.side === 'BUY' ? 'SELL' : 'BUY',
  outcome: oppositeOutcome(step.outcome),
  cents: 100 - step.cents,
});

/** Sends an order, with its mishap. */
function send(venue: TradedVenue, { side, outcome, cents, qty, tif, reduceOnly, mishap }: OrderStep) {
  if (mishap !== null) venue.prepare(mishap);
  venue.copyBook();
  const price = renderDecimal(BigInt(cents) * CENT);
  const body = orderBody({ side, outcome, price, qty: String(qty), tif, reduce_only: reduceOnly });
  return venue.oms.oms.orders.submit(TRADER, body, null);
}

const take = (venue: TradedVenue, { side, cents, qty }: NonNullable<Kill['taken']>): Promise<void> =>
  venue.takeResting(side, (BigInt(cents) * CENT) as Price, parseQty(String(qty)) as Qty);

/** Performs one step. Returns what became of it. */
async function perform(venue: TradedVenue, step: Step, orders: Order[]): Promise<string> {
  const { oms } = venue.oms;
  switch (step.kind) {
    case 'ORDER': {
      const answer = await venue.until(send(venue, step));
      await venue.pass(step.waitMs);
      if (!answer.ok) return answer.error.code;
      orders.push(answer.value.order);
      return 'accepted';
    }
    case 'CANCEL': {
      const found = orders[step.which % Math.max(1, orders.length)];
      if (found === undefined) return 'nothing to cancel';
      const answer = await venue.until(oms.orders.cancel(TRADER, found.id));
      return answer.ok ? 'cancelled' : answer.error.code;
    }
    case 'TAKEN':
      await take(venue, step);
      return 'taken';
    case 'KILL':
      assert.ok('restart' in venue, 'the venue is outside of the process');
      if (step.order !== null) void send(venue, step.order);
      await venue.pass(step.sentMs);
      await (venue as OutsideVenue).restart(async () => {
        if (step.taken !== null) await take(venue, step.taken);
        await venue.pass(step.downMs);
      });
      return 'killed';
    case 'MERGE':
    case 'SPLIT': {
      const request = {
        kind: step.kind,
        subaccountId: OWNER.subaccountId,
        instrumentId: ID,
        qty: parseQty(String(step.qty)),
        idempotencyKey: null,
      };
      const answer = await venue.until(oms.operations.request(TRADER, request));
      await venue.pass(10_000);
      return answer.ok ? 'begun' : answer.error.code;
    }
  }
}

/** The same figures by our ledger. */
async function readLedger({
  oms: harness,
}: TradedVenue): Promise<Omit<VenueRecord, 'balance'> & { readonly fills: number }> {
  const { state } = harness.oms;
  const { held: yes } = findTokens(state, OWNER, ID, 'YES');
  const { held: no } = findTokens(state, OWNER, ID, 'NO');
  const position = [...state.positions.values()].find(({ instrumentId }) => instrumentId === ID);
  const { net = 0n, cost = 0n } = position ?? {};
  let [fees, realized, fills] = [0n, 0n, 0];
  const pages = value(
    await harness.oms.queries.fills(TRADER, { subaccountId: OWNER.subaccountId, limit: 1_000 }),
  );
  for await (const page of pages)
    for (const fill of page) {
      fees += fill.fee ?? 0n;
      realized += fill.realizedPnl;
      fills += 1;
    }
  return { cash: realized - (net > 0n ? 1n : -1n) * cost - no * PAYS_ONE - fees, fees, yes, no, fills };
}

const show = ({ fees, yes, no }: Pick<VenueRecord, 'fees' | 'yes' | 'no'>): string =>
  `fees ${fees} YES ${renderDecimal(yes)} NO ${renderDecimal(no)}`;

/** The balance sheet is the record of the venue, and each comparison of both has found so. */
function checkSheet({ oms: { oms }, cashStep }: TradedVenue, record: VenueRecord, fills: number): void {
  const [balance] = value(oms.balances.list(TRADER, OWNER.subaccountId));
  const { venue, sheet = null } = requirePresent(balance, 'a balance');
  const { lines } = requirePresent(sheet, 'a sheet');
  const find = (name: SheetLine) =>
    requirePresent(
      lines.find(({ line }) => line === name),
      name,
    );
  const apart = absolute((find('cash').subaccount ?? 0n) - record.cash);
  assert.ok(apart <= cashStep * BigInt(fills), 'the cash of the subaccount');
  const pairs = (record.yes < record.no ? record.yes : record.no) * PAYS_ONE;
  assert.deepEqual(
    [find('fees').subaccount, find('lockedInPairs').subaccount, find('unsettled').subaccount],
    [record.fees, pairs, 0n],
  );
  assert.equal(oms.findBalanceBreak(venue), null);
  const compared = lines.filter((each) => each.venue !== null);
  const cash = compared.filter(({ line }) => CASH_LINES.has(line));
  assert.equal(cash.length, record.balance === null ? 0 : 1, 'the cash that a venue reports is compared');
  for (const { line, venue: reported, difference, bounds } of compared) {
    if (CASH_LINES.has(line)) assert.equal(reported, record.balance, 'the figure is that of the account');
    if (line === 'lockedInPairs') assert.equal(reported, pairs, 'the pairs are those of the wallet');
    assert.ok(difference !== null && bounds !== null, line);
    assert.ok(
      isWithin(difference, bounds),
      `${line} ${difference} is within ${bounds.low} and ${bounds.high}`,
    );
    // What closes a position, and the fee of what rests, remain: nothing is in doubt after all is settled.
    const slack = bounds.high - bounds.low;
    assert.ok(
      line === 'lockedInPairs' || slack < PAYS_ONE * PAYS_ONE * 10n,
      `a difference above ${slack} would be found`,
    );
  }
}

/** Runs a program. Afterwards nothing is in doubt, and our ledger is the record of the venue. */
async function run(open: () => Promise<TradedVenue>, steps: readonly Step[], withSheet = false) {
  const venue = await open();
  try {
    if (withSheet) await venue.pass(COMPARED_MS);
    const orders: Order[] = [];
    const answers: string[] = [];
    for (const each of steps) answers.push(await perform(venue, each, orders));
    venue.heal();
    await venue.pass(SETTLED_MS);
    const { oms, storage } = venue.oms;
    if (withSheet) await venue.pass(COMPARED_MS);
    const record = await venue.readRecord();
    const ledger = await venue.until(readLedger(venue));
    const label = `after ${answers.join(', ')}`;
    assert.equal(show(ledger), show(record), `the ledger is the record of the venue ${label}`);
    const apart = absolute(ledger.cash - record.cash);
    assert.ok(
      apart <= venue.cashStep * BigInt(ledger.fills),
      `cash ${ledger.cash}, not ${record.cash} ${label}`,
    );
    if (record.balance !== null) {
      const [balance] = value(oms.balances.list(TRADER, OWNER.subaccountId));
      assert.equal(
        balance?.total ?? balance?.available,
        record.balance,
        'the balance is that of the account',
      );
    }
    if (withSheet) checkSheet(venue, record, ledger.fills);
    assert.deepEqual(verifyLedger(storage.database).problems, []);
    const ends = orders.map(({ id }) => {
      const end = oms.state.orders.get(id);
      if (end === undefined) return 'ended before a restart';
      assert.ok(
        !isLive(end.status) || end.status === 'OPEN' || end.status === 'PARTIAL',
        `${id} is ${end.status}`,
      );
      return `${end.status} ${end.reason} ${renderDecimal(sumFilledQty(end))}`;
    });
    return { answers, ends, record };
  } finally {
    await venue.stop();
  }
}

describe('random programs of orders, cancels, operations, lost answers and voided trades', () => {
  for (const [name, open, programs] of VENUES.flatMap(toParts))
    test(`at ${name}, end with the venue's record, alike whether an order says BUY or SELL of the other outcome`, async () => {
      await fc.assert(
        fc.asyncProperty(
          program,
          fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
          async (steps, isMirrored) => {
            const mirrored = steps.map((step, at) =>
              step.kind === 'ORDER' && isMirrored[at] === true ? mirror(step) : step,
            );
            assert.deepEqual(await run(open, mirrored), await run(open, steps));
          },
        ),
        { numRuns: programs },
      );
    });
});

describe('random programs with kills of the process', () => {
  for (const [name, open] of VENUES.slice(0, 2))
    for (const part of Array.from({ length: sized({ full: 4, quick: 1 }) }, (_, at) => at + 1))
      test(`at ${name}, end with the venue's record (${part})`, async () => {
        const numRuns = sized({ full: PART, quick: 6 });
        await fc.assert(
          fc.asyncProperty(killedProgram, async (steps) => void (await run(open, steps))),
          { numRuns },
        );
      });
});

describe('the balance sheet after random programs', () => {
  for (const [name, open] of VENUES)
    test(`at ${name}, is the venue's record`, async () => {
      const numRuns = sized({ full: 40, quick: 4 });
      await fc.assert(
        fc.asyncProperty(program, async (steps) => void (await run(open, steps, true))),
        { numRuns },
      );
    });
});
