import type { VenueAnomaly } from '../src/ports/venue.ts';
import { SeededChoice } from './seeded-choice.ts';

/** The faults of the network between the service and an exchange, per request. */
export const NET_FAULTS = ['netUnsent', 'netLost', 'netUnanswered', 'netTwice', 'netLate'] as const;
export type NetFault = (typeof NET_FAULTS)[number];

/** A fault of an exchange, active for a while. */
export interface ExchangeFault {
  readonly at: 'Kalshi' | 'Polymarket' | 'both';
  readonly fault: Readonly<Record<string, unknown>>;
  /** The anomalies that a correct adapter reports for it, and those that follow from them. */
  readonly anomalies?: readonly (VenueAnomaly['kind'] | 'position_break' | 'position_break_closed')[];
}

const ORDER_PATHS = { method: 'POST', path: 'order' };

/**
 * The faults of the local exchanges from which simulations draw, by the name under which they are counted.
 */
export const EXCHANGE_FAULTS: Readonly<Record<string, ExchangeFault>> = {
  ackReset: { at: 'both', fault: { name: 'drop_after_accept', ...ORDER_PATHS, probability: 0.7 } },
  ackHangs: { at: 'both', fault: { name: 'drop_after_accept', ...ORDER_PATHS, how: 'hang' } },
  ack502: { at: 'both', fault: { name: 'drop_after_accept', ...ORDER_PATHS, status: 502 } },
  cancelReset: { at: 'both', fault: { name: 'drop_after_accept', method: 'DELETE' } },
  status429: { at: 'both', fault: { name: 'status', status: 429, probability: 0.5 } },
  status500: { at: 'both', fault: { name: 'status', status: 500, probability: 0.5 } },
  status503: { at: 'both', fault: { name: 'status', status: 503, ...ORDER_PATHS } },
  down: { at: 'both', fault: { name: 'lost_request' } },
  hangs: { at: 'both', fault: { name: 'lost_request', how: 'hang' } },
  slow: { at: 'both', fault: { name: 'delay', ms: 2_500 } },
  slowBefore: { at: 'both', fault: { name: 'delay_before', ms: 1_500 } },
  socketSilent: { at: 'both', fault: { name: 'ws_silent' } },
  socketGap: { at: 'both', fault: { name: 'ws_gap', probability: 0.4 } },
  socketTwice: { at: 'both', fault: { name: 'ws_duplicate', probability: 0.5 } },
  socketLate: { at: 'both', fault: { name: 'ws_delay', ms: 1_200, probability: 0.4 } },
  socketDrop: { at: 'both', fault: { name: 'ws_drop', probability: 0.2 } },
  socketRefused: { at: 'both', fault: { name: 'ws_refuse' } },
  socketOverflow: { at: 'Kalshi', fault: { name: 'ws_overflow', probability: 0.2 } },
  readLag: { at: 'Kalshi', fault: { name: 'read_lag', ms: 4_000 } },
  wrongAck: { at: 'Kalshi', fault: { name: 'wrong_ack_id' } },
  bareAck: { at: 'Kalshi', fault: { name: 'omit_optional' } },
  ghost: { at: 'Polymarket', fault: { name: 'ghost_fill', probability: 0.6 } },
  ghostMined: { at: 'Polymarket', fault: { name: 'ghost_fill', how: 'mined', probability: 0.6 } },
  retrying: { at: 'Polymarket', fault: { name: 'trade_retrying', probability: 0.6 } },
  delayed: { at: 'Polymarket', fault: { name: 'delayed', how: 'match', probability: 0.9 } },
  delayedRefused: { at: 'Polymarket', fault: { name: 'delayed', how: 'refuse', probability: 0.9 } },
  eventsFirst: { at: 'Polymarket', fault: { name: 'events_first' } },
  balanceLag: { at: 'Polymarket', fault: { name: 'balance_lag' } },
  restart: { at: 'Polymarket', fault: { name: 'restart', times: 1 } },
  tooMany: { at: 'Polymarket', fault: { name: 'too_many', ms: 86_400_000, probability: 0.4 } },
  cancelNotFound: { at: 'Polymarket', fault: { name: 'cancel_not_found', probability: 0.8 } },
  halfBatch: { at: 'both', fault: { name: 'batch_interrupted', probability: 0.7 } },
  emptyOrderId: { at: 'Polymarket', fault: { name: 'refusal_as_success' } },
  closedIsNull: { at: 'Polymarket', fault: { name: 'closed_order', how: 'null' } },
  closedIsServed: { at: 'Polymarket', fault: { name: 'closed_order', how: 'served' } },
};

