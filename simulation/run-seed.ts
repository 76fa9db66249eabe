import { encodeOrder } from '../src/domain/events/event-codec.ts';
import { openAccounts } from './callers/accounts.ts';
import { NOTIFIED } from './callers/session-caller.ts';
import { TrafficGenerator } from './callers/traffic-generator.ts';
import {
  checkAnswersSurvive,
  checkLedgerVerifies,
  checkMemoryEqualsJournal,
  renderState,
} from './check/durability-checks.ts';
import { checkAllPositions, checkPnl, checkVenueTradesBalance } from './check/fill-checks.ts';
import { checkAtRest, checkMemoryBounds } from './check/liveness-checks.ts';
import { checkLimitSums, checkReservedExposure } from './check/risk-checks.ts';
import { checkWebhooks } from './check/webhook-checks.ts';
import { SimulationEnvironment } from './environment/simulation-environment.ts';
import { InvariantMonitor, type Violation } from './invariant-monitor.ts';
import { SeededChoice } from './seeded-choice.ts';
import { applyShrink, type ShrinkOptions, UNREDUCED } from './shrink-options.ts';
import { computeLivenessMs, drawOptions, type Options } from './simulation-options.ts';

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
 * Extra time after the liveness bound: the exchanges keep trading with resting orders, so the last fills may
 * be seconds old.
 */
const FRESH_MS = 60_000;
const LEAP_MS = 4 * 60_000;
const STEPS_WITHOUT_SERVICE_MAX = 200;

interface RunSettings {
  readonly onLine: ((line: string) => void) | null; // receives each line of the history
  readonly shrinkOptions: ShrinkOptions;
}

/**
 * Runs one simulation: a safety phase with faults, then a liveness phase without faults in which everything
 * pending must end.
 */
export async function runSeed(seed: number, settings: Partial<RunSettings> = {}): Promise<Report> {
  const shrinkOptions = settings.shrinkOptions ?? UNREDUCED;
  const options = applyShrink(drawOptions(seed), shrinkOptions.without);
  const monitor = new InvariantMonitor(settings.onLine ?? null);
  const environment = new SimulationEnvironment(options, monitor);
  const onDefect = (error: unknown): void => monitor.violate('assertion', String(error));
  process.on('unhandledRejection', onDefect);
  try {
    const traffic = await openEnvironment(environment);
    await runSafetyPhase(environment, traffic, shrinkOptions);
    await runLivenessPhase(environment, traffic);
    if (monitor.violation === null) await checkEnd(environment, traffic);
  } finally {
    process.off('unhandledRejection', onDefect);
  }
  const { violation } = monitor;
  return {
    options,
    violation,
    hash: monitor.digest(renderFinalState(environment)),
    monitor,
    virtualMs: environment.time.nowMs,
  };
}

async function openEnvironment(environment: SimulationEnvironment): Promise<TrafficGenerator> {
  await environment.open();
  const opening =
    environment.engine === null ? Promise.resolve() : openAccounts(environment.engine.accountAdmin);
  await opening;
  const traffic = new TrafficGenerator(environment);
  await traffic.open();
  traffic.subscribe();
  environment.onUp = async () => {
    traffic.transport.dropAnswers();
    traffic.subscribe();
    checkMemoryEqualsJournal(environment);
    environment.quoteChecks.checkEarlier(environment.ledger.state, true);
    await checkAnswersSurvive(traffic.ledger, environment);
  };
  return traffic;
}

/** The safety phase: callers act, time passes, and the faults of the options happen. */
async function runSafetyPhase(
  environment: SimulationEnvironment,
  traffic: TrafficGenerator,
  { actions, without }: ShrinkOptions,
): Promise<void> {
  const { options, monitor } = environment;
  const dice = new SeededChoice(options.seed, 'pace');
  const crashesAt = new Set(Array.from({ length: options.crashes }, () => dice.whole(1, options.actions)));
  environment.areFaultsOn = true;
  environment.externals?.faultSchedule.begin();
  const pauses = new SeededChoice(options.seed, 'when it pauses');
  const last = actions ?? options.actions;
  for (let action = 1; action <= last && monitor.violation === null; action += 1) {
    environment.externals?.faultSchedule.step();
    await traffic.act();
    if (crashesAt.has(action) && !without.has('crash')) environment.crash();
    if (environment.engine !== null && environment.engine.failure !== null && dice.chance(0.2))
      environment.crash();
    if (pauses.chance(options.stalls)) environment.stall();
    if (pauses.chance(options.drains)) environment.drain();
    await environment.pass(dice.chance(options.leaps) ? LEAP_MS : dice.pick(PAUSES_MS));
    checkStep(environment, traffic);
  }
}

