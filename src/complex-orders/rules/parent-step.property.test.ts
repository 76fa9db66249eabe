import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ParentParams } from '../../contract/model/complex-order-types.ts';
import { type InstrumentId, toChildClientId } from '../../contract/model/ids.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import { isLive, type Order } from '../../contract/model/order.ts';
import { isParentOver, type Parent, type PauseCause } from '../../contract/model/parent.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { applyChild, applyToParent } from '../../domain/complex-orders/parent-projection.ts';
import { accepted, price, qty } from '../../domain/order-state/order.fixture.ts';
import { findExtreme } from '../types/trailing-stop/trailing-stop-rules.ts';
import { EXPIRY, GRID, ICEBERG, newParent, STOP } from './parent-rules.fixture.ts';
import type { ChildTerms, ParentInput } from './parent-rules.ts';
import { type ParentStep, pauseParent, requestEnd, resumeParent, stepParent } from './parent-step.ts';
import { isMetBy } from './rules-of-types.ts';

const TP_SL: ParentParams = {
  type: 'TP_SL',
  attachTo: null,
  takeProfit: price('0.3'),
  stopLoss: { triggerPrice: price('0.5'), price: null, maxSlippage: price('0.05') },
  overlapAfterMs: null,
  maxOutageMs: null,
};
const OVERLAPPING: ParentParams = { ...TP_SL, overlapAfterMs: 5_000 };

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
  limitTarget: null,
  otherLimit: null,
  stop: { triggerPrice: price('0.5'), price: null, maxSlippage: price('0.05') },
  triggerSource: 'TOUCH',
  maxOutageMs: null,
};
const BUY_OTHER = { instrumentId: 1002 as InstrumentId, side: 'BUY', outcome: 'YES' } as const;
const OCO_OF_TWO: ParentParams = { ...OCO, limitTarget: BUY_OTHER };
const TWO_LIMITS: ParentParams = {
  ...OCO,
  limitTarget: { ...BUY_OTHER, instrumentId: 1001 as InstrumentId },
  stop: null,
  otherLimit: { ...BUY_OTHER, price: price('0.2') },
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
  venues: null,
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
  overlaps = 0; // children placed while another one was live
  overfillMax = qty('0');
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
      legs: this.parent.params.type === 'OCO' ? [this.#toLeg(this.#isLive), this.#toLeg(this.#isLive)] : null,
    };
  }

  #toLeg(isUsable: boolean): NonNullable<ParentInput['legs']>[0] {
    return { takes: [], gives: [], fees: null, grid: GRID, notionalMin: null, isUsable };
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
    if (step.cancelReason === 'sibling_filled')
      assert.ok(this.parent.filledQty > 0n, 'only what a sibling has filled ends a child for it');
    for (const id of step.cancels) {
      const order = this.#orders.find((each) => each.id === id);
      assert.ok(order !== undefined);
      this.#put(order, { ...order, pendingAction: 'cancel', cancelReason: step.cancelReason });
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
    const text = {
      ...child.target,
      qty: child.qty,
      price: child.price,
      tif: child.tif,
      parentId: this.parent.id,
    };
    this.#checkLegs(child);
    const clientOrderId = toChildClientId(this.parent.id, this.parent.childCount + 1);
    this.placed += 1;
    this.#put(null, accepted({ ...text, clientOrderId }, [], this.placed));
  }

  #volume(): Qty {
    return (this.#entry.filledQty * 3n) as Qty;
  }

  /** The exit stays within the entry's fills, and the stop loss is sent once the take-profit is over. */
  #checkExit(child: ChildTerms): void {
    const { filledQty, params, triggeredAt } = this.parent;
    const mayOverlap =
      params.type === 'TP_SL' &&
      params.overlapAfterMs !== null &&
      triggeredAt !== null &&
      this.#now >= triggeredAt + params.overlapAfterMs;
    const isAwaited = ({ tif }: Order): boolean => !mayOverlap || tif === 'IOC';
    const live = this.#sumLive(isAwaited);
    assert.ok(filledQty + live + child.qty <= this.#entry.filledQty, 'only what the entry has filled');
    assert.equal(live, 0n, 'one child at a time, except for the take-profit after its time');
    if (this.parent.liveQty > 0n) this.overlaps += 1;
    assert.equal(child.tif === 'IOC', triggeredAt !== null, 'the take-profit rests until the stop fires');
  }

  /** I-P1: with both legs of an OCO resting, each leg and what is filled stay within the quantity; else all together. */
  #checkLegs({ qty: placed, target }: ChildTerms): void {
    const { params, filledQty, qty: whole } = this.parent;
    if (params.type !== 'OCO') return;
    const isOnLeg = ({ instrumentId }: Order): boolean =>
      params.otherLimit === null || instrumentId === target?.instrumentId;
    assert.ok(filledQty + this.#sumLive(isOnLeg) + placed <= whole, 'I-P1: one quantity is shared');
    assert.equal(this.#sumLive(isOnLeg), 0n, 'one child of a leg at a time');
    if (this.parent.liveQty > 0n) this.overlaps += 1;
  }

  #sumLive(counts: (order: Order) => boolean): bigint {
    return this.#orders
      .filter((order) => isLive(order.status) && counts(order))
      .reduce((sum, { legs }) => sum + (legs[0]?.qty ?? 0n) - (legs[0]?.filledQty ?? 0n), 0n);
  }

  /** I-P1 and the sums, recomputed from the children alone. */
  #check(): void {
    const { params, qty: whole } = this.parent;
    const filled = this.#orders.reduce((sum, { legs }) => sum + (legs[0]?.filledQty ?? 0n), 0n);
    const live = this.#sumLive(() => true);
    assert.deepEqual([this.parent.filledQty, this.parent.liveQty], [filled, live]);
    const isTwice = params === OVERLAPPING || params === TWO_LIMITS;
    const most = isTwice ? 2n * whole : whole;
    assert.ok(filled + live <= most, 'I-P1: filled and possibly live stay within qty, or twice qty');
    if (isTwice && live > 0n) this.overfillMax = max(this.overfillMax, (filled + live - whole) as Qty);
    if (this.parent.status === 'CANCELLED' || this.parent.status === 'EXPIRED') assert.equal(live, 0n);
  }
}