/** Rarer faults, drawn separately. Some of them are false messages. */
export const RARE_EXCHANGE_FAULTS: Readonly<Record<string, ExchangeFault>> = {
  clockSkew: { at: 'Kalshi', fault: { name: 'clock_skew', ms: 9_000 } },
  // Unreadable orders leave positions that no fill explains, which is an anomaly too.
  unknownStatus: {
    at: 'Kalshi',
    fault: { name: 'unknown_enum' },
    anomalies: ['unknown_shape', 'unknown_fill', 'position_break', 'position_break_closed'],
  },
  ghostReported: { at: 'Kalshi', fault: { name: 'ghost_fill' }, anomalies: ['unknown_fill'] },
  refusedKey: {
    at: 'both',
    fault: { name: 'status', status: 401, probability: 0.3 },
    anomalies: ['credentials'],
  },
  statusWords: { at: 'Polymarket', fault: { name: 'status_words', text: 'BY_TEST' } },
  microSizes: { at: 'Polymarket', fault: { name: 'micro_sizes' }, anomalies: ['unknown_shape'] },
  staleBook: { at: 'Polymarket', fault: { name: 'stale_book' } },
  crossedBook: { at: 'Polymarket', fault: { name: 'crossed_book', probability: 0.5 } },
  otherProtocol: { at: 'Polymarket', fault: { name: 'version_mismatch', probability: 0.5 } },
  endsEarly: { at: 'Polymarket', fault: { name: 'early_expiry' } },
};

/** Faults of every simulation that has any: real venues are never quite complete. */
const CONSTANT_FAULTS: Readonly<Record<string, ExchangeFault>> = {
  eventLost: { at: 'both', fault: { name: 'event_lost', probability: 0.1 } },
  listOmits: { at: 'both', fault: { name: 'list_omits', probability: 0.1 } },
};

/** A fault by its name. */
export const findExchangeFault = (name: string): ExchangeFault | undefined =>
  EXCHANGE_FAULTS[name] ?? RARE_EXCHANGE_FAULTS[name] ?? CONSTANT_FAULTS[name];

/** A fault that affects all callers of an exchange. */
export const VENUE_FAULTS = ['marketPause', 'cancelOnly', 'tradingPause', 'exchangePause', 'settle'] as const;
export type VenueFault = (typeof VENUE_FAULTS)[number];

/**
 * Options of a simulation with Kalshi and Polymarket in addition to Demo: the real adapters with the
 * simulators.
 */
export interface ExternalOptions {
  readonly questions: number; // number of markets listed everywhere and approved as one asset
  readonly makerStepMs: number;
  readonly tradesPerStep: number;
  readonly readLagMs: number; // time until Kalshi's lists and Polymarket's reads show a change
  readonly minedMs: number;
  readonly wireMs: number; // longest transit time in one direction
  readonly net: Readonly<Partial<Record<NetFault, number>>>; // probability per request
  readonly socketCuts: number; // probability per action
  readonly exchangeFaults: readonly string[]; // of BOARD_FAULTS
  readonly lastingFaults: readonly string[]; // of these, faults that are active all the time
  readonly excludedFaults: ReadonlySet<string>; // of these, faults that are drawn and not activated
  readonly faultsPerAction: number;
  readonly faultMs: number; // longest activation of a fault
  readonly venue: Readonly<Partial<Record<VenueFault, number>>>; // probability per action
}

