import { boardFault, type ExternalOptions, externalOptionsOf } from './external-options.ts';
import { SeededChoice } from './seeded-choice.ts';

/** What can go wrong between us and a venue, each a named point with its own probability. */
export const WIRE_FAULTS = [
  'lost', // the request never arrives
  'unsent', // refused before a byte left
  'throwsBefore', // an exception; nothing was sent
  'throwsAfter', // an exception; the venue has it
  'replyLost', // the venue has it, its answer is lost
  'replyLate', // the answer comes after we have stopped waiting
  'twice', // the network delivers it twice
  'refused', // a cancel or an amend refused for no reason of the order's
  'queryFails', // a question gets no answer
  'queryThrows',
  'queryLags', // a fresh order is not shown yet
  'echo', // the answer is published on the stream as well
  'duplicate', // a report delivered twice
  'delay', // a report overtaken by later ones
  'silence', // nothing passes for a while, and the reports of that while are gone
] as const;
/** The same, drawn apart from those above. */
export const ODD_WORDS = [
  'mirrored', // a fill reported from the side of the other outcome
  'stranger', // a report of an order that is not ours
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number] | (typeof ODD_WORDS)[number];

export const CRASH_POINTS = ['beforeSync', 'afterSync', 'beforeSend', 'arrival', 'reply'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

export interface Options {
  readonly seed: number;
  readonly venueSurvives: boolean; // a remote exchange; otherwise one process with it, as the service with Demo
  readonly startsAt: number; // wall clock, Unix ms
  readonly actions: number;
  readonly markets: number; // how many are traded
  readonly isUndoing: boolean; // the venue knows no amend, names by hash, and settles fills later, some as void
  readonly voids: number; // probability per fill
  readonly isFleeting: boolean; // most orders are large and end at a time, and many trade with them meanwhile
  readonly settleFillsMs: number; // longest
  readonly makerQuotes: boolean;
  readonly makerStepMs: number;
  readonly takerTradesPerSecond: number;
  readonly scheduleStepMs: number;
  readonly ackWaitMs: number;
  readonly intentAgeMsMax: number;
  readonly terminalInMemoryMax: number;
  readonly diskMs: number; // longest sync
  readonly diskFails: number; // probability per sync
  readonly wireMs: number; // longest way in one direction
  readonly lateMs: number; // longest way of a late one
  readonly timeoutMs: number; // how long an answer is waited for
  readonly confirmations: number;
  readonly gapMs: number;
  readonly faults: Readonly<Partial<Record<WireFault, number>>>;
  readonly crashes: number; // at random instants
  readonly crashAt: Readonly<Partial<Record<CrashPoint, number>>>;
  readonly aims: readonly number[]; // crash points, numbered as in the catalogue, that processes die at
  readonly wallJumps: number; // probability per action
  readonly leaps: number; // probability per action that minutes pass
  readonly stalls: number; // pauses of half a minute, after which timers fire late
  readonly drains: number; // that the process is stopped as its operator would, and started again
  readonly restMsMin: number; // in the liveness phase, before a simulation at rest may end
  readonly externals: ExternalOptions | null; // null: a simulation with Demo alone
}

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-07-01T12:00:00.000Z');

/** Every fourth simulation has all three venues. */
const THREE_VENUES_EVERY = 4;

export const isWide = (seed: number): boolean => seed % THREE_VENUES_EVERY === 0;

/** A simulation, drawn from a number. Many simulations have few kinds of faults, and those often. */
export function optionsOf(seed: number): Options {
  const drawn = demoOptionsOf(seed);
  if (!isWide(seed)) return drawn;
  const externals = externalOptionsOf(seed);
  // Demo lives in our process here; what it does alone, the other simulations show.
  const demo = { venueSurvives: false, isUndoing: false, makerStepMs: 3_000, scheduleStepMs: 2_500 };
  const calls = { actions: Math.min(drawn.actions, 60), ackWaitMs: Math.max(drawn.ackWaitMs, 250) };
  return { ...drawn, ...demo, ...calls, externals };
}

function demoOptionsOf(seed: number): Options {
  const dice = new SeededChoice(seed, 'options');
  const kind = new SeededChoice(seed, 'kind of venue');
  const isCalm = dice.chance(0.08);
  const wireMs = dice.pick([0, 0, 20, 150, 800]);
  const crashes = isCalm ? 0 : dice.pick([0, 0, 1, 2, 4]);
  const aims = isCalm ? [] : aimsOf(seed);
  return {
    seed,
    venueSurvives: dice.chance(0.6),
    // Some start shortly before the hour, when the short-lived markets close and settle.
    startsAt: NOON + dice.pick([1, 6, 9, 15, 45, 53, 56, 58]) * MINUTE_MS + dice.whole(0, 59_999),
    actions: dice.pick([30, 60, 60, 120]),
    markets: dice.whole(1, 5),
    isUndoing: kind.chance(0.5) || aims.some((aim) => UNDONE.has(aim)),
    voids: Math.max(kind.pick([0, 0.15, 0.4]), aims.includes(23) ? 0.5 : 0),
    isFleeting: new SeededChoice(seed, 'fleeting orders').chance(0.4),
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
    faults: isCalm ? {} : { ...wireFaultsOf(dice), ...oddWordsOf(new SeededChoice(seed, 'odd words')) },
    crashes,
    crashAt: crashes > 0 && dice.chance(0.6) ? crashPointsOf(dice) : {},
    aims,
    wallJumps: dice.chance(0.25) ? 0.05 : 0,
    leaps: dice.pick([0, 0.03, 0.08]),
    ...pausesOf(new SeededChoice(seed, 'pauses'), !isCalm),
    restMsMin: new SeededChoice(seed, 'patience').pick(REST_MS),
    externals: null,
  };
}

/** One look at each venue comes within the shortest; the longest is past every bound. */
const REST_MS = [70_000, 70_000, 70_000, 70_000, 140_000, MINUTE_MS * 60];

function wireFaultsOf(dice: SeededChoice): Options['faults'] {
  const faults: Partial<Record<WireFault, number>> = {};
  const kinds = dice.pick([1, 2, 3, 5, WIRE_FAULTS.length]);
  for (let drawn = 0; drawn < kinds; drawn += 1) {
    const kind = dice.pick(WIRE_FAULTS);
    faults[kind] = kind === 'silence' ? dice.pick([0.005, 0.02]) : dice.pick([0.05, 0.15, 0.4]);
  }
  return faults;
}

const pausesOf = (dice: SeededChoice, isDrawn: boolean): Pick<Options, 'stalls' | 'drains'> => ({
  stalls: isDrawn && dice.chance(0.3) ? 0.04 : 0,
  drains: isDrawn && dice.chance(0.3) ? 0.03 : 0,
});

const oddWordsOf = (dice: SeededChoice): Options['faults'] =>
  dice.chance(0.4) ? { [dice.pick(ODD_WORDS)]: dice.pick([0.1, 0.4]) } : {};

/**
 * Crash points of the catalogue that processes are made to die at, one of these in a simulation. What is on the way
 * to another is never drawn together with it: a process that dies there does not get further.
 */
const AIMS: readonly (readonly number[])[] = [
  ...[2, 3, 4, 4, 5, 6, 8].map(alone),
  ...times(2, [9, 10]),
  ...[13, 14, 18, 22].map(alone),
  ...times(3, [11, 17, 20]),
];
/** Rare crash points are drawn often, each in the simulations that reach it. */
const AIMS_OF_DEMO = [
  ...AIMS,
  ...times(2, [12]),
  ...times(2, [19]),
  ...times(5, [15]),
  ...times(6, [16]),
  ...times(5, [23]),
];
const AIMS_WIDE = [...AIMS, ...times(4, [12]), ...times(3, [19])];

/** Those at which only a venue that knows no amend, or that takes fills back, lets a process die. */
const UNDONE: ReadonlySet<number> = new Set([15, 16, 23]);

function aimsOf(seed: number): readonly number[] {
  const dice = new SeededChoice(seed, 'aims of crashes');
  return dice.chance(0.85) ? dice.pick(isWide(seed) ? AIMS_WIDE : AIMS_OF_DEMO) : [];
}

function alone(point: number): readonly number[] {
  return [point];
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

function crashPointsOf(dice: SeededChoice): Options['crashAt'] {
  return { [dice.pick(CRASH_POINTS)]: dice.pick([0.005, 0.02]) };
}

/** How long a fresh order may be missing from what the venue shows. */
export const LAG_MS = 2_000;

/** How long after a send the order can still appear, with a margin: what a proof of absence waits for. */
export const settleMsOf = ({ lateMs, wireMs }: Options): number => lateMs + wireMs + LAG_MS + 1_000;

/** In how much time without faults every order must have left doubt. */
export const livenessMsOf = (options: Options): number =>
  90_000 +
  settleMsOf(options) +
  options.confirmations * (options.gapMs + 2_000) +
  (options.externals === null ? 0 : EXTERNAL_LIVENESS_MS);

/** Proofs of absence take their time, and so do retries, held modes and trades that settle. */
const EXTERNAL_LIVENESS_MS = 180_000;

/** The alarms that a simulation's troubles are to raise: everything else there is honest. */
export function alarmsDueIn({ faults, externals, wallJumps }: Options): ReadonlySet<string> {
  const board = externals === null ? [] : [...externals.board, ...externals.lasting];
  const due = new Set<string>(board.flatMap((name) => boardFault(name)?.alarms ?? []));
  // A login signed at the wrong time is rejected, which is an anomaly.
  if (externals !== null && wallJumps > 0) due.add('credentials');
  if ((faults.stranger ?? 0) > 0) due.add('unknown_order');
  return due;
}
