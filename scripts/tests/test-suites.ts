import { globSync } from 'node:fs';
import { ROOT } from '../steps.ts';

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

/** One group of test files. `npm test` runs the gate's part of each, `npm run test:full` all of it. */
export interface Suite {
  readonly name: string;
  readonly files: readonly string[];
  /** Files of the full run only: they are slow, or repeat another file's test with more iterations. */
  readonly fullOnly: readonly string[];
  /** Processes that share the files; null: one for each file. */
  readonly processes: number | null;
  /** Its files use real processes, sockets, browsers or databases: one that fails is repeated once, alone. */
  readonly isRepeated: boolean;
  readonly minutesMax: number; // for one test
  /** Of processor time of the gate's part. What it uses is printed with its change. */
  readonly budgetSeconds: number;
}

const SUITE = { fullOnly: [], processes: null, isRepeated: true, minutesMax: 5 } as const;

/** A file belongs to the last suite that names it. */
export const SUITES: readonly Suite[] = [
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
      'test/http/telegram-{and-mail,commands}.test.ts',
      'test/operations/{image,monitoring,older-folders}.test.ts',
      'test/sdk/{one-strategy,python-sdk}.test.ts',
      'test/security/{audit,connections,overload,secrets}.test.ts',
      'test/support/postgres/postgres-server.test.ts',
      'test/test-runner.test.ts',
      'test/ws/{balances-stream,opportunities-stream,session-end,slow-consumer,stream-closing}.test.ts',
    ],
    budgetSeconds: 250,
  },
  {
    ...SUITE,
    name: 'model',
    files: [
      'test/{fuzz,language,mapping,model,mutation,races}/**/*.test.ts',
      'test/{supply-chain,tidy}.test.ts',
      'test/support/{*,storage/*}.test.ts',
      'test/venues/*.test.ts',
    ],
    fullOnly: [
      'test/mapping/published-pairs.test.ts',
      'test/model/model-over-http.test.ts',
      'test/mutation/generated/generated-mutants.test.ts',
    ],
    isRepeated: false,
    budgetSeconds: 60,
  },
  // Many files in one process: they share no state.
  {
    ...SUITE,
    name: 'unit',
    files: ['{src,sdk,scripts,simulators,terminal/src}/**/*.test.ts'],
    fullOnly: ['src/{market-data/proposal-load,recorder/large-part}.test.ts'],
    processes: 4,
    isRepeated: false,
    minutesMax: 2,
    budgetSeconds: 250,
  },
  {
    ...SUITE,
    name: 'process',
    files: [
      'sdk/test/package.test.ts',
      'simulators/kalshi/main.test.ts',
      'src/{app/ledger-stores,config/credentials,venues/demo/demo-kill}.test.ts',
      'src/cli/{command-requests,complex-order-types,mapping-commands,request-commands}.test.ts',
      'src/cli/{service-commands,shell-helpers,signed-requests,start-command,trading-commands}.test.ts',
      'src/platform/{logger,secret-protection,service-manager}.test.ts',
      'src/storage/*.conformance.test.ts',
      'src/storage/{postgres/*,sqlite/sqlite-store}.test.ts',
    ],
    fullOnly: ['src/storage/postgres/*.test.ts'],
    budgetSeconds: 60,
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
    budgetSeconds: 80,
  },
  {
    ...SUITE,
    name: 'sim',
    files: ['simulation/**/*.test.ts'],
    fullOnly: ['simulation/{simulation,nodes/nodes}.test.ts'],
    isRepeated: false,
    minutesMax: 45, // 620 simulations take 10 minutes, and twice that where another suite shares a slow machine
    budgetSeconds: 90,
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
    budgetSeconds: 60,
  },
];

/** The files of a suite: those of the gate, or all. May be empty. */
export function listFiles(suite: Suite, isFull: boolean): readonly string[] {
  const later = SUITES.slice(SUITES.indexOf(suite) + 1).flatMap(({ files }) => files);
  const omitted = new Set(find([...later, ...(isFull ? [] : suite.fullOnly)]));
  return find(suite.files).filter((file) => !omitted.has(file));
}

const find = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
