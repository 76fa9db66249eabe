import { globSync } from 'node:fs';
import { ROOT } from './steps.ts';

/** Contract tests that the full run repeats at a node that forwards to the owner of the journal (`CROSSBOOK_TEST_EDGE=1`). */
export const CONTRACT_ON_EDGE: readonly string[] = [
  'test/http/acceptance.test.ts',
  'test/http/amend.test.ts',
  'test/http/batch.test.ts',
  'test/http/conventions.test.ts',
  'test/http/cancel.test.ts',
  'test/http/idempotency.test.ts',
  'test/http/kill-switch.test.ts',
  'test/http/self-trade-api.test.ts',
  'test/http/service.test.ts',
  'test/http/signature.test.ts',
  'test/ws/account-streams.test.ts',
  'test/ws/order-books-api.test.ts',
  'test/ws/stream-closing.test.ts',
  'test/ws/stream-handshake.test.ts',
  'test/ws/trade-prints.test.ts',
  'test/ws/trade-requests.test.ts',
];

/** Contract tests that cannot run at such a node, and why: docs/cluster.md has the same list. */
export const NOT_AT_AN_EDGE: Readonly<Record<string, string>> = {
  'test/http/replay.test.ts': 'a replay keeps its journal in the data folder',
  'test/ws/slow-consumer.test.ts':
    'it reads metrics of the owner, and two more connections hold what its client does not read',
};

/** One group of test files. `npm test` runs the quick part of each, `npm run test:full` all of it. */
export interface Suite {
  readonly name: string;
  readonly files: readonly string[];
  /** Files of the full run only: they are slow, or repeat another file's test with more iterations. */
  readonly fullOnly: readonly string[];
  readonly isolation: 'none' | 'process';
  readonly concurrency: number; // test files at the same time
  readonly processes: number; // in which the quick part runs, each with a share of the files
  readonly minutesMax: number; // for one test
  /** Files whose tests repeat themselves less often in the quick part: see `test/support/test-size.ts`. */
  readonly sized: readonly string[];
}

/** Which part of each suite runs. `rest` is what `quick` omits: the files of the full run only, and the sized ones. */
export type Part = 'quick' | 'full' | 'rest';

const SUITE = {
  fullOnly: [],
  isolation: 'process',
  concurrency: 1,
  processes: 1,
  minutesMax: 5,
  sized: [],
} as const;

/** In the order in which they run. */
export const SUITES: readonly Suite[] = [
  // Many files in one process: they share no state except temporary folders and child processes.
  {
    ...SUITE,
    name: 'unit',
    files: ['{src,sdk,scripts,simulators,terminal/src}/**/*.test.ts'],
    fullOnly: [
      'src/{market-data/proposal-load,recorder/large-part}.test.ts',
      'src/storage/postgres/*.test.ts',
    ],
    isolation: 'none',
    processes: 2,
    minutesMax: 2,
    sized: ['src/config/sealed-secrets.test.ts'],
  },
  {
    ...SUITE,
    name: 'contract',
    files: ['test/**/*.test.ts'],
    fullOnly: [
      'test/package.test.ts',
      'test/simulator-faults.test.ts',
      'test/bad-input/json-wire.test.ts',
      'test/clients/*.test.ts',
      'test/cluster/*.test.ts',
      'test/http/http-statuses.test.ts',
      'test/http/{changed-rules,complex-orders-at-venues,cross-origin,demo-maker,fair-values,header-prefixes}.test.ts',
      'test/http/{market-closing,market-series,pages-api,pnl,resolved-while-down}.test.ts',
      'test/http/{service-settings,three-venues}.test.ts',
      'test/http/{real-venues,recorder,replay,shadow,venue-drivers,venue-refusals,webhook-retries}.test.ts',
      'test/model/model-over-http.test.ts',
      'test/mutation/generated/generated-mutants.test.ts',
      'test/http/telegram-{and-mail,commands}.test.ts',
      'test/mapping/published-pairs.test.ts',
      'test/operations/{image,monitoring,older-folders}.test.ts',
      'test/sdk/{one-strategy,python-sdk}.test.ts',
      'test/security/{audit,connections,overload,secrets}.test.ts',
      'test/support/postgres/postgres-server.test.ts',
      'test/watchdog.test.ts',
      'test/ws/{balances-stream,opportunities-stream,session-end,slow-consumer,stream-closing}.test.ts',
    ],
    sized: [
      'test/bad-input/odd-bodies.test.ts',
      'test/fuzz/fuzz-run.test.ts',
      'test/model/model-in-process.test.ts',
      'test/races/{kill-switch-races,races}.test.ts',
    ],
    concurrency: 2,
  },
  {
    ...SUITE,
    name: 'browser',
    files: ['test/terminal/**/*.test.ts'],
    fullOnly: [
      'test/terminal/{appearance,dom-ladder,error-pages,feed-load,markets-page,page-details}.test.ts',
      'test/terminal/{complex-pages,event-board-page,grid-page,page-state,performance-page,restart}.test.ts',
      'test/terminal/{all-prints,many-orders,page-orders,page-trading,settings-page,shown-markets,ticket}.test.ts',
    ],
  },
  {
    ...SUITE,
    name: 'sim',
    files: ['simulation/**/*.test.ts'],
    fullOnly: ['simulation/{simulation,nodes/nodes}.test.ts'],
    minutesMax: 45, // 620 worlds take 10 minutes, and twice that where another suite shares a slow machine
    sized: ['simulation/nodes/short-nodes.test.ts'],
  },
  {
    ...SUITE,
    name: 'crash',
    files: ['test/crash/**/*.test.ts'],
    fullOnly: [
      'test/crash/{backup,cluster-crash,damaged-files,full-disk,heartbeat-crash}.test.ts',
      'test/crash/{polymarket-crash,quote-crash,three-venues-crash}.test.ts',
    ],
    minutesMax: 20,
    sized: ['test/crash/kill-9.test.ts', 'test/crash/complex-order-crash.test.ts'],
  },
];

/** The files of one part of a suite. May be empty. */
export function listFiles(suite: Suite, part: Part): readonly string[] {
  const fullOnly = new Set(find(suite.fullOnly));
  const rest = new Set([...fullOnly, ...find(suite.sized)]);
  return ownFiles(suite).filter((file) => {
    if (part === 'full') return true;
    return part === 'quick' ? !fullOnly.has(file) : rest.has(file);
  });
}

/** A file belongs to the last suite that names it: `test/crash` is not part of the contract. */
function ownFiles(suite: Suite): readonly string[] {
  const later = new Set(SUITES.slice(SUITES.indexOf(suite) + 1).flatMap(({ files }) => find(files)));
  return find(suite.files).filter((file) => !later.has(file));
}

const find = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