/** Draws the options of the external venues. */
export function drawExternalOptions(seed: number): ExternalOptions {
  const dice = new SeededChoice(seed, 'externals');
  const isCalm = dice.chance(0.08);
  return {
    questions: dice.whole(1, 3),
    makerStepMs: dice.pick([1_000, 2_000, 5_000]),
    tradesPerStep: dice.pick([0.3, 1, 2]),
    readLagMs: dice.pick([0, 300, 300, 1_200]),
    minedMs: dice.pick([200, 1_500, 6_000]),
    wireMs: dice.pick([0, 10, 80, 400]),
    net: isCalm ? {} : drawNetFaults(dice),
    socketCuts: isCalm ? 0 : dice.pick([0, 0, 0.05, 0.15]),
    exchangeFaults: isCalm
      ? []
      : [...drawExchangeFaults(dice), ...drawRareFaults(new SeededChoice(seed, 'rare troubles'))],
    lastingFaults: isCalm
      ? []
      : [...Object.keys(CONSTANT_FAULTS), ...drawLastingFaults(new SeededChoice(seed, 'lasting trouble'))],
    excludedFaults: new Set(),
    faultsPerAction: dice.pick([0.1, 0.25, 0.5]),
    faultMs: dice.pick([3_000, 15_000, 40_000]),
    venue: isCalm ? {} : drawVenueFaults(dice),
  };
}

function drawNetFaults(dice: SeededChoice): ExternalOptions['net'] {
  const faults: Partial<Record<NetFault, number>> = {};
  const kinds = dice.pick([0, 1, 2, 5]);
  for (let drawn = 0; drawn < kinds; drawn += 1) faults[dice.pick(NET_FAULTS)] = dice.pick([0.03, 0.1, 0.25]);
  return faults;
}

function drawExchangeFaults(dice: SeededChoice): readonly string[] {
  const names = Object.keys(EXCHANGE_FAULTS);
  const kinds = dice.pick([1, 2, 4, 8, names.length]);
  return kinds === names.length ? names : Array.from({ length: kinds }, () => dice.pick(names));
}

/** Two of the rare faults in every third simulation, each often enough to have an effect. */
function drawRareFaults(dice: SeededChoice): readonly string[] {
  const names = Object.keys(RARE_EXCHANGE_FAULTS);
  return dice.chance(0.35) ? Array.from({ length: 2 }, () => dice.pick(names)).flatMap(thrice) : [];
}

/** Faults of single orders and trades, which trigger too rarely if they are active only for a while. */
const LASTING: readonly string[] = [
  'wrongAck',
  'bareAck',
  'cancelReset',
  'readLag',
  'unknownStatus',
  'ghostReported',
  'ghost',
  'ghostMined',
  'retrying',
  'delayed',
  'delayed',
  'delayedRefused',
  'cancelNotFound',
  'cancelNotFound',
  'cancelNotFound',
  'emptyOrderId',
  'halfBatch',
  'balanceLag',
  'tooMany',
  'closedIsNull',
  'statusWords',
  'microSizes',
  'staleBook',
  'otherProtocol',
  'endsEarly',
];

const drawLastingFaults = (dice: SeededChoice): readonly string[] => [
  ...new Set(Array.from({ length: dice.whole(0, 3) }, () => dice.pick(LASTING))),
];

const thrice = (name: string): readonly string[] => [name, name, name];

function drawVenueFaults(dice: SeededChoice): ExternalOptions['venue'] {
  const faults: Partial<Record<VenueFault, number>> = {};
  const kinds = dice.pick([0, 1, 2]);
  for (let drawn = 0; drawn < kinds; drawn += 1) faults[dice.pick(VENUE_FAULTS)] = dice.pick([0.01, 0.03]);
  return faults;
}
