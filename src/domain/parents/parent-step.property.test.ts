import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type AccountId, type InstrumentId, type KeyId, toChildClientId, toParentId } from '../model/ids.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../model/money.ts';
import { isLive, type Order } from '../model/order.ts';
import { isParentOver, type Parent, type ParentParams, type PauseCause } from '../model/parent.ts';
import type { TimestampMs } from '../model/time.ts';
import { accepted } from '../order-state/order.fixture.ts';
import { applyChild, applyToParent, NO_CHILDREN } from './parent-projection.ts';
import type { ChildTerms, ParentInput } from './parent-rules.ts';
import { type ParentStep, pauseParent, requestEnd, resumeParent, stepParent } from './parent-step.ts';
import { getRules, isMetBy } from './rules-of-types.ts';
import { findExtreme } from './trailing-stop-rules.ts';

const qty = (text: string): Qty => parseQty(text) as Qty;
const price = (text: string): Price => parsePrice(text) as Price;

const STOP: ParentParams = {
  type: 'STOP',
  triggerPrice: price('0.5'),
  triggerSource: 'TOUCH',
  confirmMs: 0,
  maxSlippage: price('0.05'),
  afterPartial: 'REPEAT',
  fireIfMet: false,
  maxOutageMs: null,
};
const ICEBERG: ParentParams = {
  type: 'ICEBERG',
  displayQty: qty('3'),
  reloadDelayMs: 0,
  displayJitter: 0n,
  maxOutageMs: null,
};

const TP_SL: ParentParams = {
  type: 'TP_SL',
  attachTo: null,
  takeProfit: price('0.3'),
  stopLoss: { triggerPrice: price('0.5'), price: null, maxSlippage: price('0.05') },
  maxOutageMs: null,
};

const TRAILING_STOP: ParentParams = {
  type: 'TRAILING_STOP',
  trail: price('0.1'),
  trailPercent: null,
  activationPrice: null,
  triggerSource: 'TOUCH',
  confirmMs: 0,
  maxSlippage: price('0.05'),
  afterPartial: 'REPEAT',
  maxOutageMs: null,
};
const OCO: ParentParams = {
  type: 'OCO',
  limitPrice: price('0.3'),
  stop: { triggerPrice: price('0.5'), price: null, maxSlippage: price('0.05') },
  triggerSource: 'TOUCH',
  maxOutageMs: null,
};
const PEG: ParentParams = {
  type: 'PEG',
  reference: 'FAR',
  offset: price('0'),
  minStayMs: 1_000,
  maxMoves: 5,
  maxOutageMs: null,
};
const POV: ParentParams = {
  type: 'POV',
  participation: qty('0.5'),
  windowMs: 60_000,
  finish: 'CROSS',
  maxOutageMs: null,
};
const SMART_ROUTE: ParentParams = {
  type: 'SMART_ROUTE',
  minImprovement: null,
  minStayMs: 1_000,
  maxMoves: 5,
  maxOutageMs: null,
};
const TWAP: ParentParams = {
  type: 'TWAP',
  durationMs: 600_000,
  slices: 4,
  style: 'PASSIVE',
  catchUp: 'SPREAD',
  finish: 'CROSS',
  maxOutageMs: null,
};

const newParent = (params: ParentParams): Parent => ({
  ...accepted(),
  ...NO_CHILDREN,
  id: toParentId(7),
  accountId: 'acc_1' as AccountId,
  keyId: 'key_1' as KeyId,
  instrumentId: 1001 as InstrumentId,
  idempotencyKey: null,
  side: 'BUY',
  qty: qty('10'),
  qtyText: '10',
  price: getRules(params).price === 'required' ? price('0.6') : null,
  createdAt: 1 as TimestampMs,
  priceText: null,
  tif: 'GTD',
  expiresAt: EXPIRY,
  postOnly: false,
  reduceOnly: false,
  params,
  status: getRules(params).findStatus(
    { triggeredAt: null, progress: getRules(params).start(params) },
    params,
  ),
  progress: getRules(params).start(params),
  reason: null,
  endsAs: null,
  pausedBy: null,
  pausedAt: null,
  needsResume: false,
  triggeredAt: null,
  triggeredBy: null,
  nextAt: null,
  refusals: 0,
  handledChild: 0,
  moves: 0,
  actingKeyId: null,
});

const EXPIRY = 1_000_000 as TimestampMs;

