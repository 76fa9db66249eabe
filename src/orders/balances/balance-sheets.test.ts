import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, SubaccountId, VenueClientId } from '../../contract/model/ids.ts';
import {
  absolute,
  type Notional,
  ONE,
  type Price,
  parseDecimal,
  type Qty,
  renderNotional,
} from '../../contract/model/money.ts';
import type { FillSettlement } from '../../contract/model/order.ts';
import type { OperationKind } from '../../contract/model/position-operation.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import type { SheetLine } from '../../domain/positions/balance-sheet.ts';
import { toSignedQty, toYesPrice } from '../../domain/positions/position-accounting.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { DEMO, price, qty, ScriptedVenue, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type {
  OperationOutcome,
  OrderReport,
  Venue,
  VenueFill,
  VenueOperation,
  VenueOperations,
  VenueOrder,
} from '../../ports/venue.ts';
import type { SheetView } from './balance-sheets.ts';

const ONE_USD = ONE * ONE;
const usd = (text: string): bigint => {
  const size = parseDecimal(text.replace('-', '')) ?? assert.fail(text);
  return size * ONE * (text.startsWith('-') ? -1n : 1n);
};
const show = (amount: bigint | null | undefined): string =>
  amount === null || amount === undefined ? 'null' : renderNotional(amount as Notional);

/** `none`: no cash account. `net`: nets both outcomes, and reports the cash that is free. `tokens`: reports all cash. */
type Kind = 'none' | 'net' | 'tokens';
const VENUES = { Demo: 'none', Kalshi: 'net', Polymarket: 'tokens' } as const satisfies Record<string, Kind>;
const FEE = usd('0.1');
const FIRST = usd('1000');

/** A venue with books that are kept without our order management: orders with IOC fill, the others rest. */
class BookedVenue extends ScriptedVenue {
  cash = FIRST;
  readonly tokens = { YES: 0n, NO: 0n };
  redeemable = 0n;
  readonly resting = new Map<VenueClientId, { readonly order: VenueOrder; left: bigint }>();
  settlement: FillSettlement = 'FINAL';
  last: OrderReport | null = null; // of a trade
  /** The part of the cash that its report does not show yet. */
  late = 0n;
  isSilent = false;
  hasFee = true;
  operation: OperationOutcome = { kind: 'pending', venueOperationId: 'v-1', transactionHash: null };
  readonly operations?: VenueOperations;
  tokenCash?: NonNullable<Venue['tokenCash']>;
  readonly #kind: Kind;
  #trades = 0;

