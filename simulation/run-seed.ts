import { encodeOrder } from '../src/domain/events/event-codec.ts';
import { openAccounts } from './callers/accounts.ts';
import { TrafficGenerator } from './callers/traffic-generator.ts';
import {
  answersSurvive,
  ledgerProvesItself,
  memoryIsTheJournal,
  settingsOf,
} from './check/durability-checks.ts';
import { pnlFollowsFromFills, positionsFollowFromFills, venueTradesBalance } from './check/fill-checks.ts';
import { allIsAtRest, memoryIsBounded } from './check/liveness-checks.ts';
import { reservedIsWhatMayFill, sumsAreWhatTheyCount } from './check/risk-checks.ts';
import { SimulationEnvironment } from './environment/simulation-environment.ts';
import { InvariantMonitor, type Violation } from './invariant-monitor.ts';
import { SeededChoice } from './seeded-choice.ts';
import { applyShrink, type ShrinkOptions, WHOLE } from './shrink-options.ts';
import { livenessMsOf, type Options, optionsOf } from './simulation-options.ts';

/** The result of one simulation. */
interface Report {
  readonly options: Options;
  readonly violation: Violation | null;
  readonly hash: string; // of its whole history: equal seeds give equal hashes
  readonly monitor: InvariantMonitor;
  readonly virtualMs: number;
}

const PAUSES_MS = [0, 0, 5, 40, 300, 1_500, 5_000];
/**
 * The exchanges keep trading with resting orders, so there is nearly always a trade of the last few seconds.
 */
const FRESH_MS = 60_000;
const LEAP_MS = 4 * 60_000;
const STEPS_WITHOUT_SERVICE_MAX = 200;

interface RunSettings {
  readonly onLine: ((line: string) => void) | null; // receives each line of the history
  readonly lessening: ShrinkOptions;
}

/**
 * Runs one simulation: a safety phase with faults, then a liveness phase without faults in which everything
 * pending must end.
 */
export async function runSeed(seed: number, settings: Partial<RunSettings> = {}): Promise<Report> {
  const lessening = settings.lessening ?? WHOLE;
  const options = applyShrink(optionsOf(seed), lessening.without);
  const monitor = new InvariantMonitor(settings.onLine ?? null);
  const environment = new SimulationEnvironment(options, monitor);
  const onDefect = (error: unknown): void => monitor.violate('assertion', String(error));
  process.on('unhandledRejection', onDefect);
  try {
    const crowd = await openWorld(environment);
    await livePhase(environment, crowd, lessening);
    await restPhase(environment, crowd);
    if (monitor.violation === null) await atTheEnd(environment, crowd);
  } finally {
    process.off('unhandledRejection', onDefect);
  }
  const { violation } = monitor;
  return {
    options,
    violation,
    hash: monitor.digest(stateOf(environment)),
    monitor,
    virtualMs: environment.time.nowMs,
  };
}

async function openWorld(environment: SimulationEnvironment): Promise<TrafficGenerator> {
  await environment.open();
  const opening =
    environment.engine === null ? Promise.resolve() : openAccounts(environment.engine.accountAdmin);
  await opening;
  const crowd = new TrafficGenerator(environment);
  crowd.subscribe();
  environment.onUp = async () => {
    crowd.line.cut();
    crowd.subscribe();
    memoryIsTheJournal(environment);
    await answersSurvive(crowd.ledger, environment);
  };
  return crowd;
}

