import assert from 'node:assert/strict';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { isLive, type Order, sumFilledQty } from '../../src/contract/model/order.ts';
import { Exposure } from '../../src/domain/risk/exposure.ts';
import { type OmsHarness, openOms } from '../../src/oms/oms.fixture.ts';
import { qty, ReplacingVenue, toReport } from '../../src/oms/scripted-venue.fixture.ts';
import type { FillSettlement, OrderReport, VenueOutcome } from '../../src/ports/venue.ts';
import { verifyLedger } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A venue that answers on command, so that a change of its state and the report of it are separate steps. */
export class RacingVenue extends ReplacingVenue {
  #held: ((isLost: boolean) => void)[] | null = [];

  constructor(amend: 'native' | 'replace') {
    super({ amend });
    this.onClientId = ({ clientId }) => clientId;
    this.onPlace = (order) => this.#later({ kind: 'report', report: this.keep(toReport(order)) });
    this.onCancel = (clientId) =>
      this.orders.has(clientId)
        ? this.#later({ kind: 'report', report: this.close(clientId) })
        : this.#later({ kind: 'refused', code: 'unknown_order', message: 'no such order' });
    this.onAmend = ({ clientId, price, qty: size }) => this.#amended(clientId, price, size);
  }

  /** Releases every pending answer, or loses it. */
  answer(isLost = false): void {
    const held = this.#held ?? [];
    if (this.#held !== null) this.#held = [];
    for (const release of held) release(isLost);
  }

  /** From now on each call is answered immediately. */
  answerAlways(): void {
    this.answer();
    this.#held = null;
  }

  /** Drops the pending answers, because the calling process has ended. */
  dropAnswers(): void {
    this.#held = [];
  }

  /** Another trader fills the order, even if its cancel was just confirmed: fill and cancel crossed. */
  trade(clientId: VenueClientId, id: string, size: string, settlement: FillSettlement = 'FINAL'): void {
    const report = this.orders.get(clientId);
    const placed = this.placed.find((order) => order.clientId === clientId);
    if (report === undefined || placed === undefined || report.filledQty + qty(size) > report.qty) return;
    this.fill(clientId, id, size, settlement);
  }

  /** Sets the settlement of every fill of an order: final or void. */
  settleAs(clientId: VenueClientId, settlement: FillSettlement): void {
    const report = this.orders.get(clientId);
    if (report === undefined) return;
    this.keep({ ...report, fills: report.fills.map((each) => ({ ...each, settlement })) });
  }

  #later(outcome: VenueOutcome): Promise<VenueOutcome> {
    if (this.#held === null) return Promise.resolve(outcome);
    const silence = { kind: 'unknown', why: 'timeout' } as const;
    return new Promise((resolve) => this.#held?.push((isLost) => resolve(isLost ? silence : outcome)));
  }

  #amended(
    clientId: VenueClientId,
    price: OrderReport['price'],
    size: OrderReport['qty'] | null,
  ): Promise<VenueOutcome> {
    const report = this.orders.get(clientId);
    const isOver =
      report === undefined || report.status !== 'OPEN' || (size ?? report.qty) <= report.filledQty;
    if (isOver) return this.#later({ kind: 'refused', code: 'order_not_open', message: 'not open' });
    const changed = { ...report, price: price ?? report.price, qty: size ?? report.qty };
    return this.#later({ kind: 'report', report: this.keep(changed) });
  }
}

/** One run of a race: a process that may crash and be replaced, and a venue that keeps its state. */
export class RaceRun {
  harness: OmsHarness;
  readonly venue: RacingVenue;
  /** The number of orders sent when the kill switch was acknowledged; null before. */
  sentAtKill: number | null = null;
  readonly mustEnd = new Set<string>(); // orders whose cancel was answered with a 2xx

  private constructor(harness: OmsHarness, venue: RacingVenue) {
    this.harness = harness;
    this.venue = venue;
  }

  static async open(amend: 'native' | 'replace'): Promise<RaceRun> {
    const venue = new RacingVenue(amend);
    return new RaceRun(await openOms({ venue }), venue);
  }