  constructor(kind: Kind) {
    super(
      kind === 'tokens'
        ? {
            holdsTokens: true,
            amend: 'replace',
            operations: { kinds: ['MERGE', 'SPLIT', 'REDEEM'], qtyStep: 100n as Qty },
          }
        : {},
    );
    this.#kind = kind;
    this.onPlace = (order) => ({ kind: 'report', report: this.#accept(order) });
    if (kind === 'none') return;
    this.balance = async () => (this.isSilent ? null : this.#report());
    if (kind === 'net') return;
    this.tokenCash = async () => (this.isSilent ? null : this.#reportTokens());
    this.operations = {
      findObstacle: () => null,
      seal: async () => ({ kind: 'sealed', seal: 'seal' }),
      send: async (operation) => {
        if (this.operation.kind === 'confirmed') this.execute(operation);
        return this.operation;
      },
      query: async () => this.operation,
    };
  }

  #report() {
    const shown = (this.cash - this.late) as Notional;
    const free = (shown - this.#blocked()) as Notional;
    return { currency: 'USD', total: this.#kind === 'tokens' ? shown : null, available: free };
  }

  #reportTokens() {
    const { YES, NO } = this.tokens;
    const pairs = YES < NO ? YES : NO;
    return { lockedInPairs: (pairs * ONE) as Notional, redeemable: this.redeemable as Notional };
  }
  /** Like Kalshi: collateral of what opens, without fees. */
  #blocked(): bigint {
    let sum = 0n;
    for (const { order, left } of this.resting.values()) {
      const signed = toSignedQty(order.side, order.outcome, left as Qty);
      const net = this.tokens.YES - this.tokens.NO;
      const closing = signed > 0n ? -net : net;
      const opening = left - (closing > 0n ? (closing < left ? closing : left) : 0n);
      const yes = toYesPrice(order.outcome, order.price as Price);
      sum += opening * (signed > 0n ? yes : ONE - yes);
    }
    return sum;
  }

  #accept(order: VenueOrder): OrderReport {
    if (order.tif !== 'IOC') {
      this.resting.set(order.clientId, { order, left: order.qty });
      return toReport(order);
    }
    this.last = toReport(order, { status: 'FILLED', fills: [this.#trade(order, order.qty)] });
    return this.last;
  }

  #trade(order: VenueOrder, size: bigint): VenueFill {
    this.#trades += 1;
    const unit = order.price as Price;
    const fee = FEE;
    if (this.#kind === 'tokens') {
      this.cash += (order.side === 'BUY' ? -1n : 1n) * unit * size - fee;
      this.tokens[order.outcome] += order.side === 'BUY' ? size : -size;
    } else {
      const signed = toSignedQty(order.side, order.outcome, size as Qty);
      const before = this.tokens.YES - this.tokens.NO;
      const net = before + signed;
      const short = (at: bigint): bigint => (at < 0n ? -at : 0n) * ONE;
      this.cash -= signed * toYesPrice(order.outcome, unit) + fee + short(net) - short(before);
      Object.assign(this.tokens, { YES: net > 0n ? net : 0n, NO: net < 0n ? -net : 0n });
    }
    const fill = venueFill(order, `t${this.#trades}`, '1', '0.5');
    return {
      ...fill,
      price: unit,
      qty: size as Qty,
      fee: this.hasFee ? (fee as Notional) : null,
      settlement: this.settlement,
    };
  }

  /** Another trader takes a part of what rests. */
  take(size: string): OrderReport {
    const [[clientId, rest] = assert.fail('an order rests')] = [...this.resting];
    rest.left -= qty(size);
    const fill = this.#trade(rest.order, qty(size));
    return { ...toReport(rest.order, { fills: [fill] }), clientId };
  }

  /** The last trade becomes final, or never happened. */
  end(settlement: 'FINAL' | 'VOID', undo: () => void): OrderReport {
    const report = this.last ?? assert.fail('a trade');
    if (settlement === 'VOID') undo();
    return { ...report, fills: report.fills.map((fill) => ({ ...fill, settlement })) };
  }

  execute({ kind, qty: size }: VenueOperation): void {
    const pairs = (size ?? 0n) * (kind === 'SPLIT' ? 1n : -1n);
    this.tokens.YES += pairs;
    this.tokens.NO += pairs;
    this.cash -= pairs * ONE;
    if (kind !== 'REDEEM') return;
    this.cash += this.redeemable;
    this.redeemable = 0n;
  }
}

interface Booked extends OmsHarness {
  readonly booked: BookedVenue;
}

async function open(kind: Kind, from: Partial<Booked> = {}): Promise<Booked> {
  const booked = from.booked ?? new BookedVenue(kind);
  const market = from.market ?? new ManualMarket();
  if (from.market === undefined) market.set(openInstrument(1001, { fees: feeSchedule('0') }));
  const harness = { ...(await openOms({ ...from, market, venue: booked })), booked };
  await compare(harness);
  return harness;
}

/** Until after the next comparison, in steps in which the venue answers. */
async function compare({ clock }: OmsHarness, minutes = 1): Promise<void> {
  for (let step = 0; step < 12 * minutes; step += 1) {
    clock.advance(5_000);
    await settle();
  }
}

const sheetOf = ({ oms }: OmsHarness, id = 'sa_1'): SheetView =>
  value(oms.balances.list(TRADER, id as SubaccountId))[0]?.sheet ?? assert.fail('a sheet');

const lineOf = (harness: OmsHarness, name: SheetLine, id?: string) =>
  sheetOf(harness, id).lines.find(({ line }) => line === name) ?? assert.fail(name);

/** `recorded venue difference`, and `broken` if it is. */
function figures(harness: OmsHarness, name: SheetLine): string {
  const { ours, venue, difference, isBroken } = lineOf(harness, name);
  return [show(ours), show(venue), show(difference), ...(isBroken ? ['broken'] : [])].join(' ');
}

/** The line in which a venue of this kind reports its cash. */
const cashLine = (kind: Kind): SheetLine => (kind === 'net' ? 'available' : 'cash');

function assertMatches(harness: Booked, kind: Kind): void {
  for (const { line, difference, bounds, venue, isBroken } of sheetOf(harness).lines) {
    assert.equal(isBroken, false, line);
    if (venue === null || difference === null || bounds === null) continue;
    assert.ok(difference >= bounds.low && difference <= bounds.high, `${line} ${show(difference)}`);
  }
  const { cash } = harness.booked;
  assert.equal(show(lineOf(harness, 'cash').subaccount), show(cash - FIRST), 'what the subaccount has moved');
  assert.equal(show(lineOf(harness, 'cash').ours), kind === 'none' ? 'null' : show(cash));
}

const act = (harness: Booked, side: 'BUY' | 'SELL', outcome: 'YES' | 'NO', change: object = {}) =>
  submit(harness, { side, outcome, price: '0.4', qty: '10', tif: 'IOC', ...change });

async function convert(harness: Booked, kind: OperationKind, size: string | null): Promise<void> {
  const request = { kind, subaccountId: 'sa_1', instrumentId: 1001, qty: size === null ? null : qty(size) };
  value(await harness.oms.operations.request(TRADER, { ...request, idempotencyKey: null } as never));
  await settle();
}

for (const [name, kind] of Object.entries(VENUES))
  describe(`the sheet of a venue like ${name}`, () => {
    for (const side of ['BUY', 'SELL'] as const)
      for (const outcome of ['YES', 'NO'] as const)
        test(`follows ${side} ${outcome}, a rest that is partly filled, and the way back`, async () => {
          const harness = await open(kind);
          await act(harness, side, outcome);
          await compare(harness);
          assertMatches(harness, kind);
          assert.equal(show(lineOf(harness, 'fees').subaccount), '0.1');
          await act(harness, side, outcome, { tif: 'GTC' });
          await settle();
          const whole = lineOf(harness, 'reserved').subaccount;
          harness.oms.onVenueReport(DEMO, harness.booked.take('4'));
          await compare(harness);
          assertMatches(harness, kind);
          const unit = side === 'BUY' ? '2.4' : '3.6'; // six are left
          assert.equal(show(lineOf(harness, 'reserved').subaccount), unit, `less than ${show(whole)}`);
          if (kind !== 'none') {
            const { bounds } = lineOf(harness, cashLine(kind));
            assert.deepEqual(bounds, { low: 0n, high: 0n }, 'each cent that is missing would be found');
          }
          await act(harness, side === 'BUY' ? 'SELL' : 'BUY', outcome, { qty: '14' });
          await compare(harness, 2);
          assertMatches(harness, kind);
        });

    test('has the parts of two subaccounts, and what belongs to none of them', async () => {
      const harness = await open(kind);
      await act(harness, 'BUY', 'YES');
      await act(harness, 'SELL', 'YES', { qty: '4', subaccount_id: 'sa_2' }); // offsets a part of it at the venue
      await compare(harness, 2);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
      const [first, second] = [sheetOf(harness), sheetOf(harness, 'sa_2')];
      for (const [
        index,
        { line, subaccount, unattributed, ours, venue, difference },
      ] of first.lines.entries()) {
        const other = second.lines[index] ?? assert.fail(line);
        assert.equal(other.unattributed, unattributed);
        if (ours !== null)
          assert.equal((subaccount ?? 0n) + (other.subaccount ?? 0n) + (unattributed ?? 0n), ours, line);
        if (venue !== null) assert.equal(difference, 0n, line);
      }
      const parts = [lineOf(harness, 'cash'), lineOf(harness, 'cash', 'sa_2')].map((each) =>
        show(each.subaccount),
      );
      assert.deepEqual(parts, ['-4.1', '-2.5']);
      const unattributed = { none: 'null', net: '1004', tokens: '1000' }[kind];
      assert.equal(show(lineOf(harness, 'cash').unattributed), unattributed);
      assert.equal(show(lineOf(harness, 'lockedInPairs').unattributed), kind === 'tokens' ? '4' : '0');
      await act(harness, 'BUY', 'YES', { qty: '4', subaccount_id: 'sa_2' });
      await compare(harness, 2);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
      if (kind !== 'none') assert.equal(show(lineOf(harness, cashLine(kind)).difference), '0');
      assert.equal(show(lineOf(harness, 'lockedInPairs').unattributed), '0');
    });

    test('knows no figure that is not reported: rewards, and all of a venue that says nothing', async () => {
      const booked = new BookedVenue(kind);
      booked.isSilent = true;
      const harness = await open(kind, { booked });
      await act(harness, 'BUY', 'YES');
      await compare(harness, 2);
      assert.equal(figures(harness, 'rewards'), 'null null null');
      for (const line of ['cash', 'available'] as const)
        assert.equal(figures(harness, line), 'null null null');
      assert.equal(show(lineOf(harness, 'cash').subaccount), '-4.1', 'our own records are known');
      assert.equal(sheetOf(harness).venueAsOf, null);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
    });

    test('is not known while the fee of a trade is not', async () => {
      const harness = await open(kind);
      harness.booked.hasFee = false;
      harness.booked.settlement = 'PENDING';
      await act(harness, 'BUY', 'YES');
      await compare(harness, 2);
      for (const line of ['fees', 'cash', 'unsettled'] as const)
        assert.equal(lineOf(harness, line).subaccount, null, line);
      assert.equal(lineOf(harness, cashLine(kind)).difference, null);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
    });

    test('is the same after a restart', async () => {
      const harness = await open(kind);
      await act(harness, 'SELL', 'NO');
      await act(harness, 'BUY', 'YES', { qty: '3' });
      await compare(harness);
      const before = sheetOf(harness).lines;
      harness.oms.stop();
      const { clock, storage, market, booked } = harness;
      const next = await open(kind, { clock, storage, market, booked });
      await compare(next);
      assert.deepEqual(sheetOf(next).lines, before);
    });
  });

for (const kind of ['net', 'tokens'] as const)
  describe(`a difference at a venue that reports its ${kind === 'net' ? 'free' : 'whole'} cash`, () => {
    const line = cashLine(kind);
    const gauge = ({ gauges }: OmsHarness) => gauges.get('balance_difference');

    test('counts when two comparisons have found it, blocks no order, and ends with the difference', async () => {
      const harness = await open(kind);
      harness.booked.cash += usd('50'); // a deposit
      await compare(harness);
      assert.equal(figures(harness, line), '1000 1050 50');
      assert.equal(harness.oms.findBalanceBreak(DEMO), null, 'seen once: a report may be late');
      await compare(harness);
      assert.equal(figures(harness, line), '1000 1050 50 broken');
      assert.equal(harness.oms.findBalanceBreak(DEMO), `balance_break ${line}`, 'without figures');
      assert.deepEqual(harness.errors, ['a balance at the venue differs from our records']);
      await act(harness, 'BUY', 'YES');
      await compare(harness);
      assert.equal(figures(harness, line), '995.9 1045.9 50 broken', 'a trade does not change it');
      harness.booked.isSilent = true;
      await compare(harness);
      assert.match(figures(harness, line), / null null broken$/, 'an unknown figure does not end it');
      harness.booked.isSilent = false;
      harness.booked.cash -= usd('50');
      await compare(harness);
      assert.equal(figures(harness, line), '995.9 995.9 0');
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
      assert.equal(harness.errors.length, 1);
      assert.equal(gauge(harness), 0);
    });

    test('is unattributed once the operator has taken it over', async () => {
      const harness = await open(kind);
      harness.booked.cash += usd('50');
      harness.booked.onPositions = () => [];
      await compare(harness, 2);
      const owner = { accountId: TRADER.accountId, subaccountId: 'sa_1' as SubaccountId };
      value(await harness.oms.adoptPositions('Demo', owner));
      await compare(harness);
      assert.equal(figures(harness, line), '1050 1050 0');
      assert.equal(show(lineOf(harness, 'cash').unattributed), '1050');
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
      harness.booked.cash += usd('1');
      await compare(harness, 2);
      assert.equal(figures(harness, line), '1050 1051 1 broken', 'the next deposit is a difference again');
    });

    test('is kept over a restart, with what is unattributed', async () => {
      const harness = await open(kind);
      harness.booked.cash -= usd('0.01');
      await compare(harness, 2);
      harness.oms.stop();
      const { clock, storage, market, booked } = harness;
      const next = await openOms({ clock, storage, market, venue: booked });
      assert.equal(next.oms.findBalanceBreak(DEMO), `balance_break ${line}`);
      await compare(next);
      assert.equal(figures(next, line), '1000 999.99 -0.01 broken');
    });

    for (const first of ['1000', '-50'])
      test(`that arose while the service was down is found, with ${first} unattributed before`, async () => {
        const booked = new BookedVenue(kind);
        booked.cash = usd(first);
        const { oms, clock, storage, market } = await open(kind, { booked });
        oms.stop();
        booked.cash += usd('5');
        const next = await open(kind, { clock, storage, market, booked });
        await compare(next);
        const seen = show(usd(first) + usd('5'));
        assert.equal(figures(next, line), `${first} ${seen} 5 broken`);
      });

    test('of what the venue rounds is explained by the trades since the last comparison, and not by older ones', async () => {
      const harness = await open(kind);
      Object.assign(harness.booked.capabilities, { cashStep: usd('0.01') });
      for (let trade = 0; trade < 3; trade += 1) await act(harness, 'BUY', 'YES');
      harness.booked.cash -= usd('0.03');
      await compare(harness, 2);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
      harness.booked.cash -= usd('0.02');
      await compare(harness, 2);
      assert.equal(harness.oms.findBalanceBreak(DEMO), `balance_break ${line}`);
    });

    const start = async (from: Partial<Booked> = {}): Promise<Booked> => {
      const booked = from.booked ?? new BookedVenue(kind);
      Object.assign(booked.capabilities, { cashStep: usd('0.000001') });
      return open(kind, { ...from, booked });
    };
    const tradeRounded = async (harness: Booked): Promise<void> => {
      await act(harness, 'BUY', 'YES');
      harness.booked.cash -= usd('0.000001');
    };

    test('of what the venue rounded is explained after a comparison that was not', async () => {
      const harness = await start();
      harness.booked.late = usd('-4.1');
      await tradeRounded(harness);
      await compare(harness);
      harness.booked.late = 0n;
      await compare(harness, 2);
      assert.equal(harness.oms.findBalanceBreak(DEMO), null);
    });

    test('of what the venue rounded is explained after comparisons without a known fee', async () => {
      const harness = await start();
      const { booked, oms } = harness;
      for (let trade = 0; trade < 3; trade += 1) await tradeRounded(harness);
      const [cash, tokens] = [booked.cash, { ...booked.tokens }];
      Object.assign(booked, { hasFee: false, settlement: 'PENDING' });
      await act(harness, 'BUY', 'YES');
      await compare(harness);
      assert.equal(lineOf(harness, line).difference, null);
      const undo = (): void => void Object.assign(booked, { cash, tokens });
      oms.onVenueReport(DEMO, booked.end('VOID', undo));
      await compare(harness, 2);
      assert.notEqual(lineOf(harness, line).difference, null);
      assert.equal(oms.findBalanceBreak(DEMO), null);
    });

    test('of what the venue rounded before a restart is explained, and two cents are not', async () => {
      const harness = await start();
      await tradeRounded(harness);
      await compare(harness);
      await tradeRounded(harness); // not compared before the stop
      harness.oms.stop();
      const next = await start(harness);
      await compare(next);
      assert.equal(next.oms.findBalanceBreak(DEMO), null);
      next.booked.cash -= usd('0.02');
      await compare(next, 2);
      assert.equal(next.oms.findBalanceBreak(DEMO), `balance_break ${line}`);
    });

    test('of a single comparison is none: a trade whose cash is late', async () => {
      const harness = await open(kind);
      harness.booked.late = usd('-4.1');
      await act(harness, 'BUY', 'YES');
      await compare(harness);
      harness.booked.late = 0n;
      await compare(harness, 2);
      assertMatches(harness, kind);
      assert.deepEqual(harness.errors, []);
    });
  });

describe('tokens', () => {
  test('a purchase that is not final may be missing in the cash, and not more than it', async () => {
    const harness = await open('tokens');
    harness.booked.settlement = 'PENDING';
    harness.booked.late = usd('-4.1');
    await act(harness, 'BUY', 'YES');
    await compare(harness, 3);
    assert.equal(show(lineOf(harness, 'unsettled').subaccount), '-4.1');
    const { difference, bounds, isBroken } = lineOf(harness, 'cash');
    assert.deepEqual([show(difference), show(bounds?.low), show(bounds?.high)], ['4.1', '0', '4.1']);
    assert.equal(isBroken, false);
    harness.booked.late -= 1n;
    await compare(harness, 2);
    assert.equal(lineOf(harness, 'cash').isBroken, true);
  });

  for (const [settlement, moved, fees] of [
    ['FINAL', '-4.1', '0.1'],
    ['VOID', '0', '0'],
  ] as const)
    test(`a trade that becomes ${settlement} has moved ${moved}`, async () => {
      const harness = await open('tokens');
      harness.booked.settlement = 'PENDING';
      await act(harness, 'BUY', 'YES');
      await compare(harness);
      const undo = () => {
        harness.booked.cash = FIRST;
        harness.booked.tokens.YES = 0n;
      };
      harness.oms.onVenueReport(DEMO, harness.booked.end(settlement, undo));
      await compare(harness, 2);
      assertMatches(harness, 'tokens');
      const [cash, paid, unsettled] = (['cash', 'fees', 'unsettled'] as const).map((line) =>
        lineOf(harness, line),
      );
      assert.deepEqual(
        [cash, paid, unsettled].map((each) => show(each?.subaccount)),
        [moved, fees, '0'],
      );
      assert.equal(show(cash?.difference), '0');
      harness.oms.stop();
      const { clock, storage, market, booked } = harness;
      const next = await open('tokens', { clock, storage, market, booked });
      assertMatches(next, 'tokens');
      assert.deepEqual(sheetOf(next).lines, sheetOf(harness).lines);
    });

  test('what a pending trade left open before the first comparison is closed with it, also after a restart', async () => {
    const booked = new BookedVenue('tokens');
    booked.settlement = 'PENDING';
    const market = new ManualMarket();
    market.set(openInstrument(1001, { fees: feeSchedule('0') }));
    const harness = { ...(await openOms({ market, venue: booked })), booked };
    await act(harness, 'BUY', 'YES');
    await compare(harness);
    harness.oms.onVenueReport(
      DEMO,
      booked.end('FINAL', () => undefined),
    );
    await compare(harness, 2);
    harness.oms.stop();
    booked.cash += usd('3'); // less than the trade
    const { clock, storage } = harness;
    const next = await open('tokens', { clock, storage, market, booked });
    await compare(next);
    assert.equal(figures(next, 'cash'), '995.9 998.9 3 broken');
  });

  test('a trade that was voided before it was seen has moved nothing', async () => {
    const harness = await open('tokens');
    harness.booked.settlement = 'VOID';
    harness.booked.hasFee = true;
    await act(harness, 'BUY', 'YES');
    harness.booked.cash = FIRST;
    harness.booked.tokens.YES = 0n;
    await compare(harness, 2);
    assert.equal(figures(harness, 'cash'), '1000 1000 0');
    assert.equal(show(lineOf(harness, 'fees').subaccount), '0');
    harness.oms.stop();
    const { clock, storage, market, booked } = harness;
    const next = await open('tokens', { clock, storage, market, booked });
    await compare(next);
    assert.equal(figures(next, 'cash'), '1000 1000 0');
  });

  test('a split and a merge on their way may have moved cash and pairs; a lost one is found after its end', async () => {
    const harness = await open('tokens');
    for (const kind of ['SPLIT', 'MERGE'] as const) {
      await convert(harness, kind, '10');
      for (const isExecuted of [false, true]) {
        if (isExecuted) harness.booked.execute({ kind, qty: qty('10'), venueInstrumentId: 'M-1001' });
        await compare(harness, 2);
        for (const line of ['cash', 'lockedInPairs'] as const)
          assert.equal(lineOf(harness, line).isBroken, false, `${kind} ${line} ${isExecuted}`);
        assert.equal(absolute(lineOf(harness, 'cash').difference ?? 0n), isExecuted ? 10n * ONE_USD : 0n);
      }
      harness.booked.operation = { kind: 'confirmed', venueOperationId: 'v-1', transactionHash: null };
      await compare(harness, 4);
      assert.equal(figures(harness, 'cash'), kind === 'SPLIT' ? '990 990 0' : '1000 1000 0');
      assert.equal(figures(harness, 'lockedInPairs'), kind === 'SPLIT' ? '10 10 0' : '0 0 0');
      harness.booked.operation = { kind: 'pending', venueOperationId: 'v-2', transactionHash: null };
    }
    harness.booked.tokens.YES += qty('2');
    harness.booked.tokens.NO += qty('2');
    await compare(harness, 2);
    assert.equal(figures(harness, 'lockedInPairs'), '0 2 2 broken', 'pairs that no record explains');
  });

  test('a settled market is redeemable until it is redeemed, by us or by the venue', async () => {
    const harness = await open('tokens');
    await act(harness, 'BUY', 'YES');
    const settled = { status: 'SETTLED', result: 'YES', settlementPrice: price('1') } as const;
    harness.market.set(openInstrument(1001, settled));
    harness.booked.redeemable = usd('10');
    harness.booked.tokens.YES = 0n;
    await compare(harness, 3);
    assert.equal(figures(harness, 'redeemable'), '10 10 0');
    assert.equal(figures(harness, 'cash'), '995.9 995.9 0', 'the result has moved no cash yet');
    harness.booked.execute({ kind: 'REDEEM', qty: null, venueInstrumentId: 'M-1001' });
    await compare(harness, 2);
    assert.deepEqual(
      [figures(harness, 'redeemable'), figures(harness, 'cash')],
      ['10 0 -10', '995.9 1005.9 10'],
    );
    harness.booked.operation = { kind: 'confirmed', venueOperationId: 'v-1', transactionHash: null };
    await convert(harness, 'REDEEM', null);
    await compare(harness, 3);
    assert.deepEqual(
      [figures(harness, 'redeemable'), figures(harness, 'cash')],
      ['0 0 0', '1005.9 1005.9 0'],
    );
  });
});

test('with other accounts at the venue, a sheet has their sums only where the venue reports them to all', async () => {
  const harness = await open('tokens');
  await act(harness, 'BUY', 'YES');
  await harness.oms.accountAdmin.createAccount('acc_2' as never);
  await compare(harness);
  for (const { line, ours, unattributed, subaccount } of sheetOf(harness).lines) {
    const isPublic = line === 'cash' || line === 'available';
    assert.deepEqual([ours !== null, unattributed !== null], [isPublic, isPublic], line);
    assert.equal(subaccount === null, line === 'rewards');
  }
});

test('contracts that are taken over move no cash, and those bought by hand have moved it', async () => {
  for (const paid of ['0', '4'] as const) {
    const harness = await open('net');
    harness.booked.cash -= usd(paid);
    harness.booked.tokens.YES = qty('10');
    harness.booked.onPositions = () => [
      { venueInstrumentId: 'M-1001', netQty: qty('10'), avgPrice: price('0.4') },
    ];
    await compare(harness, 4);
    const owner = { accountId: TRADER.accountId, subaccountId: 'sa_1' as SubaccountId };
    if (!harness.oms.state.positions.has(`acc_1/sa_1/${1001 as InstrumentId}`))
      value(await harness.oms.adoptPositions('Demo', owner));
    await compare(harness, 2);
    assert.equal(figures(harness, 'available').split(' ')[2], '0', `${paid} were paid`);
    assert.equal(harness.oms.findBalanceBreak(DEMO), null);
  }
});