/** What can happen between two decisions. `at` chooses the child, 0 the newest one. */
type Happening =
  | { readonly kind: 'ask'; readonly ask: string | null }
  | { readonly kind: 'book' | 'kill' | 'time' | 'cancel' | 'resume' | 'expire' | 'restart' }
  | { readonly kind: 'fill' | 'void'; readonly at: number; readonly size: string }
  | { readonly kind: 'close' | 'reject' | 'doubt' | 'callerCancel'; readonly at: number }
  | { readonly kind: 'qty' | 'entryFill' | 'entryVoid'; readonly size: string }
  | { readonly kind: 'entryEnd' };

const at = fc.integer({ min: 0, max: 2 });
const size = fc.constantFrom('1', '2', '3', '7');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), ask: fc.constantFrom('0.4', '0.5', '0.58', null) }),
  fc.record({
    kind: fc.constantFrom('book', 'kill', 'time', 'cancel', 'resume', 'expire', 'restart' as const),
  }) as fc.Arbitrary<Happening>,
  fc.record({ kind: fc.constantFrom('fill', 'fill', 'void' as const), at, size }) as fc.Arbitrary<Happening>,
  fc.record({
    kind: fc.constantFrom('close', 'reject', 'doubt', 'callerCancel' as const),
    at,
  }) as fc.Arbitrary<Happening>,
  fc.record({ kind: fc.constant('qty' as const), size: fc.constantFrom('4', '8', '12') }),
  fc.record({
    kind: fc.constantFrom('entryFill', 'entryFill', 'entryFill', 'entryVoid' as const),
    size,
  }) as fc.Arbitrary<Happening>,
  fc.record({ kind: fc.constant('entryEnd' as const) }),
);

/** A parent with venue and market around it. It checks the invariants after each change. */
class Rehearsal {
  parent: Parent;
  placed = 0;
  volumeMax = qty('0');
  readonly #orders: Order[] = [];
  #ask: Price | null = price('0.4');
  #isLive = true;
  #extreme: Price | null = null;
  #entry = { filledQty: qty('0'), isOver: false };
  #isKilled = false;
  #mayPlace = true;
  #now = 1 as TimestampMs;

  constructor(params: ParentParams) {
    this.parent = newParent(params);
  }

  happen(event: Happening): void {
    this.#change(event);
    for (let step = this.#next(); step !== null; step = this.#next()) this.#take(step);
  }

  #change(event: Happening): void {
    switch (event.kind) {
      case 'ask':
        this.#ask = event.ask === null ? null : price(event.ask);
        return;
      case 'book':
        this.#isLive = !this.#isLive;
        return;
      case 'kill':
        this.#isKilled = !this.#isKilled;
        if (this.#isKilled && this.#isOpen()) this.#take(pauseParent(this.parent, 'kill_switch', this.#now));
        return;
      case 'time':
        this.#now = (this.#now + 40_000) as TimestampMs;
        this.#mayPlace = true;
        return;
      case 'restart':
        this.#mayPlace = false;
        this.#extreme = null; // only the journaled one is left
        return;
      case 'expire':
        this.#now = EXPIRY;
        return;
      case 'cancel':
        if (this.#isOpen()) this.#take(requestEnd(this.parent, 'CANCELLED', 'user_cancel'));
        return;
      case 'resume':
        if (this.parent.status === 'PAUSED' && !this.#isKilled)
          this.#take(resumeParent(this.parent, this.parent.keyId));
        return;
      case 'qty':
        return this.#amend(qty(event.size));
      case 'entryFill':
        if (!this.#entry.isOver) this.#entry.filledQty = min(this.#entry.filledQty + qty(event.size), ENTRY);
        return;
      case 'entryVoid':
        this.#entry.filledQty = (
          this.#entry.filledQty > qty(event.size) ? this.#entry.filledQty - qty(event.size) : 0n
        ) as Qty;
        return;
      case 'entryEnd':
        this.#entry.isOver = true;
        return;
      case 'fill':
      case 'void':
      case 'close':
      case 'reject':
      case 'doubt':
      case 'callerCancel':
        return this.#changeChild(event);
    }
  }

  #isOpen(): boolean {
    return !isParentOver(this.parent.status) && this.parent.status !== 'CANCELLING';
  }

  #amend(to: Qty): void {
    if (!this.#isOpen() || to < this.parent.filledQty + this.parent.liveQty) return;
    const terms = { ...this.parent, qty: to };
    this.parent = applyToParent(
      this.parent,
      { type: 'ParentAmended', parentId: this.parent.id, terms },
      this.#now,
    );
  }

  #changeChild(event: Extract<Happening, { readonly at: number }>): void {
    const order = this.#orders.at(-1 - event.at);
    const [leg] = order?.legs ?? [];
    if (order === undefined || leg === undefined) return;
    if (event.kind === 'void') return this.#void(order, qty(event.size));
    if (!isLive(order.status)) return;
    switch (event.kind) {
      case 'fill': {
        const left = leg.qty - leg.filledQty;
        const filled = (leg.filledQty + (qty(event.size) < left ? qty(event.size) : left)) as Qty;
        return this.#set(order, filled === leg.qty ? 'FILLED' : 'PARTIAL', filled);
      }
      case 'close':
        return this.#set(order, 'CANCELLED', leg.filledQty);
      case 'reject':
        return leg.filledQty === 0n ? this.#set(order, 'REJECTED', leg.filledQty) : undefined;
      case 'callerCancel':
        return this.#put(order, { ...order, pendingAction: 'cancel', cancelReason: 'user_cancel' });
      case 'doubt':
        return; // silence changes nothing
    }
  }

  #void(order: Order, size: Qty): void {
    const [leg] = order.legs;
    if (leg === undefined || leg.filledQty < size || isLive(order.status)) return;
    const filled = (leg.filledQty - size) as Qty;
    const atVenue = { qty: leg.qty, takenQty: leg.qty };
    this.#put(order, { ...order, legs: [{ ...leg, filledQty: filled, atVenue }] });
  }

