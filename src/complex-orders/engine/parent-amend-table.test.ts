import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ParentType } from '../../contract/model/complex-order-types.ts';
import type { InstrumentId, ParentId } from '../../contract/model/ids.ts';
import { renderDecimal } from '../../contract/model/money.ts';
import type { Outcome } from '../../contract/model/order.ts';
import {
  listGenericAsset,
  type OmsHarness,
  resultCode,
  settle,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { qty, ReplacingVenue } from '../../oms/scripted-venue.fixture.ts';
import { getParent, openParents, passSlowly, place } from './parents.fixture.ts';

// Every amend of every type of complex order in every state that it can meet, and the child that follows.

const LIFE_MS = 3_600_000;
const SLICE_MS = 60_000;
const SIZE = '9000'; // of others at each price, so that own orders hide none

/** What an amend has made of the terms. */
interface Terms {
  readonly qty: number;
  readonly price: string;
  readonly isChanged: boolean; // the parameters are
}

interface Next {
  readonly qty: number;
  readonly price: string;
  readonly tif?: 'IOC'; // absent: GTD, with the expiry of the complex order
}

interface Kind {
  readonly type: ParentType;
  readonly outcomes?: readonly Outcome[]; // absent: both
  readonly body: object;
  readonly qty: number;
  readonly child: number; // quantity of its first child
  readonly part: number; // of which another trader takes this
  readonly raised: number;
  readonly lowered: number;
  readonly price?: string; // absent: it has none that an amend could change
  readonly moved: string;
  readonly params?: object; // absent: none can be changed
  readonly fixed: object;
  readonly least?: number; // a lower quantity does not fit its parameters
  readonly isReduceOnly?: true;
  readonly pairBid?: string; // of YES of the second market
  readonly grows?: true; // a larger quantity replaces its live child
  readonly isTaker?: true; // a child ends with its first fill, and is live only while its outcome is unknown
  readonly needsBook?: true; // it is not accepted without one
  /** Leads to its first child, at the latest with this price; absent: it is placed at once. */
  readonly fire?: (situation: Situation, isChanged: boolean) => Promise<void>;
  /** Leads to the next child in addition to the end of the one before. */
  readonly proceed?: (situation: Situation) => Promise<void>;
  readonly next: (terms: Terms, filled: number, isFirst: boolean) => Next;
}

/** A complex order and a venue that keeps each child live until the test ends it. */
class Situation {
  readonly venue = new ReplacingVenue();
  readonly kind: Kind;
  readonly outcome: Outcome;
  harness!: OmsHarness;
  id!: ParentId;
  filled = 0;

  constructor(kind: Kind, outcome: Outcome) {
    this.kind = kind;
    this.outcome = outcome;
  }

  async open(isBlind: boolean): Promise<void> {
    this.harness = await openParents({ venue: this.venue });
    if (this.kind.isTaker === true) this.#keepSilent();
    listGenericAsset(this.harness.market, [1001, 1002], SIZE);
    await this.move('0.47', '0.49');
    if (this.kind.pairBid !== undefined) this.harness.market.setTouch(1002, this.kind.pairBid, '0.6', SIZE);
    this.setBlind(isBlind);
    const { type, qty: size, body } = this.kind;
    const place1001 = type === 'SMART_ROUTE' ? { generic_asset_id: 501 } : { instrument_id: 1001 };
    const target = hasOwnTarget(type) ? {} : { ...place1001, outcome: this.outcome };
    const { id } = await place(this.harness, {
      subaccount_id: 'sa_1',
      type,
      tif: 'GTD',
      expires_at: this.harness.clock.now() + LIFE_MS,
      ...target,
      ...(type === 'TP_SL' ? {} : { qty: String(size) }),
      ...toBody(body, this.outcome),
    });
    this.id = id;
  }

  /** The outcome of an order that trades at once stays unknown. */
  #keepSilent(): void {
    const { onPlace } = this.venue;
    this.venue.onPlace = (order) => {
      const answer = onPlace(order);
      return order.tif === 'IOC' ? { kind: 'unknown', why: 'timeout' } : answer;
    };
    this.venue.onQuery = () => ({ kind: 'failed', why: 'timeout' });
  }

  get parent() {
    return getParent(this.harness, this.id);
  }

  /** The orders that the venue has received for it; the first one of all is the entry of an exit. */
  get children() {
    return this.venue.placed.slice(this.kind.type === 'TP_SL' ? 1 : 0);
  }

  /** Sets the best prices of both markets, in terms of the outcome. */
  async move(bid: string, ask: string): Promise<void> {
    const yes = this.outcome === 'YES' ? [bid, ask] : [invert(ask), invert(bid)];
    for (const id of [1001, 1002]) this.harness.market.setTouch(id, yes[0] ?? null, yes[1] ?? null, SIZE);
    await settle();
  }

  setBlind(isBlind: boolean): void {
    const { stale } = this.harness.market;
    for (const id of [1001, 1002] as InstrumentId[])
      if (isBlind) stale.add(id);
      else stale.delete(id);
  }

  async trade(clientId: ReplacingVenue['placed'][number]['clientId'], size: number): Promise<void> {
    const report = this.venue.fill(clientId, `T-${clientId}-${size}`, String(size));
    const fills = report.fills.map((fill) => ({ ...fill, price: report.price ?? fill.price }));
    this.harness.oms.onVenueReport(this.venue.name, this.venue.keep({ ...report, fills }));
    await settle();
  }

  async fillPart(): Promise<void> {
    const child = this.children.at(-1);
    assert.ok(child !== undefined, 'a child is live');
    this.filled = this.kind.part;
    await this.trade(child.clientId, this.kind.part);
  }

  /** The venue ends what is live, with its fills. */
  async endChildren(): Promise<void> {
    for (const [clientId, report] of this.venue.orders) {
      if (report.status !== 'OPEN') continue;
      const ended = this.venue.keep({ ...report, status: 'CANCELLED', reason: null });
      if (this.children.some((child) => child.clientId === clientId))
        this.harness.oms.onVenueReport(this.venue.name, ended);
    }
    await settle();
  }
}

