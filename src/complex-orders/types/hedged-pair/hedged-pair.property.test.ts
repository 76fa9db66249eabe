import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ParamsOf } from '../../../contract/model/complex-order-types.ts';
import { NO_FEES } from '../../../contract/model/fee-schedule.ts';
import { type InstrumentId, toChildClientId } from '../../../contract/model/ids.ts';
import { type Notional, ONE, type Price, type Qty, renderNotional } from '../../../contract/model/money.ts';
import { isLive, type Order, type Side, sumFilledQty } from '../../../contract/model/order.ts';
import { isParentOver, type Parent } from '../../../contract/model/parent.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { findImbalance, findWorstImbalance, NO_PAIR } from '../../../domain/complex-orders/pair-sums.ts';
import { applyChild, applyToParent } from '../../../domain/complex-orders/parent-projection.ts';
import { accepted, price, qty } from '../../../domain/order-state/order.fixture.ts';
import { newParent } from '../../rules/parent-rules.fixture.ts';
import type { ChildTerms, ParentInput } from '../../rules/parent-rules.ts';
import {
  type ParentStep,
  pauseParent,
  requestEnd,
  resumeParent,
  stepParent,
} from '../../rules/parent-step.ts';

const FIRST = 1001 as InstrumentId;
const SECOND = 1002 as InstrumentId;

const PAIR: ParamsOf<'HEDGED_PAIR'> = {
  type: 'HEDGED_PAIR',
  first: { instrumentId: FIRST, side: 'BUY', outcome: 'YES', price: price('0.6') },
  second: { instrumentId: SECOND, side: 'BUY', outcome: 'NO', price: price('0.6') },
  minEdge: price('0.02'),
  mode: 'SEQUENTIAL',
  unhedgedQtyMax: qty('4'),
  unhedgedMsMax: 5_000,
  onLegRisk: 'CHASE',
  chasePrice: price('1.05'),
  acceptSettlementRisk: false,
  maxOutageMs: null,
};

const newPair = (params: ParamsOf<'HEDGED_PAIR'>): Parent =>
  newParent(params, {
    pair: NO_PAIR,
    instrumentId: FIRST,
    side: params.first.side,
    outcome: params.first.outcome,
    price: null,
    tif: 'GTC',
    expiresAt: null,
    status: 'WORKING',
  });

/** What can happen between two decisions. `at` chooses the child, 0 the newest one. */
type Happening =
  | { readonly kind: 'price'; readonly isSecond: boolean; readonly ask: string | null }
  | { readonly kind: 'fill' | 'void'; readonly at: number; readonly size: string }
  | { readonly kind: 'close' | 'reject' | 'late'; readonly at: number }
  | { readonly kind: 'time' | 'kill' | 'resume' | 'restart' | 'cancel' };

const at = fc.constantFrom(0, 0, 0, 1, 2);
const size = fc.constantFrom('1', '2', '3', '7');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      isSecond: fc.boolean(),
      ask: fc.constantFrom('0.4', '0.45', '0.5', '0.55', '0.9', null),
    }) as fc.Arbitrary<Happening>,
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('fill', 'fill', 'fill', 'void' as const),
      at,
      size,
    }) as fc.Arbitrary<Happening>,
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('close', 'close', 'reject', 'late' as const),
      at,
    }) as fc.Arbitrary<Happening>,
  },
  fc.record({
    kind: fc.constantFrom('time', 'time', 'kill', 'resume', 'restart' as const),
  }) as fc.Arbitrary<Happening>,
);

/** A pair with two markets around it. It checks the invariants after each change. */
class PairRehearsal {
  parent: Parent;
  readonly orders: Order[] = [];
  readonly #params: ParamsOf<'HEDGED_PAIR'>;
  #asks: [Price | null, Price | null] = [price('0.45'), price('0.5')];
  #isKilled = false;
  #mayPlace = true;
  #isExcused = false; // a void or a late fill exceeded what was known
  #now = 1_000 as TimestampMs;

  constructor(params: ParamsOf<'HEDGED_PAIR'>) {
    this.#params = params;
    this.parent = newPair(params);
    this.#decide();
  }