  #set(order: Order, status: Order['status'], filledQty: Qty): void {
    this.#put(order, { ...order, status, legs: order.legs.map((leg) => ({ ...leg, status, filledQty })) });
  }

  #put(before: Order | null, after: Order): void {
    if (before === null) this.#orders.push(after);
    else this.#orders[this.#orders.indexOf(before)] = after;
    this.parent = applyChild(this.parent, before, after, this.#now);
    this.#check();
  }

  #next(): ParentStep | null {
    return stepParent(this.parent, this.#input());
  }

  #input(): ParentInput {
    this.volumeMax = max(this.volumeMax, this.#volume());
    const touch = this.#isLive ? { bid: null, ask: this.#ask } : null;
    const watched = this.#isLive ? this.#ask : null;
    const extreme = this.#seeExtreme(watched);
    const isMet = isMetBy({ ...this.parent, progress: { ...this.parent.progress, extreme } }, watched);
    const obstacle: PauseCause | null = this.#isKilled ? 'kill_switch' : this.#isLive ? null : 'no_live_book';
    return {
      now: this.#now,
      touch,
      watched,
      isMet,
      isConfirmed: isMet,
      obstacle,
      obstacleSince: null,
      isMarketClosed: false,
      isMarketOpen: true,
      isDue: this.parent.nextAt === null || this.#now >= this.parent.nextAt,
      mayPlace: this.#mayPlace,
      random: 0.5,
      extreme: this.#seeExtreme(watched),
      entry: this.parent.params.type === 'TP_SL' ? { ...this.#entry } : null,
      grid: GRID,
      volume: this.#volume(),
      gain: this.placed % 3 === 2 ? null : { saved: (GRID.priceTick * qty('4')) as Notional, qty: qty('4') },
      canAmend: this.placed % 2 === 1,
      legs: null,
    };
  }

  #seeExtreme(watched: Price | null): Price | null {
    const { params, side, progress } = this.parent;
    if (params.type !== 'TRAILING_STOP') return progress.extreme;
    const known = findExtreme({ activationPrice: null }, side, progress.extreme, this.#extreme);
    this.#extreme = findExtreme(params, side, known, watched);
    return this.#extreme;
  }

  #take(step: ParentStep): void {
    const { decision, state, child } = step;
    const wasTriggered = this.parent.triggeredAt;
    const event = {
      type: 'ParentDecided',
      parentId: this.parent.id,
      decision,
      state,
      book: null,
      detail: null,
    } as const;
    this.parent = applyToParent(this.parent, event, this.#now);
    if (wasTriggered !== null) assert.equal(this.parent.triggeredAt, wasTriggered, 'a trigger fires once');
    for (const id of step.cancels) {
      const order = this.#orders.find((each) => each.id === id);
      assert.ok(order !== undefined);
      this.#put(order, { ...order, pendingAction: 'cancel', cancelReason: 'complex_order' });
    }
    if (step.move !== null) this.#move(step.move);
    if (child !== null) this.#place(child);
    this.#check();
  }

  /** The venue confirms the amend at once. */
  #move({ orderId, price: to }: NonNullable<ParentStep['move']>): void {
    const order = this.#orders.find((each) => each.id === orderId);
    assert.ok(order !== undefined && isLive(order.status) && order.pendingAction === null);
    assert.ok(to <= (this.parent.price ?? to), 'no child is worse than the bound');
    this.#put(order, { ...order, price: to });
  }

  #place(child: ChildTerms): void {
    assert.ok(this.#isLive && !this.#isKilled && this.#mayPlace, 'I-P4, I-P5, I-P6: it may not place now');
    assert.ok(this.#now < EXPIRY, 'the expiry wins');
    const { type } = this.parent.params;
    const hasTrigger = type === 'STOP' || type === 'TRAILING_STOP';
    assert.ok(!hasTrigger || this.parent.triggeredAt !== null, 'I-P3');
    if (this.parent.params.type === 'TP_SL') this.#checkExit(child);
    const { filledQty, liveQty, progress } = this.parent;
    if (type === 'POV' && !progress.isReleaseFinal) {
      assert.ok(2n * (filledQty + liveQty + child.qty) <= this.volumeMax, 'the share of the volume');
    }
    const text = { qty: child.qty, price: child.price, tif: child.tif, parentId: this.parent.id };
    const clientOrderId = toChildClientId(this.parent.id, this.parent.childCount + 1);
    this.placed += 1;
    this.#put(null, accepted({ ...text, clientOrderId }, [], this.placed));
  }

  #volume(): Qty {
    return (this.#entry.filledQty * 3n) as Qty;
  }

  /** The exit stays within the entry's fills, and the stop loss is sent once the take-profit is over. */
  #checkExit(child: ChildTerms): void {
    const { filledQty, liveQty, triggeredAt } = this.parent;
    assert.ok(filledQty + liveQty + child.qty <= this.#entry.filledQty, 'only what the entry has filled');
    assert.equal(liveQty, 0n, 'one child at a time');
    assert.equal(child.tif === 'IOC', triggeredAt !== null, 'the take-profit rests until the stop fires');
  }

  /** I-P1 and the sums, recomputed from the children alone. */
  #check(): void {
    const filled = this.#orders.reduce((sum, { legs }) => sum + (legs[0]?.filledQty ?? 0n), 0n);
    const live = this.#orders
      .filter(({ status }) => isLive(status))
      .reduce((sum, { legs }) => sum + (legs[0]?.qty ?? 0n) - (legs[0]?.filledQty ?? 0n), 0n);
    assert.deepEqual([this.parent.filledQty, this.parent.liveQty], [filled, live]);
    assert.ok(filled + live <= this.parent.qty, 'I-P1: filled and possibly live stay within qty');
    if (this.parent.status === 'CANCELLED' || this.parent.status === 'EXPIRED') assert.equal(live, 0n);
  }
}