  /** The client ids of the orders that were sent, oldest first. */
  get clientIds(): readonly VenueClientId[] {
    return this.venue.placed.map(({ clientId }) => clientId);
  }

  /** The venue's stream reports the state of each order. */
  publish(): void {
    for (const report of this.venue.orders.values()) this.harness.oms.onVenueReport(this.venue.name, report);
  }

  /** Ends the process as kill -9 does, and starts the next one on the same disk. */
  async crash(): Promise<void> {
    const { market, clock, storage } = this.harness;
    this.venue.dropAnswers();
    this.venue.toReconcile = [...this.venue.orders.values()];
    const next = { market, clock: new ManualClock(clock.now()), storage: await storage.restart() };
    this.harness = await openOms({ ...next, venue: this.venue });
  }

  /** Stops delaying answers and advances the clock until no outcome is pending. */
  async settle(): Promise<void> {
    this.venue.answerAlways();
    this.publish();
    for (let second = 0; second < SETTLE_S_MAX && (second < 2 || this.#isWaiting()); second += 1) {
      await runEventLoop(SETTLE_LOOPS);
      this.harness.clock.advance(1_000);
    }
    await runEventLoop(SETTLE_LOOPS);
  }

  #isWaiting(): boolean {
    const { oms } = this.harness;
    const isPending = ({ status, pendingAction }: Order): boolean =>
      status === 'PENDING_SUBMISSION' || pendingAction !== null;
    return oms.ordersInDoubt > 0 || [...oms.state.orders.values()].some(isPending);
  }
}

const SETTLE_S_MAX = 60;
const SETTLE_LOOPS = 6;

/** Runs that many iterations of the event loop. */
export async function runEventLoop(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Every permutation of the items. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Checks the state after a race: each order equals the venue's record, and every sum equals its parts. */
export function assertConsistent(scene: RaceRun, came: string): void {
  const { oms, storage } = scene.harness;
  const { clientIds, venue } = scene;
  assert.equal(new Set(clientIds).size, clientIds.length, `${came}: I-04: each child is sent once`);
  if (scene.sentAtKill !== null)
    assert.equal(clientIds.length, scene.sentAtKill, `${came}: I-14: nothing after the kill switch`);
  for (const order of oms.state.orders.values()) {
    assertMatchesVenue(order, venue, came);
    assert.ok(!scene.mustEnd.has(order.id) || !isLive(order.status), `${came}: I-16: ${order.id} has ended`);
  }
  const exposure = new Exposure();
  for (const order of oms.state.orders.values()) exposure.replaceOrder(null, order);
  for (const position of oms.state.positions.values()) exposure.replacePosition(null, position);
  for (const pending of oms.state.pendingFills.values()) exposure.addPending(pending, 1n);
  assert.deepEqual(oms.state.exposure.render(), exposure.render(), `${came}: I-12`);
  assert.deepEqual(verifyLedger(storage.database).problems, [], `${came}: I-23`);
}

/** Compares all generations of an order with the venue's state. */
function assertMatchesVenue(order: Order, venue: RacingVenue, came: string): void {
  const number = order.id.slice('ord_'.length);
  const there = [...venue.orders.values()].filter(({ clientId }) => clientId.startsWith(`cb-${number}-`));
  const filled = there
    .flatMap(({ fills }) => fills)
    .reduce((sum, each) => sum + (each.settlement === 'VOID' ? 0n : each.qty), 0n);
  assert.equal(sumFilledQty(order), filled, `${came}: I-09: filled as at the venue`);
  const lives = there.some(({ status }) => status === 'OPEN');
  assert.equal(isLive(order.status), lives, `${came}: I-21: ${order.status} here, live there: ${lives}`);
  assert.equal(order.status === 'FILLED', filled >= order.qty, `${came}: ${order.status} with ${filled}`);
  assert.equal(order.pendingAction, null, `${came}: no action is pending`);
  const routed = there.reduce((sum, each) => sum + (each.status === 'OPEN' ? each.qty : each.filledQty), 0n);
  assert.ok(routed <= qty('15'), `${came}: I-06: ${routed} routed`);
}