  happen(event: Happening): void {
    this.#change(event);
    this.#decide();
  }

  #decide(): void {
    for (let step = this.#next(); step !== null; step = this.#next()) this.#take(step);
  }

  #change(event: Happening): void {
    const isOpen = !isParentOver(this.parent.status) && this.parent.status !== 'CANCELLING';
    switch (event.kind) {
      case 'price': {
        const ask = event.ask === null ? null : price(event.ask);
        this.#asks = event.isSecond ? [this.#asks[0], ask] : [ask, this.#asks[1]];
        return;
      }
      case 'time':
        this.#now = (this.#now + 3_000) as TimestampMs;
        this.#mayPlace = true;
        return;
      case 'kill':
        this.#isKilled = !this.#isKilled;
        if (this.#isKilled && isOpen) this.#take(pauseParent(this.parent, 'kill_switch', this.#now));
        return;
      case 'resume':
        if (this.parent.status === 'PAUSED' && !this.#isKilled)
          this.#take(resumeParent(this.parent, this.parent.keyId));
        return;
      case 'cancel':
        if (isOpen) this.#take(requestEnd(this.parent, 'CANCELLED', 'user_cancel'));
        return;
      case 'restart':
        this.#mayPlace = false;
        return;
      case 'close':
      case 'fill':
      case 'late':
      case 'reject':
      case 'void':
        return this.#changeChild(event);
    }
  }

  #changeChild(event: Extract<Happening, { readonly at: number }>): void {
    const order = this.orders.at(-1 - event.at);
    const [leg] = order?.legs ?? [];
    if (order === undefined || leg === undefined) return;
    const left = (leg.qty - leg.filledQty) as Qty;
    if (event.kind === 'void') {
      if (leg.filledQty < qty(event.size) || isLive(order.status)) return;
      this.#isExcused = true;
      const atVenue = { qty: leg.qty, takenQty: leg.qty };
      const filledQty = (leg.filledQty - qty(event.size)) as Qty;
      return this.#put(order, {
        ...order,
        legs: [{ ...leg, filledQty, filledNotional: this.#cost(order, filledQty), atVenue }],
      });
    }
    if (event.kind === 'late') {
      if (order.status !== 'CANCELLED' || left === 0n) return;
      this.#isExcused = true;
      return this.#set(order, 'FILLED', leg.qty);
    }
    if (!isLive(order.status)) return;
    if (event.kind === 'fill') {
      const filled = (leg.filledQty + (qty(event.size) < left ? qty(event.size) : left)) as Qty;
      return this.#set(order, filled === leg.qty ? 'FILLED' : 'PARTIAL', filled);
    }
    if (event.kind === 'reject')
      return leg.filledQty === 0n ? this.#set(order, 'REJECTED', 0n as Qty) : undefined;
    return this.#set(order, 'CANCELLED', leg.filledQty);
  }

  #cost = (order: Order, filledQty: Qty): Notional => ((order.price ?? 0n) * filledQty) as Notional;

