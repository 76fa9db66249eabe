import { complement, type Price } from '../../src/contract/model/money.ts';
import { isLive, type Leg, type Order, remainingQty } from '../../src/contract/model/order.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { toTradeKey } from '../environment/transition-checker.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { checkFillsAgainstDemo } from './demo-checks.ts';
import { checkExternalVenues } from './external-venue-checks.ts';

/**
 * The conditions once faults have stopped: nothing is pending, and our state equals each venue's.
 *
 * @param unanswered  calls of the callers that have no answer yet
 * @param monitor     receives each condition that does not hold (yet)
 */
export function checkAtRest(
  environment: SimulationEnvironment,
  unanswered: number,
  monitor: InvariantMonitor,
): void {
  checkNothingPending(environment, unanswered, monitor);
  environment.quoteChecks.checkEarlier(environment.ledger.state, false, monitor);
  environment.sessionChecks.checkAtRest(environment.ledger.state, monitor);
  checkLegsAgainstVenues(environment, monitor);
  checkFillsAgainstDemo(environment, monitor);
  checkExternalVenues(environment, monitor);
  checkResolvedMarkets(environment, monitor);
}

/** I-16, I-21: once faults have stopped for long enough, nothing is pending. */
function checkNothingPending(
  { engine, ledger }: SimulationEnvironment,
  unanswered: number,
  monitor: InvariantMonitor,
): void {
  if (engine === null) return monitor.violate('I-21', 'the service did not start');
  monitor.expect(engine.failure === null, 'I-21', () => 'storage is still failed');
  monitor.expect(engine.ordersInDoubt === 0, 'I-21', () => `${engine.ordersInDoubt} legs are in doubt`);
  monitor.expect(unanswered === 0, 'I-21', () => `${unanswered} calls were never answered`);
  for (const order of ledger.state.orders.values()) {
    const isWaiting = order.status === 'PENDING_SUBMISSION';
    monitor.expect(!isWaiting, 'I-21', () => `${order.id} is still PENDING_SUBMISSION`);
    const { pendingAction: pending } = order;
    const invariant = pending === 'cancel' ? 'I-16' : 'I-21';
    monitor.expect(
      pending === null,
      invariant,
      () => `${order.id} ${order.status} still waits for its ${pending}`,
    );
  }
  const isDurable = ledger.durableSeq === ledger.entries.length;
  monitor.expect(isDurable, 'I-22', () => `durable through ${ledger.durableSeq} of ${ledger.entries.length}`);
}

/** I-20, I-21: every leg at the venue equals our record of it. */
function checkLegsAgainstVenues(environment: SimulationEnvironment, monitor: InvariantMonitor): void {
  const { ledger, demoDisk, sends } = environment;
  const ours: ReadonlySet<string> = new Set(ledger.legsByClientId.keys());
  const past = createPreviousReader(environment);
  for (const order of ledger.state.orders.values()) {
    for (const leg of order.legs) {
      const wrong = findDifference(order, leg, environment.findOrderAtVenue(leg.clientId), past(order, leg));
      monitor.expect(
        wrong === null,
        isLive(leg.status) ? 'I-21' : 'I-20',
        () => `${leg.clientId} is ${leg.status} in our records and ${wrong}`,
      );
    }
  }
  for (const clientId of demoDisk.orders.keys()) {
    if (clientId.startsWith('other-')) continue;
    const isKnown = ours.has(clientId) && sends.placed.has(clientId);
    monitor.expect(isKnown, 'I-04', () => `the venue has ${clientId}, which we never sent`);
  }
}

/** The venue's record of a leg in generations other than the present one. */
export interface PreviousGenerations {
  readonly filledQty: bigint; // by previous generations
  readonly voidedQty: bigint; // of all of them
  readonly live: string | null; // a previous generation that is open at the venue, although it was proven closed
}

function createPreviousReader(
  environment: SimulationEnvironment,
): (order: Order, leg: Leg) => PreviousGenerations {
  const { legsByClientId, fills } = environment.ledger;
  return ({ id }, { leg, generation }) => {
    let filledQty = 0n;
    let live: string | null = null;
    for (const [clientId, named] of legsByClientId) {
      const isEarlier = named.orderId === id && named.leg === leg && named.generation < generation;
      const there = isEarlier ? environment.findOrderAtVenue(clientId) : undefined;
      filledQty += there?.filledQty ?? 0n;
      if (there?.status === 'OPEN') live = clientId;
    }
    const gone = fills.all.filter((fill) => fill.orderId === id && fill.leg === leg && fill.voids === null);
    const voided = gone.filter((fill) => fills.voided.has(toTradeKey(fill)));
    return { filledQty, voidedQty: voided.reduce((sum, { qty }) => sum + qty, 0n), live };
  };
}

