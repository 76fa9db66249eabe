import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from '../support/test-service.ts';
import { audit, auditNow, type Expected } from './crash-audit.ts';
import { retry } from './crash-retry.ts';
import { Trader, type TraderSetup } from './crash-trader.ts';
import type { CrashPoint } from './named-crash-points.ts';

export interface Crashes {
  readonly service: TestService;
  readonly setup: TraderSetup;
  readonly seed: number;
  readonly cycles: number; // crashes at random moments, after one at each named point
  readonly points: readonly CrashPoint[];
  readonly loadMsMax: number;
  readonly expected: Expected;
  /**
   * After this many cycles, and at the end, no outcome may be unknown, the ledger must verify, and the venues
   * must agree.
   */
  readonly settleEvery: number;
  /** What else is killed or paused while the traders trade, such as an exchange. */
  readonly breakMore?: () => Promise<void>;
  /** Compares our record with the venues' records. */
  readonly checkVenues: () => Promise<void>;
}

const TRADERS = 6;
const LOAD_MS_MIN = 150;
const START_MS_MAX = 1_200; // about the duration of a start, so that every step of it is interrupted sometimes
const POINT_REACHED_MS = 120_000;
const START_MS = 8_000; // a start has finished by then

/**
 * Ends the service repeatedly, at each named point by itself and at random moments under load by a kill, and
 * after each start compares it with the records of its callers.
 */
export async function crashAgainAndAgain(crashes: Crashes): Promise<void> {
  const { service, setup, seed, points, settleEvery } = crashes;
  const { ledger, dice } = setup;
  const traders = Array.from(
    { length: TRADERS },
    (_, at) => new Trader(`trader${at + 1}`, { ...setup, dice: dice.fork() }),
  );
  plantFor(points[0], crashes);
  await service.kill();
  await service.start();
  const last = points.length + crashes.cycles;
  for (let cycle = 1; cycle <= last; cycle += 1) {
    const point = points[cycle - 1];
    try {
      await (point === undefined ? crashUnderLoad(crashes, traders) : crashAt(point, crashes, traders));
      if (point === undefined && cycle % 3 === 0) await crashWhileStarting(crashes);
      plantFor(points[cycle], crashes);
      await service.start();
      await check(crashes, cycle % settleEvery === 0 || cycle === last);
      await retry(setup);
    } catch (error) {
      const where = point === undefined ? '' : ` (${point.name})`;
      throw new Error(
        `seed ${seed}, cycle ${cycle}${where}: ${(error as Error).message}\nreproduce it: npm run crash -- --seed ${seed} --cycles ${crashes.cycles}`,
        { cause: error },
      );
    }
  }
  assert.ok(ledger.attempts.length > last, 'orders were accepted before the crash');
}

async function check({ service, setup, expected, checkVenues }: Crashes, isSettled: boolean): Promise<void> {
  const { api, ledger } = setup;
  if (!isSettled) return auditNow(api, ledger, expected);
  await Promise.all([audit(api, ledger, expected), service.cliOk('verify')]);
  await checkVenues();
}

/** Makes the next process end itself at the point when the point is armed. */
function plantFor(point: CrashPoint | undefined, { service, setup }: Crashes): void {
  service.setCrashPoint(
    point === undefined ? null : { name: point.name, pass: setup.dice.between(1, point.passMax) },
  );
}

/** The process ends itself at the point, under load or while it starts. */
async function crashAt(point: CrashPoint, { service }: Crashes, traders: readonly Trader[]): Promise<void> {
  service.armCrashPoint();
  if (point.when === 'starting') {
    await service.kill();
    service.launch();
    if (point.isSure !== false) return reached(service);
    await Promise.race([reached(service), pause(START_MS)]);
    return service.kill();
  }
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  await Promise.race([trading, reached(service)]);
  await service.kill();
  await trading;
}

async function reached(service: TestService): Promise<void> {
  const waiting = new AbortController();
  const late = pause(POINT_REACHED_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('the point was never reached');
  });
  await Promise.race([service.gone(), late]).finally(() => waiting.abort());
}

async function crashUnderLoad(crashes: Crashes, traders: readonly Trader[]): Promise<void> {
  const { service, setup, loadMsMax, breakMore } = crashes;
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  const breaking = breakMore?.();
  // A trader that finds a violation ends the wait at once.
  await Promise.race([trading, pause(setup.dice.between(LOAD_MS_MIN, loadMsMax))]);
  await service.kill();
  await Promise.all([trading, breaking]);
}

/** Once or twice, so that recovery is interrupted and recovered from as well. */
async function crashWhileStarting({ service, setup: { dice } }: Crashes): Promise<void> {
  for (let left = dice.between(1, 2); left > 0; left -= 1) {
    service.launch();
    await pause(dice.below(START_MS_MAX));
    await service.kill();
  }
}
