import { test } from 'node:test';
import { SeededRandom } from '../support/seeded-values.ts';
import { startService } from '../support/test-service.ts';
import { sized } from '../support/test-size.ts';
import { CallerRecords } from './caller-records.ts';
import { DEMO } from './crash-expectations.ts';
import { runCrashCycles } from './crash-loop.ts';
import { checkAgainstVenue } from './demo-file-check.ts';
import { POINTS } from './named-crash-points.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 1);
const CYCLES = Number(process.env['CRASH_CYCLES'] ?? sized({ full: 6, quick: 2 }));
const TRIED = POINTS.slice(
  0,
  Number(process.env['CRASH_POINTS'] ?? sized({ full: POINTS.length, quick: 4 })),
);

const service = await startService({ isProcess: true });
const records = new CallerRecords();

test(`no acknowledged change is lost, duplicated or undone by a crash at each of ${TRIED.length} points and ${CYCLES} kills under load`, async (t) => {
  const api = service.api();
  await runCrashCycles({
    service,
    setup: { api, records, dice: new SeededRandom(SEED), listings: DEMO },
    seed: SEED,
    cycles: CYCLES,
    points: TRIED,
    settleEvery: 2,
    loadMsMax: 700,
    expected: { settledWithinMs: 5_000, venueReasons: [] },
    checkVenues: () => checkAgainstVenue(api, service.dataDir),
  });
  t.diagnostic(records.summary());
});
