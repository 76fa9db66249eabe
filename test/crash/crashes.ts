import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../service.ts';
import { audit, type Expected } from './audit.ts';
import { retry } from './retry.ts';
import { type Desk, Trader } from './trader.ts';

export interface Crashes {
  readonly service: Service;
  readonly desk: Desk;
  readonly seed: number;
  readonly cycles: number;
  readonly loadMsMax: number;
  readonly expected: Expected;
  /** What else ends while the traders trade, as an exchange. */
  readonly breakMore?: () => Promise<void>;
  /** Holds our record against the venues' own. */
  readonly checkVenues: () => Promise<void>;
}

const TRADERS = 6;
const LOAD_MS_MIN = 150;
const START_MS_MAX = 1_200; // about what a start takes, so that every step of it is cut some time

/** Kills the service under load again and again, and after each start holds it against what its callers know. */
export async function crashAgainAndAgain(crashes: Crashes): Promise<void> {
  const { service, desk, seed, cycles, expected } = crashes;
  const { api, ledger, dice } = desk;
  const traders = Array.from(
    { length: TRADERS },
    (_, at) => new Trader(`trader${at + 1}`, { ...desk, dice: dice.fork() }),
  );
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    try {
      await crashUnderLoad(crashes, traders);
      if (cycle % 3 === 0) await crashWhileStarting(crashes);
      await service.start();
      await Promise.all([audit(api, ledger, expected), service.cliOk('verify')]);
      await crashes.checkVenues();
      await retry(desk);
    } catch (error) {
      throw new Error(
        `seed ${seed}, cycle ${cycle}: ${(error as Error).message}\nrun it again: CRASH_SEED=${seed} npm test -- crash`,
        { cause: error },
      );
    }
  }
}

async function crashUnderLoad(crashes: Crashes, traders: readonly Trader[]): Promise<void> {
  const { service, desk, loadMsMax, breakMore } = crashes;
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  const breaking = breakMore?.();
  // A trader that finds something wrong ends the wait at once.
  await Promise.race([trading, pause(desk.dice.between(LOAD_MS_MIN, loadMsMax))]);
  await service.kill();
  await Promise.all([trading, breaking]);
}

/** Once or twice, so that recovery is itself recovered from. */
async function crashWhileStarting({ service, desk: { dice } }: Crashes): Promise<void> {
  for (let left = dice.between(1, 2); left > 0; left -= 1) {
    service.launch();
    await pause(dice.below(START_MS_MAX));
    await service.kill();
  }
}