const ENTRY = qty('10');
const max = (a: Qty, b: Qty): Qty => (a > b ? a : b);
const min = (a: bigint, b: Qty): Qty => (a < b ? a : b) as Qty;

const GRID: ParentInput['grid'] = {
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
  qtyStep: qty('1'),
  qtyMin: qty('1'),
};

describe('decisions of a complex order under any sequence of events', () => {
  for (const params of [STOP, ICEBERG, TP_SL, TRAILING_STOP, TWAP, OCO, PEG, POV, SMART_ROUTE]) {
    test(`${params.type}: its children stay within its quantity, and it never places where it may not`, () => {
      const runs = fc.property(fc.array(happening, { maxLength: 40 }), (events) => {
        const rehearsal = new Rehearsal(params);
        for (const event of events) rehearsal.happen(event);
      });
      fc.assert(runs, { numRuns: 1_500, seed: 7 });
    });

    test(`${params.type}: without trouble it fills completely`, () => {
      const rehearsal = new Rehearsal(params);
      rehearsal.happen({ kind: 'entryFill', size: '7' });
      rehearsal.happen({ kind: 'ask', ask: '0.58' });
      rehearsal.happen({ kind: 'entryFill', size: '3' });
      for (let round = 0; round < 20; round += 1) {
        rehearsal.happen({ kind: 'fill', at: 0, size: '7' });
        rehearsal.happen({ kind: 'close', at: 0 });
        rehearsal.happen({ kind: 'time' });
      }
      assert.deepEqual([rehearsal.parent.status, rehearsal.parent.filledQty], ['FILLED', qty('10')]);
    });
  }
});