/** Callers act, time passes, and the faults of the options happen. */
async function livePhase(
  environment: SimulationEnvironment,
  crowd: TrafficGenerator,
  { actions, without }: ShrinkOptions,
): Promise<void> {
  const { options, monitor } = environment;
  const dice = new SeededChoice(options.seed, 'pace');
  const crashesAt = new Set(Array.from({ length: options.crashes }, () => dice.whole(1, options.actions)));
  environment.areFaultsOn = true;
  environment.externals?.trouble.begin();
  const pauses = new SeededChoice(options.seed, 'when it pauses');
  const last = actions ?? options.actions;
  for (let action = 1; action <= last && monitor.violation === null; action += 1) {
    environment.externals?.trouble.step();
    await crowd.act();
    if (crashesAt.has(action) && !without.has('crash')) environment.crash();
    if (environment.engine !== null && environment.engine.failure !== null && dice.chance(0.2))
      environment.crash();
    if (pauses.chance(options.stalls)) environment.stall();
    if (pauses.chance(options.drains)) environment.drain();
    await environment.pass(dice.chance(options.leaps) ? LEAP_MS : dice.pick(PAUSES_MS));
    atEachStep(environment, crowd);
  }
}

/**
 * Faults have ended, and every unknown outcome must be resolved within the bound. The simulation ends early
 * once it is idle, except where it tests late events. A process that cannot write any more is restarted, as
 * an operator would.
 */
async function restPhase(environment: SimulationEnvironment, crowd: TrafficGenerator): Promise<void> {
  const { options, monitor } = environment;
  environment.areFaultsOn = false;
  environment.externals?.trouble.end();
  for (let wait = 0; environment.engine === null && wait < STEPS_WITHOUT_SERVICE_MAX; wait += 1)
    await environment.pass(100);
  const health = await environment.venue?.health();
  if (environment.engine?.failure !== null || health?.healthy === false) environment.crash();
  const since = environment.time.nowMs;
  const isOver = (): boolean => {
    const waitedMs = environment.time.nowMs - since;
    const boundMs = livenessMsOf(options);
    if (waitedMs >= boundMs + FRESH_MS) return true;
    return waitedMs >= Math.min(options.restMsMin, boundMs) && isAtRest(environment, crowd);
  };
  while (monitor.violation === null && !isOver()) {
    await environment.pass(10_000);
    atEachStep(environment, crowd);
  }
  if (monitor.violation === null) allIsAtRest(environment, crowd.line.unanswered, monitor);
}

/** Nothing is outstanding, not even the settlement of a fill. */
function isAtRest(environment: SimulationEnvironment, crowd: TrafficGenerator): boolean {
  if (environment.watch.fills.pending.size > 0) return false;
  const probe = new InvariantMonitor(null);
  allIsAtRest(environment, crowd.line.unanswered, probe);
  return probe.violation === null;
}

function atEachStep(environment: SimulationEnvironment, crowd: TrafficGenerator): void {
  const { engine, monitor } = environment;
  if (engine === null || engine.failure !== null) return;
  reservedIsWhatMayFill(engine.state, monitor);
  sumsAreWhatTheyCount(engine.state, monitor);
  crowd.hearsWhatIs();
}

async function atTheEnd(environment: SimulationEnvironment, crowd: TrafficGenerator): Promise<void> {
  const { options, watch, monitor, demoDisk } = environment;
  positionsFollowFromFills(watch.state, watch.fills, monitor);
  pnlFollowsFromFills(watch.state, watch.fills, monitor);
  const hasNoMaker =
    !options.makerQuotes && (options.makerStepMs === 0 || options.takerTradesPerSecond === 0);
  venueTradesBalance(demoDisk, hasNoMaker, monitor);
  memoryIsTheJournal(environment);
  memoryIsBounded(environment);
  await answersSurvive(crowd.ledger, environment);
  ledgerProvesItself(environment);
}

function stateOf(environment: SimulationEnvironment): string {
  const orders = [...environment.watch.state.orders.values()].map((order) =>
    encodeOrder({ ...order, answer: null }),
  );
  return [...orders, settingsOf(environment.watch.state)].join('\n');
}

/** All that a reader needs to investigate a failure. */
export function failureText({ options, violation, monitor }: Report): string {
  if (violation === null) return '';
  return [
    `✖ seed ${options.seed} broke ${violation.invariant} at step ${violation.step}`,
    `  ${violation.what}`,
    `  options ${optionsText(options)}`,
    '  history before it:',
    ...monitor.lastLines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`),
  ].join('\n');
}

const optionsText = (options: Options): string => JSON.stringify(options);