  #set(order: Order, status: Order['status'], filledQty: Qty): void {
    const filledNotional = this.#cost(order, filledQty);
    this.#put(order, {
      ...order,
      status,
      legs: order.legs.map((leg) => ({ ...leg, status, filledQty, filledNotional })),
    });
  }

  #put(before: Order | null, after: Order): void {
    if (before === null) this.orders.push(after);
    else this.orders[this.orders.indexOf(before)] = after;
    this.parent = applyChild(this.parent, before, after, this.#now);
    this.#check();
  }

  #next(): ParentStep | null {
    return stepParent(this.parent, this.#input());
  }

  #input(): ParentInput {
    const [first, second] = this.#asks;
    const isBalanced = this.parent.pair === null || findImbalance(this.parent.pair) === 0n;
    const isLive = isBalanced ? first !== null && second !== null : first !== null || second !== null;
    const obstacle = this.#isKilled ? 'kill_switch' : isLive ? null : 'no_live_book';
    return {
      now: this.#now,
      touch: isLive ? { bid: null, ask: first ?? second } : null,
      watched: null,
      isMet: false,
      isConfirmed: false,
      obstacle,
      obstacleSince: null,
      isMarketClosed: false,
      isMarketOpen: true,
      isDue: this.parent.nextAt === null || this.#now >= this.parent.nextAt,
      mayPlace: this.#mayPlace,
      random: 0.5,
      extreme: null,
      entry: null,
      grid: GRID,
      gain: null,
      canAmend: false,
      volume: qty('0'),
      legs: [this.#toLeg(this.#params.first.side, first), this.#toLeg(this.#params.second.side, second)],
    };
  }

  #toLeg(side: Side, ask: Price | null) {
    const bid = ask === null ? null : ((ask - price('0.01')) as Price);
    const level = (at: Price | null) => (at === null ? [] : [{ price: at, qty: qty('6') }]);
    const [takes, gives] = side === 'BUY' ? [ask, bid] : [bid, ask];
    return {
      takes: level(takes),
      gives: level(gives),
      fees: NO_FEES,
      grid: GRID,
      notionalMin: null,
      isUsable: true,
    };
  }

  #take(step: ParentStep): void {
    const { decision, state, child } = step;
    const event = {
      type: 'ParentDecided',
      parentId: this.parent.id,
      decision,
      state,
      book: null,
      detail: null,
    } as const;
    this.parent = applyToParent(this.parent, event, this.#now);
    for (const id of step.cancels) {
      const order = this.orders.find((each) => each.id === id);
      assert.ok(order !== undefined);
      this.#put(order, { ...order, pendingAction: 'cancel', cancelReason: 'complex_order' });
    }
    if (child !== null) this.#place(child);
  }

  #place({ qty: size, price: limit, tif, target }: ChildTerms): void {
    assert.ok(!this.#isKilled && this.#mayPlace, 'it may not place now');
    assert.ok(target !== undefined && tif === 'IOC', 'each child of a pair is IOC on one leg');
    const onLeg = this.orders.filter(
      ({ instrumentId, status }) => instrumentId === target.instrumentId && isLive(status),
    );
    assert.equal(onLeg.length, 0, 'nothing more is sent on a leg in doubt');
    const clientOrderId = toChildClientId(this.parent.id, this.parent.childCount + 1);
    const { instrumentId, side, outcome } = target;
    const terms = { qty: size, price: limit, tif, instrumentId, side, outcome, clientOrderId };
    this.#put(null, accepted({ ...terms, parentId: this.parent.id }, [], this.orders.length + 1));
  }

  /** The bound, recomputed from the orders alone. */
  #check(): void {
    const reach = [FIRST, SECOND].map((id) => this.#reach(id));
    const [first, second] = reach;
    assert.ok(first !== undefined && second !== undefined && this.parent.pair !== null);
    const worst = [first.most - second.least, second.most - first.least].reduce((a, b) => (a > b ? a : b));
    assert.equal(findWorstImbalance(this.parent.pair), worst);
    if (this.#isExcused) return;
    assert.ok(worst <= this.#params.unhedgedQtyMax, `I-H1: the legs may differ by ${worst}`);
    for (const { most } of reach) assert.ok(most <= this.parent.qty, 'I-P1: a leg stays within qty');
    this.#checkCost();
  }

  #reach(id: InstrumentId): { readonly least: bigint; readonly most: bigint } {
    let [least, most] = [0n, 0n];
    for (const { instrumentId, side, status, legs } of this.orders) {
      const [leg] = legs;
      if (instrumentId !== id || leg === undefined) continue;
      const live = isLive(status) ? leg.qty - leg.filledQty : 0n;
      if (side === 'BUY') [least, most] = [least + leg.filledQty, most + leg.filledQty + live];
      else [least, most] = [least - leg.filledQty - live, most - leg.filledQty];
    }
    return { least, most };
  }

  /** I-H2: on average no set costs more than CHASE allows, or without it more than `min_edge` allows. */
  #checkCost(): void {
    const { pair } = this.parent;
    assert.ok(pair !== null);
    const isUnwound = this.orders.some(({ side }) => side === 'SELL');
    if (isUnwound) return;
    const { onLegRisk, chasePrice, minEdge } = this.#params;
    const sets = pair.first.filledQty < pair.second.filledQty ? pair.first.filledQty : pair.second.filledQty;
    const most = onLegRisk === 'CHASE' ? (chasePrice ?? ONE) : ONE - minEdge;
    assert.ok(
      pair.first.cost + pair.second.cost - pair.openCost <= most * sets,
      'I-H2: a set costs too much',
    );
  }
}

