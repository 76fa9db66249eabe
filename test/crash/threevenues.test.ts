import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../dice.ts';
import { startService } from '../service.ts';
import { crashAgainAndAgain } from './crashes.ts';
import { checkAgainstExchanges, type Exchange, externalFloor, placeOf } from './exchanges.ts';
import { Ledger } from './ledger.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 1);
const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 3);
const LOAD_MS_MAX = 1_500;

/** Seen with seed 1: a cancel that a kill cut short stays `pending_action` for a minute and more. */
const OPEN_DEFECT = { todo: 'a cancel at Polymarket is not always taken up again after a restart' };

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const ledger = new Ledger();
const dice = new Dice(SEED);

test(
  `${CYCLES} kills of the process, and some of an exchange, leave three venues and us of one mind`,
  OPEN_DEFECT,
  async (t) => {
    const api = service.api();
    const { floor, members } = await externalFloor(api);
    await crashAgainAndAgain({
      service,
      desk: { api, ledger, dice, floor },
      seed: SEED,
      cycles: CYCLES,
      loadMsMax: LOAD_MS_MAX,
      expected: { settledWithinMs: 60_000, venueReasons: ['venue_cancelled'] },
      breakMore: killAnExchangeSometimes,
      checkVenues: () => checkAgainstExchanges(api, service.dataDir, members),
    });
    t.diagnostic(ledger.summary());
    await service.stop(); // with it the exchanges end, which a kill would leave behind
  },
);

/** An exchange ends as suddenly as we do; whoever started it, or finds it gone, starts it again. */
async function killAnExchangeSometimes(): Promise<void> {
  if (!dice.happens(0.3)) return;
  const exchange = dice.pick<Exchange>(['kalshi', 'polymarket']);
  await pause(dice.below(LOAD_MS_MAX));
  process.kill(placeOf(service.dataDir, exchange).pid, 'SIGKILL');
}
