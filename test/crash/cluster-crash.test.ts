import { test } from 'node:test';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { SeededRandom } from '../support/seeded-values.ts';
import { CallerRecords } from './caller-records.ts';
import { CLUSTER_FAULTS } from './cluster-faults.ts';
import { type RoundResult, runClusterRounds } from './cluster-rounds.ts';
import { ClusterUnderTest } from './cluster-under-test.ts';
import { checkAgainstExchanges, externalListings } from './crash-exchanges.ts';
import { checkAgainstDemo } from './demo-file-check.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 1);
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 5);

test(`${ROUNDS} failures of nodes, connections and database servers lose, double and resend nothing`, {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const cluster = await ClusterUnderTest.start();
  t.after(() => cluster.stop());
  const owner = await cluster.untilWhole();
  const { listings, members } = await externalListings(owner.service.api());
  const records = new CallerRecords();
  const dice = new SeededRandom(SEED);
  const results = await runClusterRounds({
    cluster,
    setup: { records, dice, listings },
    faults: Array.from({ length: ROUNDS }, (_, round) => CLUSTER_FAULTS[round] ?? dice.pick(CLUSTER_FAULTS)),
    // A crash between the two halves of a replacement ends the order (docs/decisions/amending.md).
    expected: { settledWithinMs: 120_000, venueReasons: ['venue_cancelled', 'replace_interrupted'] },
    checkVenues: async (api) => {
      await checkAgainstExchanges(api, cluster.exchanges.folder, members);
      await checkAgainstDemo(api, (sql) => cluster.query(sql));
    },
  });
  t.diagnostic(records.summary());
  for (const line of renderResults(results)) t.diagnostic(line);
});

/** One line for each kind of failure, with the times until a change was acknowledged again. */
function renderResults(results: readonly RoundResult[]): readonly string[] {
  return [...Map.groupBy(results, ({ fault }) => fault)].map(([fault, rounds]) => {
    const times = rounds.map(({ recoveredMs }) => recoveredMs).sort((a, b) => a - b);
    const takeovers = rounds.filter(({ hasTakenOver }) => hasTakenOver).length;
    return `${fault}: ${rounds.length} rounds, ${takeovers} takeovers, acknowledged again after ${times.join(', ')} ms`;
  });
}