/**
 * Faults have ended, and every unknown outcome must be resolved within the bound. The simulation ends early
 * once it is idle, except where it tests late events. A process that cannot write any more is restarted, as
 * an operator would.
 */
async function runLivenessPhase(
  environment: SimulationEnvironment,
  traffic: TrafficGenerator,
): Promise<void> {
  const { options, monitor } = environment;
  environment.areFaultsOn = false;
  environment.externals?.faultSchedule.end();
  for (let wait = 0; environment.engine === null && wait < STEPS_WITHOUT_SERVICE_MAX; wait += 1)
    await environment.pass(100);
  const health = await environment.venue?.health();
  if (environment.engine?.failure !== null || health?.healthy === false) environment.crash();
  traffic.closeSockets();
  const since = environment.time.nowMs;
  const boundMs = computeLivenessMs(options);
  const isOver = (): boolean => {
    const waitedMs = environment.time.nowMs - since;
    if (waitedMs >= boundMs + FRESH_MS) return true;
    return waitedMs >= Math.min(options.restMsMin, boundMs) && isAtRest(environment, traffic);
  };
  let hasCancelled = false;
  while (monitor.violation === null && !isOver()) {
    if (!hasCancelled && environment.time.nowMs - since >= boundMs) {
      hasCancelled = true;
      traffic.cancelComplexOrders();
      traffic.pullQuotes();
    }
    // A message of a webhook may have met the failing disk; the next entry then finds it failed.
    if (environment.receivers !== null && environment.engine?.failure) environment.crash();
    await environment.pass(10_000);
    checkStep(environment, traffic);
  }
  if (monitor.violation === null) checkAtRest(environment, traffic.unanswered, monitor);
}

/** Whether nothing is pending, not even the settlement of a fill. */
function isAtRest(environment: SimulationEnvironment, traffic: TrafficGenerator): boolean {
  if (environment.ledger.fills.pending.size > 0) return false;
  const probe = new InvariantMonitor(null);
  checkAtRest(environment, traffic.unanswered, probe);
  return probe.violation === null;
}

function checkStep(environment: SimulationEnvironment, traffic: TrafficGenerator): void {
  const { engine, monitor } = environment;
  if (engine === null || engine.failure !== null) return;
  checkReservedExposure(engine.state, monitor);
  checkLimitSums(engine.state, monitor);
  environment.quoteChecks.checkStep(environment.ledger.state);
  traffic.checkSubscriber();
}

async function checkEnd(environment: SimulationEnvironment, traffic: TrafficGenerator): Promise<void> {
  const { options, ledger, monitor, demoDisk } = environment;
  checkAllPositions(ledger.state, ledger.fills, monitor);
  checkPnl(ledger.state, ledger.fills, monitor);
  const hasNoMaker =
    !options.makerQuotes && (options.makerStepMs === 0 || options.takerTradesPerSecond === 0);
  checkVenueTradesBalance(demoDisk, hasNoMaker, monitor);
  checkMemoryEqualsJournal(environment);
  checkMemoryBounds(environment);
  await checkAnswersSurvive(traffic.ledger, environment);
  checkLedgerVerifies(environment);
  if (environment.receivers !== null && monitor.violation === null)
    await checkWebhooks(environment, NOTIFIED);
}

function renderFinalState(environment: SimulationEnvironment): string {
  const orders = [...environment.ledger.state.orders.values()].map((order) =>
    encodeOrder({ ...order, answer: null }),
  );
  return [...orders, renderState(environment.ledger.state)].join('\n');
}

/** All that a reader needs to investigate a failure. */
export function renderFailure({ options, violation, monitor }: Report): string {
  if (violation === null) return '';
  return [
    `✖ seed ${options.seed} broke ${violation.invariant} at step ${violation.step}`,
    `  ${violation.what}`,
    `  options ${renderOptions(options)}`,
    '  history before it:',
    ...monitor.lastLines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`),
  ].join('\n');
}

const renderOptions = (options: Options): string => JSON.stringify(options);