/** The difference to the venue's record; null if they agree. */
export function findDifference(
  order: Order,
  leg: Leg,
  atVenue: VenueStateOrder | undefined,
  past: PreviousGenerations,
): string | null {
  if (past.live !== null) return `${past.live} is open at the venue`;
  const filledQty = past.filledQty + (atVenue?.filledQty ?? 0n) - past.voidedQty;
  if (filledQty !== leg.filledQty) return `filled ${filledQty} at the venue, ${leg.filledQty} in our records`;
  if (atVenue === undefined) return isLive(leg.status) ? 'not known at the venue' : null;
  const isShort = atVenue.status === 'FILLED' && leg.status === 'CANCELLED' && past.voidedQty > 0n;
  // Lowered at a venue without native amend: fills that crossed the cancel reached the new total, unknown to the venue.
  const isReached =
    (atVenue.status === 'CANCELLED' || atVenue.status === 'ENDED') &&
    leg.status === 'FILLED' &&
    leg.filledQty >= leg.qty &&
    atVenue.filledQty < atVenue.qty;
  const isUnsent = atVenue.status === 'REJECTED' && leg.reason === 'replace_interrupted';
  if (!isLive(leg.status)) {
    const isSame = atVenue.status === 'ENDED' ? leg.status !== 'FILLED' : atVenue.status === leg.status;
    return isSame || isShort || isReached || isUnsent ? null : `${atVenue.status} at the venue`;
  }
  if (atVenue.status !== 'OPEN') return `${atVenue.status} at the venue`;
  if (toLegPrice(atVenue, leg) !== leg.price || atVenue.qty - atVenue.filledQty !== remainingQty(leg)) {
    return `${atVenue.qty} @ ${atVenue.price} at the venue, ${leg.qty} @ ${leg.price} in our records`;
  }
  const hasSameExpiry =
    (atVenue.tif === null || atVenue.tif === order.tif) && isSameExpiry(atVenue.expiresAt, order.expiresAt);
  return hasSameExpiry
    ? null
    : `${atVenue.tif} ${atVenue.expiresAt} at the venue, ${order.tif} ${order.expiresAt} in our records`;
}

const toLegPrice = ({ price, isYesPrice }: VenueStateOrder, { outcome }: Leg): Price | null =>
  isYesPrice && outcome === 'NO' && price !== null ? complement(price) : price;

/** A venue may store whole seconds, or not report the time. */
const isSameExpiry = (there: number | null | undefined, here: number | null): boolean =>
  there === undefined ||
  there === here ||
  (there !== null && here !== null && Math.floor(there / 1000) === Math.floor(here / 1000));

/**
 * Positions of a resolved market are closed at its result, and I-33: each at the price that its market pays.
 */
function checkResolvedMarkets({ ledger, market }: SimulationEnvironment, monitor: InvariantMonitor): void {
  for (const { instrumentId, liquidity, price, id } of ledger.fills.all) {
    const instrument = liquidity === 'SETTLEMENT' ? market?.instrument(instrumentId) : null;
    if (instrument === null || instrument === undefined || instrument.result === 'VOID') continue;
    const { settlementPrice, ticker } = instrument;
    monitor.expect(
      price === settlementPrice,
      'I-33',
      () => `${id} ${ticker} at ${price}, not ${settlementPrice}`,
    );
    monitor.countCall('fact', `settled ${instrument.result}`);
  }
  for (const { instrumentId, net } of ledger.state.positions.values()) {
    const instrument = market?.instrument(instrumentId) ?? null;
    const isOver = instrument?.status === 'SETTLED';
    monitor.expect(
      !isOver,
      'I-10',
      () => `${net} of ${instrument?.ticker} is held and the market is settled`,
    );
  }
}

const TIMERS_MAX = 40;

/** I-31: at the end memory is bounded by settings, not by the number of events. */
export function checkMemoryBounds(environment: SimulationEnvironment): void {
  const { engine, options, service, monitor } = environment;
  if (engine === null) return;
  const ended = [...engine.state.orders.values()].filter(({ status }) => !isLive(status)).length;
  // One more may be in memory: the last one that was read.
  const isBounded = ended <= options.terminalInMemoryMax + 1;
  monitor.expect(
    isBounded,
    'I-31',
    () => `${ended} ended orders in memory, ${options.terminalInMemoryMax} allowed`,
  );
  const { timersWaiting } = service.clock;
  monitor.expect(timersWaiting <= TIMERS_MAX, 'I-31', () => `${timersWaiting} timers wait`);
}
