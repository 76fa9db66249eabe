import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from '../support/test-service.ts';
import { audit, auditNow, type Expected } from './crash-audit.ts';
import { retry } from './crash-retry.ts';
import { Trader, type TraderSetup } from './crash-trader.ts';
import type { CrashPoint } from './named-crash-points.ts';

export interface CrashCycles {
  readonly service: TestService;
  readonly setup: TraderSetup;
  readonly seed: number;
  readonly cycles: number; // crashes at random moments, after one at each named point
  readonly points: readonly CrashPoint[];
  readonly loadMsMax: number;
  readonly expected: Expected;
  /**
   * After this many cycles, and at the end, no outcome may be unknown, the ledger must verify, and our
   * records must equal those of the venues.
   */
  readonly settleEvery: number;
  /** Kills or pauses another process, such as an exchange, while the traders trade. */
  readonly breakVenue?: () => Promise<void>;
  /** Compares our record with the venues' records. */
  readonly checkVenues: () => Promise<void>;
}

const TRADERS = 6;
const LOAD_MS_MIN = 150;
const START_MS_MAX = 1_200; // about the duration of a start, so that every step of it is interrupted sometimes
const POINT_REACHED_MS = 120_000;
const START_MS = 8_000; // a start has finished by then

/**
 * Crashes the service repeatedly and compares it with the records of its callers after each start. It crashes
 * at each named point by itself, and at random moments under load by kill -9.
 */
export async function runCrashCycles(crashes: CrashCycles): Promise<void> {
  const { service, setup, seed, points, settleEvery } = crashes;
  const { records, dice } = setup;
  const traders = Array.from(
    { length: TRADERS },
    (_, at) => new Trader(`trader${at + 1}`, { ...setup, dice: dice.fork() }),
  );
  setCrashPointFor(points[0], crashes);
  await service.kill();
  await service.start();
  const last = points.length + crashes.cycles;
  for (let cycle = 1; cycle <= last; cycle += 1) {
    const point = points[cycle - 1];
    try {
      await (point === undefined ? crashUnderLoad(crashes, traders) : crashAt(point, crashes, traders));
      if (point === undefined && cycle % 3 === 0) await crashWhileStarting(crashes);
      setCrashPointFor(points[cycle], crashes);
      await service.start();
      await check(crashes, cycle % settleEvery === 0 || cycle === last);
      await retry(setup);
    } catch (error) {
      const where = point === undefined ? '' : ` (${point.name})`;
      throw new Error(
        `seed ${seed}, cycle ${cycle}${where}: ${(error as Error).message}\nreproduce it: npm run long -- crash --seed ${seed} --cycles ${crashes.cycles}`,
        { cause: error },
      );
    }
  }
  assert.ok(records.attempts.length > last, 'orders were accepted before the crash');
}

async function check(
  { service, setup, expected, checkVenues }: CrashCycles,
  isSettled: boolean,
): Promise<void> {
  const { api, records } = setup;
  if (!isSettled) return auditNow(api, records, expected);
  await Promise.all([audit(api, records, expected), service.cliOk('verify')]);
  await checkVenues();
}

/** Makes the next process end itself at the point when the point is armed. */
function setCrashPointFor(point: CrashPoint | undefined, { service, setup }: CrashCycles): void {
  service.setCrashPoint(
    point === undefined ? null : { name: point.name, pass: setup.dice.between(1, point.passMax) },
  );
}

/** The process ends itself at the point, under load or while it starts. */
async function crashAt(
  point: CrashPoint,
  { service }: CrashCycles,
  traders: readonly Trader[],
): Promise<void> {
  service.armCrashPoint();
  if (point.when === 'starting') {
    await service.kill();
    service.launch();
    if (point.isAlwaysReached !== false) return waitForCrash(service);
    await Promise.race([waitForCrash(service), pause(START_MS)]);
    return service.kill();
  }
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  await Promise.race([trading, waitForCrash(service)]);
  await service.kill();
  await trading;
}

async function waitForCrash(service: TestService): Promise<void> {
  const waiting = new AbortController();
  const late = pause(POINT_REACHED_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('the crash point was not reached');
  });
  await Promise.race([service.exited(), late]).finally(() => waiting.abort());
}

async function crashUnderLoad(crashes: CrashCycles, traders: readonly Trader[]): Promise<void> {
  const { service, setup, loadMsMax, breakVenue } = crashes;
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  const breaking = breakVenue?.();
  // A trader that finds a violation ends the wait at once.
  await Promise.race([trading, pause(setup.dice.between(LOAD_MS_MIN, loadMsMax))]);
  await service.kill();
  await Promise.all([trading, breaking]);
}

/** Once or twice, so that recovery is interrupted and recovered from as well. */
async function crashWhileStarting({ service, setup: { dice } }: CrashCycles): Promise<void> {
  for (let left = dice.between(1, 2); left > 0; left -= 1) {
    service.launch();
    await pause(dice.below(START_MS_MAX));
    await service.kill();
  }
}
