import type { Leg, Order } from '../../src/core/orders/order.ts';
import { isLive } from '../../src/core/orders/order.ts';
import type { DemoOrder } from '../../src/ports/demostore.ts';
import type { World } from '../world/world.ts';

/** I-16, I-21: once faults have stopped for long enough, nothing waits for anything any more. */
export function nothingIsLeftWaiting(world: World, unanswered: number): void {
  const { engine, watch, witness } = world;
  if (engine === null) return witness.violate('I-21', 'the service did not come up');
  witness.expect(engine.failure === null, 'I-21', () => 'storage is still failed');
  witness.expect(engine.ordersInDoubt === 0, 'I-21', () => `${engine.ordersInDoubt} legs are in doubt`);
  witness.expect(unanswered === 0, 'I-21', () => `${unanswered} calls were never answered`);
  for (const order of watch.state.orders.values()) {
    const isWaiting = order.status === 'PENDING_SUBMISSION';
    witness.expect(!isWaiting, 'I-21', () => `${order.id} is still PENDING_SUBMISSION`);
    const { pendingAction: pending } = order;
    const invariant = pending === 'cancel' ? 'I-16' : 'I-21';
    witness.expect(
      pending === null,
      invariant,
      () => `${order.id} ${order.status} still waits for its ${pending}`,
    );
  }
  const isDurable = watch.durableSeq === watch.entries.length;
  witness.expect(isDurable, 'I-22', () => `durable through ${watch.durableSeq} of ${watch.entries.length}`);
}

/** I-20, I-21: every leg is at the venue exactly what our ledger says of it. */
export function legsAgreeWithTheVenue(world: World): void {
  const { watch, demoDisk, witness, sends } = world;
  const ours = new Set<string>();
  for (const order of watch.state.orders.values()) {
    for (const leg of order.legs) {
      ours.add(leg.clientId);
      const wrong = differenceOf(order, leg, demoDisk.orders.get(leg.clientId));
      witness.expect(
        wrong === null,
        isLive(leg.status) ? 'I-21' : 'I-20',
        () => `${leg.clientId} is ${leg.status} here and ${wrong}`,
      );
    }
  }
  for (const clientId of demoDisk.orders.keys()) {
    if (clientId.startsWith('other-')) continue;
    const isKnown = ours.has(clientId) && sends.placed.has(clientId);
    witness.expect(isKnown, 'I-04', () => `the venue has ${clientId}, which we never sent`);
  }
}

/** What the venue says otherwise, in words; null when it agrees. */
function differenceOf(order: Order, leg: Leg, truth: DemoOrder | undefined): string | null {
  if (truth === undefined) return leg.filledQty === 0n && !isLive(leg.status) ? null : 'not known there';
  if (truth.filledQty !== leg.filledQty) return `filled ${truth.filledQty} there, ${leg.filledQty} here`;
  if (!isLive(leg.status)) return truth.status === leg.status ? null : `${truth.status} there`;
  if (truth.status !== 'OPEN') return `${truth.status} there`;
  if (truth.price !== leg.price || truth.qty !== leg.qty) {
    return `${truth.qty} @ ${truth.price} there, ${leg.qty} @ ${leg.price} here`;
  }
  const isSameLife = truth.tif === order.tif && truth.expiresAt === order.expiresAt;
  return isSameLife ? null : `${truth.tif} ${truth.expiresAt} there, ${order.tif} ${order.expiresAt} here`;
}

/** I-11: the venue's trades of our orders and our fills are the same, one for one. */
export function fillsAgreeWithTheVenue(world: World): void {
  const { watch, demoDisk, witness } = world;
  const recorded = new Set<string>();
  for (const order of watch.state.orders.values()) {
    for (const { leg, clientId } of order.legs) {
      for (const trade of demoDisk.fills.get(clientId) ?? [])
        recorded.add(`${order.id}/${leg}/${trade.venueTradeId}`);
    }
  }
  for (const trade of recorded) {
    witness.expect(
      watch.fills.trades.has(trade),
      'I-11',
      () => `${trade} happened at the venue and is not recorded`,
    );
  }
  for (const trade of watch.fills.trades) {
    witness.expect(recorded.has(trade), 'I-11', () => `${trade} is recorded and never happened`);
  }
}

/** Positions of a resolved market are closed at its result. */
export function resolvedMarketsAreSettled(world: World): void {
  const { watch, market, witness } = world;
  for (const { instrumentId, net } of watch.state.positions.values()) {
    const instrument = market?.instrument(instrumentId) ?? null;
    const isOver = instrument?.status === 'SETTLED';
    witness.expect(
      !isOver,
      'I-10',
      () => `${net} of ${instrument?.ticker} is held and the market is settled`,
    );
  }
}

const TIMERS_MAX = 40;

/** I-31: after all of it memory is bounded by settings, not by what happened. */
export function memoryIsBounded(world: World): void {
  const { engine, options, service, witness } = world;
  if (engine === null) return;
  const ended = [...engine.state.orders.values()].filter(({ status }) => !isLive(status)).length;
  // One more may be there: the last that somebody asked for.
  const isBounded = ended <= options.terminalInMemoryMax + 1;
  witness.expect(
    isBounded,
    'I-31',
    () => `${ended} ended orders in memory, ${options.terminalInMemoryMax} allowed`,
  );
  const { timersWaiting } = service.clock;
  witness.expect(timersWaiting <= TIMERS_MAX, 'I-31', () => `${timersWaiting} timers wait`);
}
