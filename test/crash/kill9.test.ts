import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../dice.ts';
import { type Service, startService } from '../service.ts';
import { audit } from './audit.ts';
import { Ledger } from './ledger.ts';
import { retry } from './retry.ts';
import { Trader } from './trader.ts';
import { checkAgainstVenue } from './venuetruth.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 1);
const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 20);
const TRADERS = 6;
const LOAD_MS_MAX = 700;
const START_MS_MAX = 1_200; // about what a start takes, so that every step of it is cut some time

const service = await startService();
const dice = new Dice(SEED);
const ledger = new Ledger();
const traders = Array.from(
  { length: TRADERS },
  (_, at) => new Trader(`trader${at + 1}`, service.api(), ledger, dice.fork()),
);

test(`nothing acknowledged is lost, doubled or undone by ${CYCLES} kills of the process under load`, async (t) => {
  const api = service.api();
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    try {
      await crashUnderLoad();
      if (cycle % 3 === 0) await crashWhileStarting(service);
      await service.start();
      await Promise.all([audit(api, ledger), service.cliOk('verify')]);
      await checkAgainstVenue(api, service.dataDir);
      await retry(api, ledger, dice);
    } catch (error) {
      throw new Error(
        `seed ${SEED}, cycle ${cycle}: ${(error as Error).message}\nrun it again: CRASH_SEED=${SEED} npm test -- crash`,
        { cause: error },
      );
    }
  }
  const accepted = ledger.attempts.filter(({ outcome }) => outcome === 'accepted').length;
  t.diagnostic(`${accepted} of ${ledger.attempts.length} orders accepted, ${ledger.fills.size} fills`);
});

async function crashUnderLoad(): Promise<void> {
  const trading = Promise.all(traders.map((trader, at) => trader.trade(at === 0)));
  // A trader that finds something wrong ends the wait at once.
  await Promise.race([trading, pause(dice.between(150, LOAD_MS_MAX))]);
  await service.kill();
  await trading;
}

/** Once or twice, so that recovery is itself recovered from. */
async function crashWhileStarting(starting: Service): Promise<void> {
  for (let left = dice.between(1, 2); left > 0; left -= 1) {
    starting.launch();
    await pause(dice.below(START_MS_MAX));
    await starting.kill();
  }
}