const GRID: ParentInput['grid'] = {
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
  qtyStep: qty('1'),
  qtyMin: qty('1'),
};

const VARIANTS: readonly ParamsOf<'HEDGED_PAIR'>[] = [
  PAIR,
  { ...PAIR, mode: 'SIMULTANEOUS' },
  { ...PAIR, onLegRisk: 'UNWIND' },
  { ...PAIR, mode: 'SIMULTANEOUS', onLegRisk: 'HOLD', chasePrice: null },
];

describe('a hedged pair under any sequence of events', () => {
  for (const params of VARIANTS) {
    const name = `${params.mode} ${params.onLegRisk}`;
    test(`${name}: the legs never differ by more than the bound, nor cost more than allowed`, () => {
      let [placed, sold] = [0, 0];
      const runs = fc.property(fc.array(happening, { minLength: 20, maxLength: 60 }), (events) => {
        const rehearsal = new PairRehearsal(params);
        for (const event of events) rehearsal.happen(event);
        placed += rehearsal.orders.length;
        sold += rehearsal.orders.filter(({ side }) => side === 'SELL').length;
      });
      fc.assert(runs, { numRuns: 1_500, seed: 7 });
      assert.ok(placed > 3_000, `only ${placed} children were placed`);
      if (params.onLegRisk !== 'HOLD') assert.ok(sold > 20, `only ${sold} sold a leg back`);
    });

    test(`${name}: without trouble it fills completely, and both legs are equal`, () => {
      const rehearsal = new PairRehearsal(params);
      for (let round = 0; round < 30; round += 1) {
        rehearsal.happen({ kind: 'fill', at: 1, size: '7' });
        rehearsal.happen({ kind: 'fill', at: 0, size: '7' });
        rehearsal.happen({ kind: 'time' });
      }
      const { status, filledQty, pair } = rehearsal.parent;
      assert.deepEqual([status, filledQty, pair?.second.filledQty], ['FILLED', qty('10'), qty('10')]);
    });
  }

  test('a fee that is not known counts as the highest published one, not as none', () => {
    const rehearsal = new PairRehearsal(PAIR);
    rehearsal.happen({ kind: 'fill', at: 0, size: '4' });
    const child = rehearsal.orders[0] ?? assert.fail('a child');
    const { pair } = applyChild(
      rehearsal.parent,
      child,
      { ...child, fees: null },
      rehearsal.parent.updatedAt,
    );
    assert.deepEqual([child.fees, sumFilledQty(child), child.legs[0]?.price], [0n, qty('4'), price('0.45')]);
    assert.equal(renderNotional(pair?.first.fees ?? (0n as Notional)), '0.0693', '4 × 0.07 × 0.45 × 0.55');
  });

  test('a voided fill of a filled pair reopens it, and its leg is bought again', () => {
    const rehearsal = new PairRehearsal(PAIR);
    for (let round = 0; round < 30; round += 1) {
      rehearsal.happen({ kind: 'fill', at: 0, size: '7' });
      rehearsal.happen({ kind: 'time' });
    }
    assert.equal(rehearsal.parent.status, 'FILLED');
    const count = rehearsal.orders.length;
    rehearsal.happen({ kind: 'void', at: 0, size: '2' });
    assert.equal(rehearsal.parent.status, 'WORKING');
    assert.deepEqual(
      rehearsal.orders.slice(count).map((order) => order.qty),
      [qty('2')],
    );
    assert.equal(rehearsal.orders.at(-1)?.instrumentId, rehearsal.orders.at(-2)?.instrumentId);
  });
});
