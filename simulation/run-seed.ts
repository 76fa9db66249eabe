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

/** What became of one world. */
interface Report {
  readonly options: Options;
  readonly violation: Violation | null;
  readonly hash: string; // of its whole history: equal for equal seeds
  readonly witness: InvariantMonitor;
  readonly virtualMs: number;
}

const PAUSES_MS = [0, 0, 5, 40, 300, 1_500, 5_000];
/** The exchanges go on trading with what rests, so that something is nearly always a few seconds old. */
const FRESH_MS = 60_000;
const LEAP_MS = 4 * 60_000;
const STEPS_WITHOUT_SERVICE_MAX = 200;

interface RunSettings {
  readonly tell: ((line: string) => void) | null; // hears each line of the history
  readonly lessening: ShrinkOptions;
}

/**
 * Lives one world: a safety phase in which everything may go wrong, then a liveness phase in which nothing
 * does and everything must come to an end.
 */
export async function runSeed(seed: number, settings: Partial<RunSettings> = {}): Promise<Report> {
  const lessening = settings.lessening ?? WHOLE;
  const options = applyShrink(optionsOf(seed), lessening.without);
  const witness = new InvariantMonitor(settings.tell ?? null);
  const world = new SimulationEnvironment(options, witness);
  const onDefect = (error: unknown): void => witness.violate('assertion', String(error));
  process.on('unhandledRejection', onDefect);
  try {
    const crowd = await openWorld(world);
    await livePhase(world, crowd, lessening);
    await restPhase(world, crowd);
    if (witness.violation === null) await atTheEnd(world, crowd);
  } finally {
    process.off('unhandledRejection', onDefect);
  }
  const { violation } = witness;
  return { options, violation, hash: witness.digest(stateOf(world)), witness, virtualMs: world.time.nowMs };
}

async function openWorld(world: SimulationEnvironment): Promise<TrafficGenerator> {
  await world.open();
  const opening = world.engine === null ? Promise.resolve() : openAccounts(world.engine.accountAdmin);
  await opening;
  const crowd = new TrafficGenerator(world);
  crowd.subscribe();
  world.onUp = async () => {
    crowd.line.cut();
    crowd.subscribe();
    memoryIsTheJournal(world);
    await answersSurvive(crowd.ledger, world);
  };
  return crowd;
}

/** Callers act, time passes, and whatever the options allow goes wrong. */
async function livePhase(
  world: SimulationEnvironment,
  crowd: TrafficGenerator,
  { actions, without }: ShrinkOptions,
): Promise<void> {
  const { options, witness } = world;
  const dice = new SeededChoice(options.seed, 'pace');
  const crashesAt = new Set(Array.from({ length: options.crashes }, () => dice.whole(1, options.actions)));
  world.areFaultsOn = true;
  world.externals?.trouble.begin();
  const pauses = new SeededChoice(options.seed, 'when it pauses');
  const last = actions ?? options.actions;
  for (let action = 1; action <= last && witness.violation === null; action += 1) {
    world.externals?.trouble.step();
    await crowd.act();
    if (crashesAt.has(action) && !without.has('crash')) world.crash();
    if (world.engine !== null && world.engine.failure !== null && dice.chance(0.2)) world.crash();
    if (pauses.chance(options.stalls)) world.stall();
    if (pauses.chance(options.drains)) world.drain();
    await world.pass(dice.chance(options.leaps) ? LEAP_MS : dice.pick(PAUSES_MS));
    atEachStep(world, crowd);
  }
}

/**
 * Faults are over, and all doubt must end within the bound. A world that is at rest earlier is not waited for,
 * but for some that show what comes late. A process that cannot write any more is restarted, as its operator would. */
async function restPhase(world: SimulationEnvironment, crowd: TrafficGenerator): Promise<void> {
  const { options, witness } = world;
  world.areFaultsOn = false;
  world.externals?.trouble.end();
  for (let wait = 0; world.engine === null && wait < STEPS_WITHOUT_SERVICE_MAX; wait += 1)
    await world.pass(100);
  const health = await world.venue?.health();
  if (world.engine?.failure !== null || health?.healthy === false) world.crash();
  const since = world.time.nowMs;
  const isOver = (): boolean => {
    const waitedMs = world.time.nowMs - since;
    const boundMs = livenessMsOf(options);
    if (waitedMs >= boundMs + FRESH_MS) return true;
    return waitedMs >= Math.min(options.restMsMin, boundMs) && isAtRest(world, crowd);
  };
  while (witness.violation === null && !isOver()) {
    await world.pass(10_000);
    atEachStep(world, crowd);
  }
  if (witness.violation === null) allIsAtRest(world, crowd.line.unanswered, witness);
}

/** Nothing is to come any more, not even the settlement of a fill. */
function isAtRest(world: SimulationEnvironment, crowd: TrafficGenerator): boolean {
  if (world.watch.fills.pending.size > 0) return false;
  const probe = new InvariantMonitor(null);
  allIsAtRest(world, crowd.line.unanswered, probe);
  return probe.violation === null;
}

function atEachStep(world: SimulationEnvironment, crowd: TrafficGenerator): void {
  const { engine, witness } = world;
  if (engine === null || engine.failure !== null) return;
  reservedIsWhatMayFill(engine.state, witness);
  sumsAreWhatTheyCount(engine.state, witness);
  crowd.hearsWhatIs();
}

async function atTheEnd(world: SimulationEnvironment, crowd: TrafficGenerator): Promise<void> {
  const { options, watch, witness, demoDisk } = world;
  positionsFollowFromFills(watch.state, watch.fills, witness);
  pnlFollowsFromFills(watch.state, watch.fills, witness);
  const hasNoHouse =
    !options.houseQuotes && (options.houseStepMs === 0 || options.takerTradesPerSecond === 0);
  venueTradesBalance(demoDisk, hasNoHouse, witness);
  memoryIsTheJournal(world);
  memoryIsBounded(world);
  await answersSurvive(crowd.ledger, world);
  ledgerProvesItself(world);
}

function stateOf(world: SimulationEnvironment): string {
  const orders = [...world.watch.state.orders.values()].map((order) =>
    encodeOrder({ ...order, answer: null }),
  );
  return [...orders, settingsOf(world.watch.state)].join('\n');
}

/** Everything a reader needs to begin with a failure. */
export function failureText({ options, violation, witness }: Report): string {
  if (violation === null) return '';
  return [
    `✖ seed ${options.seed} broke ${violation.invariant} at step ${violation.step}`,
    `  ${violation.what}`,
    `  options ${optionsText(options)}`,
    '  what came before:',
    ...witness.lastLines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`),
  ].join('\n');
}

const optionsText = (options: Options): string => JSON.stringify(options);
