import { drawExternalOptions, type ExternalOptions, findExchangeFault } from './external-options.ts';
import { SeededChoice } from './seeded-choice.ts';

/** The faults of the network between the service and a venue, each with its own probability. */
export const WIRE_FAULTS = [
  'lost', // the request never arrives
  'unsent', // refused before a byte was sent
  'throwsBefore', // an exception; nothing was sent
  'throwsAfter', // an exception; the venue has it
  'replyLost', // the venue has it, its answer is lost
  'replyLate', // the answer arrives after the timeout
  'twice', // the network delivers it twice
  'refused', // a cancel or an amend is refused for a reason unrelated to the order
  'queryFails', // a query gets no answer
  'queryThrows',
  'queryLags', // a fresh order is not shown yet
  'echo', // the answer is published on the stream as well
  'duplicate', // a report delivered twice
  'delay', // a report overtaken by later ones
  'silence', // nothing is delivered for a while, and the reports of that time are lost
] as const;
/** Of every simulation that has faults: a report on the stream never comes, and the next list leaves its order out. */
const CONSTANT_FAULTS = { unreported: 0.2 } as const;
/** False reports, drawn separately. */
export const FALSE_REPORTS = [
  'mirrored', // a fill reported from the side of the other outcome
  'stranger', // a report of an order that is not ours
] as const;
export type WireFault =
  | (typeof WIRE_FAULTS)[number]
  | (typeof FALSE_REPORTS)[number]
  | keyof typeof CONSTANT_FAULTS;

