import { encodeOrder } from '../src/core/ledger/codec.ts';
import { Crowd } from './callers/crowd.ts';
import { openAccounts } from './callers/people.ts';
import { answersSurvive, ledgerProvesItself, memoryIsTheJournal, settingsOf } from './check/durability.ts';
import { externalsAgree } from './check/externals.ts';
import { pnlFollowsFromFills, positionsFollowFromFills, venueTradesBalance } from './check/fills.ts';
import {
  fillsAgreeWithDemo,
  legsAgreeWithTheVenue,
  memoryIsBounded,
  nothingIsLeftWaiting,
  resolvedMarketsAreSettled,
} from './check/liveness.ts';
import { reservedIsWhatMayFill, sumsAreWhatTheyCount } from './check/risk.ts';
import { Dice } from './dice.ts';
import { livenessMsOf, type Options, optionsOf } from './options.ts';
import { type Violation, Witness } from './witness.ts';
import { World } from './world/world.ts';

/** What became of one world. */
export interface Report {
  readonly options: Options;
  readonly violation: Violation | null;
  readonly hash: string; // of its whole history: equal for equal seeds
  readonly witness: Witness;
  readonly virtualMs: number;
}

const PAUSES_MS = [0, 0, 5, 40, 300, 1_500, 5_000];
const LEAP_MS = 4 * 60_000;
const STEPS_WITHOUT_SERVICE_MAX = 200;

/**
 * Lives one world: a safety phase in which everything may go wrong, then a liveness phase in which nothing
 * does and everything must come to an end.
 *
 * @param tell  hears each line of the history; null for nobody
 */
export async function runSeed(seed: number, tell: ((line: string) => void) | null = null): Promise<Report> {
  const options = optionsOf(seed);
  const witness = new Witness(tell);
  const world = new World(options, witness);
  const onDefect = (error: unknown): void => witness.violate('assertion', String(error));
  process.on('unhandledRejection', onDefect);
  try {
    const crowd = await openWorld(world);
    await livePhase(world, crowd);
    await restPhase(world, crowd);
    if (witness.violation === null) await atTheEnd(world, crowd);
  } finally {
    process.off('unhandledRejection', onDefect);
  }
  const { violation } = witness;
  return { options, violation, hash: witness.digest(stateOf(world)), witness, virtualMs: world.time.nowMs };
}

async function openWorld(world: World): Promise<Crowd> {
  await world.open();
  const opening = world.engine === null ? Promise.resolve() : openAccounts(world.engine.operating);
  await opening;
  const crowd = new Crowd(world);
  world.onUp = async () => {
    crowd.line.cut();
    memoryIsTheJournal(world);
    await answersSurvive(crowd.ledger, world);
  };
  return crowd;
}

/** Callers act, time passes, and whatever the options allow goes wrong. */
async function livePhase(world: World, crowd: Crowd): Promise<void> {
  const { options, witness } = world;
  const dice = new Dice(options.seed, 'pace');
  const crashesAt = new Set(Array.from({ length: options.crashes }, () => dice.whole(1, options.actions)));
  world.areFaultsOn = true;
  for (let action = 1; action <= options.actions && witness.violation === null; action += 1) {
    world.externals?.trouble.step();
    await crowd.act();
    if (crashesAt.has(action)) world.crash();
    if (world.engine !== null && world.engine.failure !== null && dice.chance(0.2)) world.crash();
    await world.pass(dice.chance(options.leaps) ? LEAP_MS : dice.pick(PAUSES_MS));
    atEachStep(world);
  }
}

/** Faults are over. A process that cannot write any more is restarted, as its operator would. */
async function restPhase(world: World, crowd: Crowd): Promise<void> {
  const { options, witness } = world;
  world.areFaultsOn = false;
  world.externals?.trouble.end();
  for (let wait = 0; world.engine === null && wait < STEPS_WITHOUT_SERVICE_MAX; wait += 1)
    await world.pass(100);
  const health = await world.venue?.health();
  if (world.engine?.failure !== null || health?.healthy === false) world.crash();
  const until = world.time.nowMs + livenessMsOf(options);
  while (world.time.nowMs < until && witness.violation === null) {
    await world.pass(10_000);
    atEachStep(world);
  }
  if (witness.violation === null) nothingIsLeftWaiting(world, crowd.line.unanswered);
}

function atEachStep(world: World): void {
  const { engine, witness } = world;
  if (engine === null || engine.failure !== null) return;
  reservedIsWhatMayFill(engine.state, witness);
  sumsAreWhatTheyCount(engine.state, witness);
}

async function atTheEnd(world: World, crowd: Crowd): Promise<void> {
  const { options, watch, witness, demoDisk } = world;
  legsAgreeWithTheVenue(world);
  fillsAgreeWithDemo(world);
  externalsAgree(world);
  resolvedMarketsAreSettled(world);
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

function stateOf(world: World): string {
  const orders = [...world.watch.state.orders.values()].map((order) =>
    encodeOrder({ ...order, answer: null }),
  );
  return [...orders, settingsOf(world.watch.state)].join('\n');
}
