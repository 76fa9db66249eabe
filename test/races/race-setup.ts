import assert from 'node:assert/strict';
import type { VenueClientId } from '../../src/domain/model/ids.ts';
import { isLive, type Order, sumFilledQty } from '../../src/domain/model/order.ts';
import { Exposure } from '../../src/domain/risk/exposure.ts';
import { type OmsHarness, openOms } from '../../src/oms/oms.fixture.ts';
import { qty, ReplacingVenue, toReport } from '../../src/oms/scripted-venue.fixture.ts';
import type { FillSettlement, OrderReport, VenueOutcome } from '../../src/ports/venue.ts';
import { verifyLedger } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A venue with its own state that answers when allowed: what happens there and what is reported are separate. */
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

  /** Every answer that is under way arrives, or is given up on: silence. */
  answer(isLost = false): void {
    const held = this.#held ?? [];
    if (this.#held !== null) this.#held = [];
    for (const release of held) release(isLost);
  }

  /** Answers at once from here on. */
  answerAlways(): void {
    this.answer();
    this.#held = null;
  }

  /** The calling process is gone: answers under way reach no process. */
  forget(): void {
    this.#held = [];
  }

  /** Another trader trades with the order, also if its cancel has just been confirmed: the two crossed. */
  trade(clientId: VenueClientId, id: string, size: string, settlement: FillSettlement = 'FINAL'): void {
    const report = this.orders.get(clientId);
    const placed = this.placed.find((order) => order.clientId === clientId);
    if (report === undefined || placed === undefined || report.filledQty + qty(size) > report.qty) return;
    this.fill(clientId, id, size, settlement);
  }

  /** The trades of an order settle, or never were. */
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

/** One run of a race: a process that may be replaced, before a venue that stays. */
export class Scene {
  harness: OmsHarness;
  readonly venue: RacingVenue;
  /** Orders at the venue when the kill switch was answered; null while it was not. */
  sentAtKill: number | null = null;
  readonly mustEnd = new Set<string>(); // orders whose cancel was answered with a 2xx

  private constructor(harness: OmsHarness, venue: RacingVenue) {
    this.harness = harness;
    this.venue = venue;
  }

  static async open(amend: 'native' | 'replace'): Promise<Scene> {
    const venue = new RacingVenue(amend);
    return new Scene(await openOms({ venue }), venue);
  }

  /** What our own names at the venue are, oldest first. */
  get names(): readonly VenueClientId[] {
    return this.venue.placed.map(({ clientId }) => clientId);
  }

  /** The venue's stream reports the state of each order. */
  publish(): void {
    for (const report of this.venue.orders.values()) this.harness.oms.onVenueReport(this.venue.name, report);
  }

  /** kill -9, and the next process on the same disk. */
  async crash(): Promise<void> {
    const { market, clock, storage } = this.harness;
    this.venue.forget();
    this.venue.toReconcile = [...this.venue.orders.values()];
    const next = { market, clock: new ManualClock(clock.now()), storage: await storage.restart() };
    this.harness = await openOms({ ...next, venue: this.venue });
  }

  /** No more trouble, and time until nothing is waited for. */
  async calm(): Promise<void> {
    this.venue.answerAlways();
    this.publish();
    for (let second = 0; second < CALM_S_MAX && (second < 2 || this.#isWaiting()); second += 1) {
      await turns(CALM_TURNS);
      this.harness.clock.advance(1_000);
    }
    await turns(CALM_TURNS);
  }

  #isWaiting(): boolean {
    const { oms } = this.harness;
    const isPending = ({ status, pendingAction }: Order): boolean =>
      status === 'PENDING_SUBMISSION' || pendingAction !== null;
    return oms.ordersInDoubt > 0 || [...oms.state.orders.values()].some(isPending);
  }
}

const CALM_S_MAX = 60;
const CALM_TURNS = 6;

/** What is ready happens, and what that makes ready. */
export async function turns(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Every order in which the items can come. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** What holds after every race: each order is as its venue has it, every sum is what it counts. */
export function assertSound(scene: Scene, came: string): void {
  const { oms, storage } = scene.harness;
  const { names, venue } = scene;
  assert.equal(new Set(names).size, names.length, `${came}: I-04: each child is sent once`);
  if (scene.sentAtKill !== null)
    assert.equal(names.length, scene.sentAtKill, `${came}: I-14: nothing after the kill switch`);
  for (const order of oms.state.orders.values()) {
    assertAgrees(order, venue, came);
    assert.ok(!scene.mustEnd.has(order.id) || !isLive(order.status), `${came}: I-16: ${order.id} has ended`);
  }
  const exposure = new Exposure();
  for (const order of oms.state.orders.values()) exposure.replaceOrder(null, order);
  for (const position of oms.state.positions.values()) exposure.replacePosition(null, position);
  for (const pending of oms.state.pendingFills.values()) exposure.addPending(pending, 1n);
  assert.deepEqual(oms.state.exposure.render(), exposure.render(), `${came}: I-12`);
  assert.deepEqual(verifyLedger(storage.database).problems, [], `${came}: I-23`);
}

/** All generations of an order, by the venue's own state. */
function assertAgrees(order: Order, venue: RacingVenue, came: string): void {
  const number = order.id.slice('ord_'.length);
  const there = [...venue.orders.values()].filter(({ clientId }) => clientId.startsWith(`cb-${number}-`));
  const filled = there
    .flatMap(({ fills }) => fills)
    .reduce((sum, each) => sum + (each.settlement === 'VOID' ? 0n : each.qty), 0n);
  assert.equal(sumFilledQty(order), filled, `${came}: I-09: filled as at the venue`);
  const lives = there.some(({ status }) => status === 'OPEN');
  assert.equal(isLive(order.status), lives, `${came}: I-21: ${order.status} here, live there: ${lives}`);
  assert.equal(order.status === 'FILLED', filled >= order.qty, `${came}: ${order.status} with ${filled}`);
  assert.equal(order.pendingAction, null, `${came}: nothing is left waiting`);
  const routed = there.reduce((sum, each) => sum + (each.status === 'OPEN' ? each.qty : each.filledQty), 0n);
  assert.ok(routed <= qty('15'), `${came}: I-06: ${routed} routed`);
}