export const CRASH_POINTS = ['beforeSync', 'afterSync', 'beforeSend', 'arrival', 'reply'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

export interface Options {
  readonly seed: number;
  readonly venueSurvives: boolean; // true: a remote exchange; false: Demo runs in the service's process
  readonly startsAt: number; // wall clock, Unix ms
  readonly actions: number;
  readonly markets: number; // number of traded markets
  readonly hasFillReversals: boolean; // the venue has no amend, identifies orders by a hash, and settles fills later, some as void
  readonly voids: number; // probability per fill
  readonly hasShortLivedOrders: boolean; // most orders are large and expire, and other traders trade with them meanwhile
  readonly settleFillsMs: number; // longest
  readonly makerQuotes: boolean;
  readonly makerStepMs: number;
  readonly takerTradesPerSecond: number;
  readonly scheduleStepMs: number;
  readonly ackWaitMs: number;
  readonly intentAgeMsMax: number;
  readonly terminalInMemoryMax: number;
  readonly diskMs: number; // longest duration of a sync
  readonly diskFails: number; // probability per sync
  readonly wireMs: number; // longest transit time in one direction
  readonly lateMs: number; // longest transit time of a delayed message
  readonly timeoutMs: number; // timeout of a request
  readonly confirmations: number;
  readonly gapMs: number;
  readonly faults: Readonly<Partial<Record<WireFault, number>>>;
  readonly crashes: number; // at random times
  readonly crashAt: Readonly<Partial<Record<CrashPoint, number>>>;
  readonly targetCrashPoints: readonly number[]; // target crash points, numbered as in the catalogue
  readonly wallJumps: number; // probability per action
  readonly leaps: number; // probability per action that minutes pass
  readonly stalls: number; // half-minute pauses, after which timers fire late
  readonly drains: number; // probability that the process is stopped as an operator would do it, and started again
  readonly restMsMin: number; // minimum duration of the liveness phase before an idle simulation may end
  readonly externals: ExternalOptions | null; // null: a simulation with Demo alone
}

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-07-01T12:00:00.000Z');

/** Every fourth simulation has all three venues. */
const THREE_VENUES_EVERY = 4;

/** Hedged pairs in every fifth simulation; prices of one asset then differ between its members. */
export const hasPairs = (seed: number): boolean => seed % 5 === 4;

const SESSIONS = { after: 400, every: 7, rest: 5 };

/** Sessions of the trade socket, agents and webhooks, in simulations with Demo alone; the first ones keep their histories. */
export const hasSessions = (seed: number): boolean =>
  seed > SESSIONS.after && seed % SESSIONS.every === SESSIONS.rest && !hasThreeVenues(seed);

export const hasThreeVenues = (seed: number): boolean => seed % THREE_VENUES_EVERY === 0;

/**
 * Draws the options of a simulation from its seed. Many simulations have few kinds of faults, but those
 * often.
 */
export function drawOptions(seed: number): Options {
  const drawn = drawDemoOptions(seed);
  if (!hasThreeVenues(seed)) return drawn;
  const externals = drawExternalOptions(seed);
  // Demo runs in our process here; other simulations cover its special behaviour.
  const demo = {
    venueSurvives: false,
    hasFillReversals: false,
    makerStepMs: 3_000,
    scheduleStepMs: 2_500,
  } satisfies Partial<Options>;
  const calls = { actions: Math.min(drawn.actions, 60), ackWaitMs: Math.max(drawn.ackWaitMs, 250) };
  return { ...drawn, ...demo, ...calls, externals };
}

function drawDemoOptions(seed: number): Options {
  const dice = new SeededChoice(seed, 'options');
  const kind = new SeededChoice(seed, 'kind of venue');
  const isCalm = dice.chance(0.08);
  const wireMs = dice.pick([0, 0, 20, 150, 800]);
  const crashes = isCalm ? 0 : dice.pick([0, 0, 1, 2, 4]);
  const targetCrashPoints = isCalm ? [] : drawTargets(seed);
  return {
    seed,
    venueSurvives: dice.chance(0.6),
    // Some start shortly before the hour, when short-lived markets close and settle.
    startsAt: NOON + dice.pick([1, 6, 9, 15, 45, 53, 56, 58]) * MINUTE_MS + dice.whole(0, 59_999),
    actions: dice.pick([30, 60, 60, 120]),
    markets: dice.whole(1, 5),
    hasFillReversals: kind.chance(0.5) || targetCrashPoints.some((point) => REVERSAL_TARGETS.has(point)),
    voids: Math.max(kind.pick([0, 0.15, 0.4]), targetCrashPoints.includes(23) ? 0.5 : 0),
    hasShortLivedOrders: new SeededChoice(seed, 'fleeting orders').chance(0.6),
    settleFillsMs: kind.pick([50, 3_000, 40_000]),
    makerQuotes: dice.chance(0.75),
    makerStepMs: dice.pick([0, 1_000, 3_000, 3_000]),
    takerTradesPerSecond: dice.pick([0, 1, 5]),
    scheduleStepMs: dice.pick([500, 1_000, 2_500]),
    ackWaitMs: dice.pick([20, 250, 250, 2_000]),
    intentAgeMsMax: dice.pick([300, 5_000, 5_000]),
    terminalInMemoryMax: dice.pick([0, 2, 10, 50_000]),
    diskMs: dice.pick([0, 3, 30, 400]),
    diskFails: !isCalm && dice.chance(0.25) ? dice.pick([0.002, 0.01]) : 0,
    wireMs,
    lateMs: dice.pick([1_000, 4_000, 9_000]),
    timeoutMs: wireMs * 2 + dice.pick([100, 600, 2_000]),
    confirmations: dice.whole(1, 3),
    gapMs: dice.pick([0, 1_500, 5_000]),
    faults: isCalm
      ? {}
      : {
          ...CONSTANT_FAULTS,
          ...drawWireFaults(dice),
          ...drawFalseReports(new SeededChoice(seed, 'odd words')),
        },
    crashes,
    crashAt: crashes > 0 && dice.chance(0.6) ? drawCrashPoints(dice) : {},
    targetCrashPoints,
    wallJumps: dice.chance(0.25) ? 0.05 : 0,
    leaps: dice.pick([0, 0.03, 0.08]),
    ...drawPauses(new SeededChoice(seed, 'pauses'), !isCalm),
    restMsMin: new SeededChoice(seed, 'patience').pick(REST_MS),
    externals: null,
  };
}

/** The shortest interval covers one poll of each venue; the longest exceeds every bound. */
const REST_MS = [70_000, 70_000, 70_000, 70_000, 140_000, MINUTE_MS * 60];

function drawWireFaults(dice: SeededChoice): Options['faults'] {
  const faults: Partial<Record<WireFault, number>> = {};
  const kinds = dice.pick([1, 2, 3, 5, WIRE_FAULTS.length]);
  for (let drawn = 0; drawn < kinds; drawn += 1) {
    const kind = dice.pick(WIRE_FAULTS);
    faults[kind] = kind === 'silence' ? dice.pick([0.005, 0.02]) : dice.pick([0.05, 0.15, 0.4]);
  }
  return faults;
}

const drawPauses = (dice: SeededChoice, isDrawn: boolean): Pick<Options, 'stalls' | 'drains'> => ({
  stalls: isDrawn && dice.chance(0.3) ? 0.04 : 0,
  drains: isDrawn && dice.chance(0.3) ? 0.03 : 0,
});

const drawFalseReports = (dice: SeededChoice): Options['faults'] =>
  dice.chance(0.4) ? { [dice.pick(FALSE_REPORTS)]: dice.pick([0.1, 0.4]) } : {};

/**
 * Target crash points from the catalogue, one in each simulation. A point that precedes another one is never
 * drawn together with it, because the process would crash before it reaches the later point.
 */
const TARGETS: readonly (readonly number[])[] = [
  ...[2, 3, 4, 4, 5, 6, 8].map(alone),
  ...times(2, [9, 10]),
  ...[13, 14, 18, 22].map(alone),
  ...times(3, [11, 17, 20]),
];
/** Rare crash points are drawn often, each in the simulations that can reach it. */
const DEMO_TARGETS = [
  ...TARGETS,
  ...times(2, [12]),
  ...times(2, [19]),
  ...times(5, [15]),
  ...times(6, [16]),
  ...times(5, [23]),
];
const THREE_VENUE_TARGETS = [...TARGETS, ...times(4, [12]), ...times(3, [19])];

/** Crash points that only a venue without amend, or one that reverses fills, can reach. */
const REVERSAL_TARGETS: ReadonlySet<number> = new Set([15, 16, 23]);

function drawTargets(seed: number): readonly number[] {
  const dice = new SeededChoice(seed, 'aims of crashes');
  return dice.chance(0.85) ? dice.pick(hasThreeVenues(seed) ? THREE_VENUE_TARGETS : DEMO_TARGETS) : [];
}

function alone(point: number): readonly number[] {
  return [point];
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

function drawCrashPoints(dice: SeededChoice): Options['crashAt'] {
  return { [dice.pick(CRASH_POINTS)]: dice.pick([0.005, 0.02]) };
}

/** How long a new order may be missing from the venue's data. */
export const LAG_MS = 2_000;

/** How long after a send the order can still appear, with a margin: a proof of absence waits this long. */
export const computeSettleMs = ({ lateMs, wireMs }: Options): number => lateMs + wireMs + LAG_MS + 1_000;

/** The time without faults within which every unknown outcome must be resolved. */
export const computeLivenessMs = (options: Options): number =>
  90_000 +
  computeSettleMs(options) +
  options.confirmations * (options.gapMs + 2_000) +
  (options.externals === null ? 0 : EXTERNAL_LIVENESS_MS);

/** Proofs of absence take time, and so do retries, delayed modes and trades that settle. */
const EXTERNAL_LIVENESS_MS = 180_000;

/** The anomalies that the faults of a simulation must cause; no other anomaly is allowed. */
export function findExpectedAnomalies({
  faults,
  externals,
  wallJumps,
  stalls,
}: Options): ReadonlySet<string> {
  const board = externals === null ? [] : [...externals.exchangeFaults, ...externals.lastingFaults];
  // What the cash of an account had before is noted in any case.
  const due = new Set<string>(['balance_unattributed']);
  for (const kind of board.flatMap((name) => findExchangeFault(name)?.anomalies ?? [])) due.add(kind);
  // A request signed at the wrong time, or long before it is sent, is rejected, which is an anomaly.
  if (externals !== null && (wallJumps > 0 || stalls > 0)) due.add('credentials');
  if ((faults.stranger ?? 0) > 0) due.add('unknown_order');
  return due;
}
