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

/** Contract tests that cannot run at such a node, and why. */
export const NOT_AT_AN_EDGE: Readonly<Record<string, string>> = {
  'test/http/replay.test.ts': 'a replay keeps its journal in the data folder',
  'test/ws/slow-consumer.test.ts':
    'it reads metrics of the owner, and two more connections hold what its client does not read',
};

/** One group of test files. `npm test` runs the gate's part of each, `npm run test:full` all of it. */
export interface Suite {
  readonly name: string;
  readonly files: readonly string[];
  /**
   * Files of the full run: they are slow, or repeat another file's test with more iterations. The gate runs those of an area
   * that changed: a path of the change begins with one of these. None: the full run only.
   */
  readonly fullOnly: Readonly<Record<string, readonly string[]>>;
  /** Jobs that share its files; null: one for each file. */
  readonly parts: number | null;
  /** Its files use real processes, sockets, browsers or databases: one that fails is repeated once, alone. */
  readonly isRepeated: boolean;
  readonly minutesMax: number; // for one test
  /** Of processor time of the gate's part. What it uses is printed with its change. */
  readonly budgetSeconds: number;
}

const CLUSTER = ['src/storage/postgres/', 'src/app/await-journal.ts', 'src/edge/', 'scripts/cluster'];
const RECORDINGS = [
  'src/recorder/',
  'src/domain/recording/',
  'src/domain/replay/',
  'src/venues/replay/',
  'src/app/replay/',
];
const TERMINAL = ['terminal/src/', 'terminal/index.html'];

const SUITE = { fullOnly: {}, parts: null, isRepeated: true, minutesMax: 5 } as const;