const ENTRY = qty('10');
const max = (a: Qty, b: Qty): Qty => (a > b ? a : b);
const min = (a: bigint, b: Qty): Qty => (a < b ? a : b) as Qty;

const KINDS: Readonly<Record<string, ParentParams>> = {
  STOP,
  ICEBERG,
  TP_SL,
  'TP_SL with overlap': OVERLAPPING,
  TRAILING_STOP,
  TWAP,
  OCO,
  'OCO of two contracts': OCO_OF_TWO,
  'OCO of two limits': TWO_LIMITS,
  PEG,
  POV,
  SMART_ROUTE,
};

describe('decisions of a complex order under any sequence of events', () => {
  for (const [name, params] of Object.entries(KINDS)) {
    test(`${name}: its children stay within its quantity, and it never places where it may not`, () => {
      let overlaps = 0;
      let overfillMax = qty('0');
      const runs = fc.property(fc.array(happening, { maxLength: 40 }), (events) => {
        const rehearsal = new Rehearsal(params);
        for (const event of events) rehearsal.happen(event);
        overlaps += rehearsal.overlaps;
        overfillMax = max(overfillMax, rehearsal.overfillMax);
      });
      fc.assert(runs, { numRuns: 1_500, seed: 7 });
      const mayOverfill = params === OVERLAPPING || params === TWO_LIMITS;
      assert.equal(
        overlaps > 0,
        mayOverfill,
        'the runs place while another child is live where that is allowed',
      );
      assert.equal(overfillMax > 0n, mayOverfill);
    });

    test(`${name}: without trouble it fills completely`, () => {
      const rehearsal = new Rehearsal(params);
      rehearsal.happen({ kind: 'entryFill', size: '7' });
      rehearsal.happen({ kind: 'ask', ask: '0.58' });
      rehearsal.happen({ kind: 'entryFill', size: '3' });
      for (let round = 0; round < 20; round += 1) {
        rehearsal.happen({ kind: 'fill', at: 0, size: '7' });
        rehearsal.happen({ kind: 'close', at: 0 });
        rehearsal.happen({ kind: 'close', at: 1 }); // the cancel of the other leg is confirmed
        rehearsal.happen({ kind: 'time' });
      }
      assert.deepEqual([rehearsal.parent.status, rehearsal.parent.filledQty], ['FILLED', qty('10')]);
    });
  }
});