const hasOwnTarget = (type: ParentType): boolean =>
  type === 'TP_SL' || type === 'OCO' || type === 'HEDGED_PAIR';
const invert = (price: string): string => String((100 - Math.round(Number(price) * 100)) / 100);
/** The body with the outcome in the place of `$outcome`. */
const toBody = (body: object, outcome: Outcome): object =>
  JSON.parse(JSON.stringify(body).replaceAll('$outcome', outcome));

const SELL_LEG = { instrument_id: 1001, side: 'SELL', outcome: '$outcome' };
const RESTING = ({ qty: size, price }: Terms, filled: number): Next => ({ qty: size - filled, price });

const KINDS: Readonly<Record<string, Kind>> = {
  'STOP with a price': {
    type: 'STOP',
    body: { side: 'SELL', price: '0.38', params: { trigger_price: '0.4' } },
    qty: 20,
    child: 20,
    part: 8,
    raised: 30,
    lowered: 15,
    price: '0.38',
    moved: '0.36',
    params: { trigger_price: '0.35' },
    fixed: { confirm_ms: 10 },
    fire: async (situation, isChanged) => {
      await situation.move('0.4', '0.42');
      if (!isChanged) return;
      assert.equal(situation.children.length, 0, 'the former trigger is not watched any more');
      await situation.move('0.35', '0.37');
    },
    next: RESTING,
  },
  'STOP without a price': {
    type: 'STOP',
    body: { side: 'BUY', params: { trigger_price: '0.55', max_slippage: '0.02' } },
    qty: 20,
    child: 20,
    part: 8,
    raised: 30,
    lowered: 15,
    moved: '0.6',
    params: { trigger_price: '0.58' },
    fixed: { max_slippage: '0.03' },
    fire: async (situation, isChanged) => {
      await situation.move('0.53', '0.55');
      if (!isChanged) return;
      assert.equal(situation.children.length, 0, 'the former trigger is not watched any more');
      await situation.move('0.53', '0.58');
    },
    proceed: (situation) => situation.move('0.57', '0.59'),
    isTaker: true,
    next: ({ qty: size, isChanged }, filled, isFirst) => ({
      qty: size - filled,
      price: isFirst ? (isChanged ? '0.6' : '0.57') : '0.61',
      tif: 'IOC',
    }),
  },
  TRAILING_STOP: {
    type: 'TRAILING_STOP',
    body: { side: 'SELL', price: '0.3', params: { trail: '0.05' } },
    qty: 20,
    child: 20,
    part: 8,
    raised: 30,
    lowered: 15,
    price: '0.3',
    moved: '0.29',
    params: { trail_percent: '20' },
    fixed: { activation_price: '0.6' },
    fire: async (situation, isChanged) => {
      await passSlowly(situation.harness, 2);
      await situation.move('0.42', '0.44');
      if (!isChanged) return;
      assert.equal(situation.children.length, 0, 'the former distance is not watched any more');
      await situation.move('0.37', '0.39');
    },
    next: RESTING,
  },
  ICEBERG: {
    type: 'ICEBERG',
    body: { side: 'BUY', price: '0.44', params: { display_qty: '30' } },
    qty: 100,
    child: 30,
    part: 10,
    raised: 130,
    lowered: 70,
    price: '0.44',
    moved: '0.43',
    least: 30,
    params: { display_qty: '20' },
    fixed: { reload_delay_ms: 10 },
    next: ({ qty: size, price, isChanged }, filled) => ({
      qty: Math.min(isChanged ? 20 : 30, size - filled),
      price,
    }),
  },
  'TP_SL with its take-profit': {
    type: 'TP_SL',
    body: {
      params: {
        entry: {
          instrument_id: 1001,
          outcome: '$outcome',
          side: 'BUY',
          type: 'LIMIT',
          qty: '20',
          price: '0.45',
        },
        take_profit: { price: '0.6' },
        stop_loss: { trigger_price: '0.3' },
      },
    },
    qty: 20,
    child: 20,
    part: 8,
    raised: 21,
    lowered: 15,
    moved: '0.62',
    params: { take_profit: { price: '0.64' } },
    fixed: { overlap_after_ms: 10 },
    isReduceOnly: true,
    fire: fillEntry,
    next: ({ qty: size, isChanged }, filled) => ({ qty: size - filled, price: isChanged ? '0.64' : '0.6' }),
  },
  'TP_SL with its stop': {
    type: 'TP_SL',
    body: {
      params: {
        entry: {
          instrument_id: 1001,
          outcome: '$outcome',
          side: 'BUY',
          type: 'LIMIT',
          qty: '20',
          price: '0.45',
        },
        stop_loss: { trigger_price: '0.3', max_slippage: '0.02' },
      },
    },
    qty: 20,
    child: 20,
    part: 8,
    raised: 21,
    lowered: 15,
    moved: '0.62',
    params: { stop_loss: { max_slippage: '0.05' } },
    fixed: { take_profit: { price: '0.6' } },
    isReduceOnly: true,
    isTaker: true,
    fire: async (situation) => {
      await fillEntry(situation);
      await situation.move('0.3', '0.32');
    },
    next: ({ qty: size, isChanged }, filled) => ({
      qty: size - filled,
      price: isChanged ? '0.25' : '0.28',
      tif: 'IOC',
    }),
  },
  TWAP: {
    type: 'TWAP',
    body: { side: 'BUY', price: '0.5', params: { duration_ms: 4 * SLICE_MS, slices: 4 } },
    qty: 40,
    child: 10,
    part: 4,
    raised: 60,
    lowered: 20,
    price: '0.5',
    moved: '0.46',
    fixed: { slices: 5 },
    /** The next part: the quantity of the first one does not change any more. */
    proceed: ({ harness }) => passSlowly(harness, 60),
    next: ({ qty: size, price }, filled, isFirst) => ({
      qty: isFirst
        ? Math.floor(size / 4)
        : Math.min(Math.floor((size * 2) / 4) - Math.floor(size / 4), size - filled),
      price: price === '0.5' ? '0.47' : price,
    }),
  },
  OCO: {
    type: 'OCO',
    body: {
      params: {
        legs: [
          { ...SELL_LEG, type: 'LIMIT', price: '0.6' },
          { ...SELL_LEG, type: 'STOP', params: { trigger_price: '0.3' } },
        ],
      },
    },
    qty: 20,
    child: 20,
    part: 8,
    raised: 30,
    lowered: 15,
    moved: '0.62',
    fixed: { max_outage_ms: 10 },
    next: ({ qty: size }, filled) => ({ qty: size - filled, price: '0.6' }),
  },
  PEG: {
    type: 'PEG',
    body: { side: 'BUY', price: '0.5', params: { reference: 'NEAR' } },
    qty: 100,
    child: 100,
    part: 40,
    raised: 130,
    lowered: 70,
    price: '0.5',
    moved: '0.46',
    params: { offset: '0.03' },
    fixed: { max_moves: 5 },
    grows: true,
    next: ({ qty: size, price, isChanged }, filled) => ({
      qty: size - filled,
      price: isChanged ? '0.44' : price === '0.5' ? '0.47' : price,
    }),
  },
  POV: {
    type: 'POV',
    body: { side: 'BUY', price: '0.5', params: { participation: '0.5', window_ms: 10_000 } },
    qty: 100,
    child: 20,
    part: 8,
    raised: 130,
    lowered: 70,
    price: '0.5',
    moved: '0.46',
    fixed: { participation: '0.4' },
    fire: async ({ harness, outcome }) => {
      const at = outcome === 'YES' ? '0.48' : '0.52';
      harness.market.print(1001, at, '40', harness.clock.now());
      await passSlowly(harness, 12);
    },
    next: ({ qty: size, price }, filled) => ({
      qty: Math.min(20, size) - filled,
      price: price === '0.5' ? '0.47' : price,
    }),
  },
  SMART_ROUTE: {
    type: 'SMART_ROUTE',
    body: { side: 'BUY', price: '0.46', params: {} },
    qty: 100,
    child: 100,
    part: 40,
    raised: 130,
    lowered: 70,
    price: '0.46',
    moved: '0.45',
    fixed: { max_moves: 5 },
    grows: true,
    needsBook: true,
    next: RESTING,
  },
  HEDGED_PAIR: {
    type: 'HEDGED_PAIR',
    outcomes: ['YES'], // its legs have one each
    body: {
      params: {
        legs: [
          { instrument_id: 1001, side: 'BUY', outcome: 'YES', price: '0.5' },
          { instrument_id: 1002, side: 'BUY', outcome: 'NO', price: '0.6' },
        ],
        unhedged_qty_max: '4',
        accept_settlement_risk: true,
      },
    },
    qty: 10,
    child: 4,
    part: 3,
    raised: 14,
    lowered: 7,
    moved: '0.4',
    fixed: { unhedged_qty_max: '5' },
    pairBid: '0.55',
    isTaker: true,
    /** What has filled is hedged on the other leg, at the price that its bound leaves. */
    next: ({ qty: size }, filled) => ({
      qty: filled > 0 ? filled : Math.min(4, size),
      price: filled > 0 ? '0.45' : '0.49',
      tif: 'IOC',
    }),
  },
};