/** A file belongs to the last suite that names it. */
export const SUITES: readonly Suite[] = [
  {
    ...SUITE,
    name: 'contract',
    files: ['test/**/*.test.ts'],
    fullOnly: {
      'test/package.test.ts': ['package.json', 'scripts/crossbook.mjs', 'scripts/run.mjs'],
      'test/simulator-faults.test.ts': ['simulators/', 'src/venues/'],
      'test/bad-input/json-wire.test.ts': ['src/http/'],
      'test/clients/*.test.ts': ['simulators/', 'src/venues/'],
      'test/cluster/*.test.ts': CLUSTER,
      'test/http/{http-statuses,header-prefixes,cross-origin,pages-api,service-settings}.test.ts': [
        'src/http/',
        'src/config/',
      ],
      'test/http/{complex-orders-at-venues,changed-rules,three-venues,venue-refusals}.test.ts': [
        'src/venues/',
        'simulators/',
        'src/complex-orders/',
      ],
      'test/http/{demo-maker,fair-values,market-closing,market-series,resolved-while-down}.test.ts': [
        'src/venues/demo/',
        'src/market-data/',
      ],
      'test/http/pnl.test.ts': ['src/orders/pnl/', 'src/domain/positions/'],
      'test/http/{real-venues,venue-drivers}.test.ts': ['src/app/', 'src/drivers/', 'src/venues/shared/'],
      'test/http/{recorder,replay,shadow}.test.ts': RECORDINGS,
      'test/http/{webhook-retries,telegram-and-mail,telegram-commands}.test.ts': [
        'src/notifications/',
        'src/domain/notifications/',
        'src/platform/',
      ],
      'test/operations/{image,monitoring}.test.ts': ['ops/', 'scripts/image.ts', 'scripts/grafana'],
      'test/operations/going-live.test.ts': ['docs/going-live.md', 'src/cli/', 'src/venues/shared/'],
      'test/operations/older-folders.test.ts': ['src/storage/', 'src/app/', 'src/config/'],
      'test/sdk/{one-strategy,python-sdk}.test.ts': ['sdk-python/', 'sdk/', 'examples/'],
      'test/security/{audit,connections,overload,secrets}.test.ts': [
        'src/http/',
        'src/streams/',
        'src/admin/',
      ],
      'test/support/postgres/postgres-server.test.ts': ['test/support/postgres/'],
      'test/test-runner.test.ts': ['scripts/'],
      'test/ws/{balances-stream,opportunities-stream,session-end,slow-consumer,stream-closing}.test.ts': [
        'src/streams/',
      ],
    },
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
    fullOnly: {
      'test/mapping/published-pairs.test.ts': ['src/relations/mapping/'],
      'test/model/model-over-http.test.ts': ['src/oms/', 'src/orders/', 'src/domain/order-state/'],
      'test/mutation/generated/generated-mutants.test.ts': ['test/mutation/'],
    },
    isRepeated: false,
    budgetSeconds: 60,
  },
  // Small files: a line and a recorded cost for each part instead of each file.
  {
    ...SUITE,
    name: 'unit',
    files: ['{src,sdk,scripts,simulators,terminal/src}/**/*.test.ts'],
    fullOnly: { 'src/{market-data/proposal-load,recorder/large-part}.test.ts': [] },
    parts: 4,
    isRepeated: false,
    minutesMax: 2,
    budgetSeconds: 250,
  },
  {
    ...SUITE,
    name: 'process',
    files: [
      'scripts/tests/lane-process.test.ts',
      'sdk/test/package.test.ts',
      'simulators/kalshi/main.test.ts',
      'src/{app/ledger-stores,config/credentials,venues/demo/demo-kill}.test.ts',
      'src/cli/{command-requests,complex-order-types,mapping-commands,request-commands}.test.ts',
      'src/cli/{service-commands,shell-helpers,signed-requests,start-command,trading-commands}.test.ts',
      'src/platform/{logger,secret-protection,service-manager}.test.ts',
      'src/storage/*.conformance.test.ts',
      'src/storage/{postgres/*,sqlite/sqlite-store}.test.ts',
    ],
    fullOnly: { 'src/storage/postgres/*.test.ts': ['src/storage/'] },
    budgetSeconds: 60,
  },
  {
    ...SUITE,
    name: 'browser',
    files: ['test/terminal/**/*.test.ts'],
    fullOnly: {
      'test/terminal/{appearance,dom-ladder,error-pages,feed-load,markets-page,page-details}.test.ts': [],
      'test/terminal/{complex-pages,event-board-page,grid-page,page-state,performance-page,restart}.test.ts':
        TERMINAL,
      'test/terminal/{all-prints,many-orders,page-orders,page-trading,settings-page,shown-markets,ticket}.test.ts':
        TERMINAL,
    },
    budgetSeconds: 80,
  },
  {
    ...SUITE,
    name: 'sim',
    files: ['simulation/**/*.test.ts'],
    fullOnly: { 'simulation/{simulation,nodes/nodes}.test.ts': [] },
    isRepeated: false,
    minutesMax: 45, // 620 simulations take 10 minutes, and twice that where another suite shares a slow machine
    budgetSeconds: 90,
  },
  {
    ...SUITE,
    name: 'crash',
    files: ['test/crash/**/*.test.ts'],
    fullOnly: {
      'test/crash/{backup,damaged-files,full-disk}.test.ts': ['src/storage/'],
      'test/crash/cluster-crash.test.ts': CLUSTER,
      'test/crash/heartbeat-crash.test.ts': [],
      'test/crash/{polymarket-crash,three-venues-crash}.test.ts': ['src/venues/'],
      'test/crash/quote-crash.test.ts': ['src/orders/quotes/'],
    },
    minutesMax: 20,
    budgetSeconds: 60,
  },
];

/** The files of a suite: those of the gate, or all. May be empty. */
export function listFiles(suite: Suite, isFull: boolean): readonly string[] {
  const omitted = new Set(find([...laterFiles(suite), ...(isFull ? [] : Object.keys(suite.fullOnly))]));
  return find(suite.files).filter((file) => !omitted.has(file));
}

/** The files of the full run whose area has one of these paths. */
export function listAreaFiles(suite: Suite, changed: readonly string[]): readonly string[] {
  const patterns = Object.entries(suite.fullOnly)
    .filter(([, area]) => changed.some((path) => area.some((start) => path.startsWith(start))))
    .map(([pattern]) => pattern);
  const files = new Set([
    ...find(patterns),
    ...find(Object.keys(suite.fullOnly)).filter((file) => changed.includes(file)),
  ]);
  return listFiles(suite, true).filter((file) => files.has(file));
}

const laterFiles = (suite: Suite): readonly string[] =>
  SUITES.slice(SUITES.indexOf(suite) + 1).flatMap(({ files }) => files);

const find = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
