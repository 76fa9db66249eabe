import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SeededRandom } from '../support/seeded-values.ts';
import { startService } from '../support/test-service.ts';
import { CallerRecords } from './caller-records.ts';
import { checkAgainstExchanges, type Exchange, externalListings, readListening } from './crash-exchanges.ts';
import { runCrashCycles } from './crash-loop.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 1);
const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 5);
const LOAD_MS_MAX = 1_500;
const PAUSED_MS_MAX = 6_500; // the gateway rejects an order older than five seconds

const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
const records = new CallerRecords();
const dice = new SeededRandom(SEED);

test(`${CYCLES} kills of the process, and some of an exchange, leave our records equal to those of three venues`, async (t) => {
  const api = service.api();
  const { listings, members } = await externalListings(api);
  await runCrashCycles({
    service,
    setup: { api, records, dice, listings },
    seed: SEED,
    cycles: CYCLES,
    points: [],
    settleEvery: 4,
    loadMsMax: LOAD_MS_MAX,
    // A crash between the two halves of a replacement ends the order (docs/decisions/amending.md).
    expected: { settledWithinMs: 60_000, venueReasons: ['venue_cancelled', 'replace_interrupted'] },
    breakVenue: breakOneProcess,
    checkVenues: () => checkAgainstExchanges(api, service.dataDir, members),
  });
  t.diagnostic(records.summary());
  await service.stop(); // the exchanges end with it; a kill would leave them running
});

/**
 * Kills an exchange, which its supervisor restarts, or pauses an exchange or the service for longer than the
 * maximum age of an unsent order.
 */
async function breakOneProcess(): Promise<void> {
  const what = dice.pick([
    'nothing',
    'an exchange ends',
    'an exchange is paused',
    'the service is paused',
  ] as const);
  const pid = (): number => readListening(service.dataDir, dice.pick<Exchange>(['kalshi', 'polymarket'])).pid;
  await pause(dice.below(LOAD_MS_MAX));
  if (what === 'an exchange ends') process.kill(pid(), 'SIGKILL');
  if (what === 'an exchange is paused') await pauseProcess(pid());
  if (what === 'the service is paused' && service.isAlive) await pauseProcess(service.pid);
}

async function pauseProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await pause(dice.between(100, PAUSED_MS_MAX));
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // it was killed while it was paused
  }
}