async function fillEntry(situation: Situation): Promise<void> {
  const [entry] = situation.venue.placed;
  assert.ok(entry !== undefined);
  await situation.trade(entry.clientId, 20);
}

interface State {
  readonly isBlind?: true; // before its acceptance
  /** What is filled or live. */
  readonly used: (kind: Kind) => number;
  readonly refusal?: 'kill_switch' | 'order_not_open';
  readonly reach: (situation: Situation) => Promise<unknown>;
  readonly leave?: (situation: Situation) => Promise<unknown>;
}

const fire = async (situation: Situation): Promise<void> => situation.kind.fire?.(situation, false);

const STATES: Readonly<Record<string, State>> = {
  'before its first child': { used: () => 0, reach: async () => undefined },
  'before its first child, PAUSED without a live book': {
    isBlind: true,
    used: () => 0,
    reach: async () => undefined,
    leave: async (situation) => situation.setBlind(false),
  },
  'with a live child': { used: ({ child }) => child, reach: fire },
  'after a fill in part': {
    used: ({ child, part, isTaker }) => (isTaker === true ? part : child),
    reach: async (situation) => {
      await fire(situation);
      await situation.fillPart();
    },
  },
  'with a live child, PAUSED without a live book': {
    used: ({ child }) => child,
    reach: async (situation) => {
      await fire(situation);
      situation.setBlind(true);
      await passSlowly(situation.harness, 6);
      assert.equal(situation.parent.status, 'PAUSED');
    },
    leave: async (situation) => situation.setBlind(false),
  },
  'with a live child, PAUSED by the kill switch': {
    used: ({ child }) => child,
    refusal: 'kill_switch',
    reach: async (situation) => {
      await fire(situation);
      value(await situation.harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
      assert.equal(situation.parent.status, 'PAUSED');
    },
    leave: async ({ harness, id }) => {
      value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
      value(await harness.oms.complexOrders.resume(TRADER, id)); // its price may have been met meanwhile
    },
  },
  CANCELLING: {
    used: ({ child }) => child,
    refusal: 'order_not_open',
    reach: async (situation) => {
      await fire(situation);
      situation.venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
      situation.harness.oms.complexOrders.cancel(TRADER, situation.id).catch(() => undefined);
      await settle();
      assert.equal(situation.parent.status, 'CANCELLING');
    },
  },
  CANCELLED: {
    used: () => 0,
    refusal: 'order_not_open',
    reach: async (situation) => {
      await fire(situation);
      value(await situation.harness.oms.complexOrders.cancel(TRADER, situation.id));
      assert.equal(situation.parent.status, 'CANCELLED');
    },
  },
};

interface Amend {
  readonly body: (situation: Situation) => object;
  readonly change?: (kind: Kind) => Partial<Terms>;
  readonly laterMs?: number;
  readonly isMalformed?: (kind: Kind) => boolean;
  /** Only less is bought or sold, or only the expiry changes. */
  readonly isSafe?: true;
}

const AMENDS: Readonly<Record<string, Amend>> = {
  'a larger quantity': {
    body: ({ kind }) => ({ qty: String(kind.raised) }),
    change: ({ raised }) => ({ qty: raised }),
  },
  'a lower quantity': {
    body: ({ kind }) => ({ qty: String(kind.lowered) }),
    change: ({ lowered }) => ({ qty: lowered }),
    isSafe: true,
  },
  'the quantity of its child': {
    body: ({ kind }) => ({ qty: String(kind.child) }),
    change: ({ child }) => ({ qty: child }),
    isSafe: true,
  },
  'less than its child': {
    body: ({ kind }) => ({ qty: String(kind.child - 1) }),
    change: ({ child }) => ({ qty: child - 1 }),
    isSafe: true,
  },
  'another price': {
    body: ({ kind }) => ({ price: kind.moved }),
    change: ({ moved }) => ({ price: moved }),
    isMalformed: ({ price }) => price === undefined,
  },
  'a later expiry': {
    body: ({ parent }) => ({ expires_at: later(parent, 7_000) }),
    laterMs: 7_000,
    isSafe: true,
  },
  'an expiry that is over': {
    body: ({ harness }) => ({ expires_at: harness.clock.now() }),
    laterMs: -LIFE_MS,
    isSafe: true,
  },
  parameters: {
    body: ({ kind }) => ({ params: kind.params ?? kind.fixed }),
    change: () => ({ isChanged: true }),
    isMalformed: ({ params }) => params === undefined,
  },
  'fixed parameters': { body: ({ kind }) => ({ params: kind.fixed }), isMalformed: () => true },
  nothing: { body: () => ({}), isMalformed: () => true },
};

const later = ({ expiresAt }: Situation['parent'], ms: number): number => (expiresAt ?? 0) + ms;

function expectCode(kind: Kind, { used, refusal }: State, { isMalformed, isSafe, ...amend }: Amend): string {
  const size = amend.change?.(kind).qty ?? kind.qty;
  if (isMalformed?.(kind) === true) return 'validation';
  if (refusal === 'order_not_open') return refusal;
  if (refusal === 'kill_switch' && !(isSafe === true && size <= kind.qty)) return refusal;
  if (size < used(kind) || size < (kind.least ?? 0)) return 'validation';
  if ((amend.laterMs ?? 0) < 0) return 'validation';
  return kind.isReduceOnly === true && size > kind.qty ? 'validation' : 'ok';
}

/** Lets the complex order go on to the child that follows the amend. */
async function reachNext(situation: Situation, state: State, isChanged: boolean): Promise<void> {
  const { kind, harness } = situation;
  await state.leave?.(situation);
  await passSlowly(harness, 2); // what the amend replaces is replaced now
  if (state.used(kind) === 0) return kind.fire?.(situation, isChanged);
  await situation.endChildren();
  await kind.proceed?.(situation);
  await passSlowly(harness, 2);
}

for (const [name, kind] of Object.entries(KINDS))
  for (const [at, [where, state]] of Object.entries(STATES).entries()) {
    const isReached = state.isBlind === true ? kind.needsBook === undefined : kind.fire !== undefined;
    if (!isReached && state.used(kind) === 0 && state.refusal === undefined) continue;
    test(`${name}, ${where}: amends are accepted or refused, and the next child has their terms`, async () => {
      const outcomes = kind.outcomes ?? (['YES', 'NO'] as const);
      const pick = (index: number): Outcome => outcomes[(at + index) % outcomes.length] ?? 'YES';
      await checkRefused(await reach(kind, pick(0), state), state);
      for (const [index, [what, amend]] of Object.entries(AMENDS).entries())
        if (expectCode(kind, state, amend) === 'ok')
          await checkAccepted(await reach(kind, pick(index), state), state, amend, what);
    });
  }

async function reach(kind: Kind, outcome: Outcome, state: State): Promise<Situation> {
  const situation = new Situation(kind, outcome);
  await situation.open(state.isBlind === true);
  await state.reach(situation);
  const { liveQty, filledQty, pair } = situation.parent;
  if (state.refusal !== 'order_not_open' && pair === null)
    assert.equal(liveQty + filledQty, qty(String(state.used(kind))), 'what is filled or live');
  return situation;
}

/** What is refused changes nothing, so one complex order takes all of these amends. */
async function checkRefused(situation: Situation, state: State): Promise<void> {
  const { kind, id, harness } = situation;
  const before = situation.parent;
  for (const [what, amend] of Object.entries(AMENDS)) {
    const expected = expectCode(kind, state, amend);
    if (expected === 'ok') continue;
    const result = await harness.oms.complexOrders.amend(TRADER, id, amend.body(situation));
    assert.equal(resultCode(result), expected, what);
    assert.equal(situation.parent, before, `${what} changes nothing`);
  }
}

async function checkAccepted(situation: Situation, state: State, amend: Amend, what: string): Promise<void> {
  const { kind, id, harness } = situation;
  const before = situation.parent;
  const countBefore = situation.children.length;
  const result = await harness.oms.complexOrders.amend(TRADER, id, amend.body(situation));
  assert.equal(result.ok ? 'ok' : result.error.message, 'ok', what);
  const terms = { qty: kind.qty, price: kind.price ?? '', isChanged: false, ...amend.change?.(kind) };
  const expiresAt = (before.expiresAt ?? 0) + (amend.laterMs ?? 0);
  if (kind.grows === true && state.leave === undefined && terms.qty > kind.qty && countBefore > 0) {
    await passSlowly(harness, 2);
    assert.equal(
      situation.children.at(-1)?.qty,
      qty(String(terms.qty - situation.filled)),
      `${what}: its child grows`,
    );
  }
  await reachNext(situation, state, terms.isChanged);
  const next = kind.next(terms, situation.filled, state.used(kind) === 0);
  const child = situation.children.at(-1);
  assert.ok(child !== undefined && situation.children.length > countBefore, `${what}: a child follows`);
  assert.deepEqual(
    [
      renderDecimal(child.qty),
      child.price === null ? null : renderDecimal(child.price),
      child.tif,
      child.expiresAt,
    ],
    [String(next.qty), next.price, next.tif ?? 'GTD', next.tif === undefined ? expiresAt : null],
    what,
  );
}

for (const name of ['STOP with a price', 'STOP without a price'])
  test(`${name}: a trigger that is met now is refused before it has fired, and accepted after`, async () => {
    const kind = KINDS[name];
    assert.ok(kind !== undefined);
    for (const outcome of ['YES', 'NO'] as const) {
      const situation = new Situation(kind, outcome);
      await situation.open(false);
      const { complexOrders } = situation.harness.oms;
      const amend = async (trigger_price: string) =>
        resultCode(await complexOrders.amend(TRADER, situation.id, { params: { trigger_price } }));
      assert.equal(await amend('0.48'), 'trigger_already_met', outcome);
      await fire(situation);
      assert.deepEqual([await amend('0.48'), situation.children.length], ['ok', 1], outcome);
    }
  });
