import { complement, type Price } from '../../src/domain/model/money.ts';
import { isLive, type Leg, type Order, remainingQty } from '../../src/domain/model/order.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { tradeOf } from '../environment/transition-checker.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { fillsAgreeWithDemo } from './demo-checks.ts';
import { externalsAgree } from './external-venue-checks.ts';

/**
 * What must become so once faults have stopped: nothing waits, and each venue's own truth is ours.
 *
 * @param unanswered  calls of the crowd that have no answer yet
 * @param witness     hears what is not so (yet)
 */
export function allIsAtRest(
  world: SimulationEnvironment,
  unanswered: number,
  witness: InvariantMonitor,
): void {
  nothingIsLeftWaiting(world, unanswered, witness);
  legsAgreeWithTheVenue(world, witness);
  fillsAgreeWithDemo(world, witness);
  externalsAgree(world, witness);
  resolvedMarketsAreSettled(world, witness);
}

/** I-16, I-21: once faults have stopped for long enough, nothing waits for anything any more. */
function nothingIsLeftWaiting(
  { engine, watch }: SimulationEnvironment,
  unanswered: number,
  witness: InvariantMonitor,
): void {
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
function legsAgreeWithTheVenue(world: SimulationEnvironment, witness: InvariantMonitor): void {
  const { watch, demoDisk, sends } = world;
  const ours: ReadonlySet<string> = new Set(watch.names.keys());
  const past = pastOf(world);
  for (const order of watch.state.orders.values()) {
    for (const leg of order.legs) {
      const wrong = differenceOf(order, leg, world.truthOf(leg.clientId), past(order, leg));
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

/** What the venue has of a leg beside its present generation. */
export interface Past {
  readonly filledQty: bigint; // by earlier generations
  readonly voidedQty: bigint; // of all of them
  readonly live: string | null; // an earlier generation that is open there, against all proof
}

function pastOf(world: SimulationEnvironment): (order: Order, leg: Leg) => Past {
  const { names, fills } = world.watch;
  return ({ id }, { leg, generation }) => {
    let filledQty = 0n;
    let live: string | null = null;
    for (const [clientId, named] of names) {
      const isEarlier = named.orderId === id && named.leg === leg && named.generation < generation;
      const there = isEarlier ? world.truthOf(clientId) : undefined;
      filledQty += there?.filledQty ?? 0n;
      if (there?.status === 'OPEN') live = clientId;
    }
    const gone = fills.all.filter((fill) => fill.orderId === id && fill.leg === leg && fill.voids === null);
    const voided = gone.filter((fill) => fills.voided.has(tradeOf(fill)));
    return { filledQty, voidedQty: voided.reduce((sum, { qty }) => sum + qty, 0n), live };
  };
}

/** What the venue says otherwise, in words; null when it agrees. */
export function differenceOf(
  order: Order,
  leg: Leg,
  truth: VenueStateOrder | undefined,
  past: Past,
): string | null {
  if (past.live !== null) return `${past.live} is open there`;
  const filledQty = past.filledQty + (truth?.filledQty ?? 0n) - past.voidedQty;
  if (filledQty !== leg.filledQty) return `filled ${filledQty} there, ${leg.filledQty} here`;
  if (truth === undefined) return isLive(leg.status) ? 'not known there' : null;
  const isShort = truth.status === 'FILLED' && leg.status === 'CANCELLED' && past.voidedQty > 0n;
  // Lowered at a venue that knows no amend: what crossed the cancel has reached the new total, which it never heard.
  const isReached =
    truth.status === 'CANCELLED' &&
    leg.status === 'FILLED' &&
    leg.filledQty >= leg.qty &&
    truth.filledQty < truth.qty;
  const isUnsent = truth.status === 'REJECTED' && leg.reason === 'replace_interrupted';
  if (!isLive(leg.status)) {
    const isSame = truth.status === 'ENDED' ? leg.status !== 'FILLED' : truth.status === leg.status;
    return isSame || isShort || isReached || isUnsent ? null : `${truth.status} there`;
  }
  if (truth.status !== 'OPEN') return `${truth.status} there`;
  if (priceOf(truth, leg) !== leg.price || truth.qty - truth.filledQty !== remainingQty(leg)) {
    return `${truth.qty} @ ${truth.price} there, ${leg.qty} @ ${leg.price} here`;
  }
  const isSameLife =
    (truth.tif === null || truth.tif === order.tif) && isSameEnd(truth.expiresAt, order.expiresAt);
  return isSameLife ? null : `${truth.tif} ${truth.expiresAt} there, ${order.tif} ${order.expiresAt} here`;
}

const priceOf = ({ price, isYesPrice }: VenueStateOrder, { outcome }: Leg): Price | null =>
  isYesPrice && outcome === 'NO' && price !== null ? complement(price) : price;

/** A venue may keep whole seconds, or not say. */
const isSameEnd = (there: number | null | undefined, here: number | null): boolean =>
  there === undefined ||
  there === here ||
  (there !== null && here !== null && Math.floor(there / 1000) === Math.floor(here / 1000));

/** Positions of a resolved market are closed at its result. */
function resolvedMarketsAreSettled(
  { watch, market }: SimulationEnvironment,
  witness: InvariantMonitor,
): void {
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
export function memoryIsBounded(world: SimulationEnvironment): void {
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
