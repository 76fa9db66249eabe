/** The strategies of `examples/` in one lively sandbox: each trades and ends by itself. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { canRun, PYTHON, PYTHON_SDK, PYTHON_SKIP } from '../support/python.ts';
import { TestService } from '../support/test-service.ts';
import { sized } from '../support/test-size.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'examples');
const FILES = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const LINES_MAX = 60;
const RUN_MS_MAX = 60_000;
const AGENT_LIMITS = '--order-cost-max 20 --day-cost-max 100'.split(' ');

interface Strategy {
  readonly typescript: string;
  readonly python: string;
  readonly argument?: string;
  readonly prints: RegExp; // of its last lines
}

const STRATEGIES: readonly Strategy[] = [
  {
    typescript: 'market-maker.ts',
    python: 'market_maker.py',
    argument: '1',
    prints: /(BUY|SELL) \d+ @ 0\.\d/,
  },
  { typescript: 'hedge.ts', python: 'hedge.py', prints: /\d sets,? gain of all/ },
  {
    typescript: 'stop-steps.ts',
    python: 'stop_steps.py',
    argument: '1',
    prints: /cpx_\d+ has sold @ 0\.\d/,
  },
  { typescript: 'fair-value.ts', python: 'fair_value.py', argument: '1', prints: /10 @ 0\.\d/ },
  { typescript: 'twap.ts', python: 'twap.py', prints: /60 @ 0\.\d+\nFILLED/ },
  { typescript: 'agent.ts', python: 'agent.py', argument: 'agent.json', prints: /FILLED @ 0\.\d+, at most/ },
];
const RUN = STRATEGIES.slice(0, sized({ full: STRATEGIES.length, quick: 2 }));

const NO_PYTHON = canRun('python3', '--version') ? false : 'python3 is not installed';
/** The agent needs no package. */
const pythonOf = ({ python }: Strategy) =>
  python === 'agent.py'
    ? { program: PYTHON || 'python3', skip: PYTHON === '' && NO_PYTHON }
    : { program: PYTHON, skip: PYTHON_SKIP };

describe('the strategies of the examples', () => {
  const service = new TestService({
    settings: { 'sandbox.exchanges': true, 'venues.demo.lively': true },
  });

  async function run(program: string, args: readonly string[], argument?: string): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      CROSSBOOK_KEY_FILE: join(service.dataDir, 'sandbox-key.json'),
      PYTHONPATH: join(PYTHON_SDK, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const last = argument === 'agent.json' ? join(service.dataDir, argument) : argument;
    const all = last === undefined ? args : [...args, last];
    return (await promisify(execFile)(program, [...all], { cwd: ROOT, env, timeout: RUN_MS_MAX })).stdout;
  }

  before(async () => {
    await service.start();
    const key = ['key', 'new', '--kind', 'agent', '--permissions', 'read,trade', '--subaccounts', 'sa_1'];
    await service.cliOk(...key, ...AGENT_LIMITS, '--out', join(service.dataDir, 'agent.json'));
  });

  after(() => service.dispose());

  for (const strategy of RUN) {
    const { typescript, python, argument, prints } = strategy;
    test(`${typescript} trades and ends`, async () => {
      const file = join(FOLDER, typescript);
      assert.match(await run(process.execPath, ['--conditions=@crossbook/source', file], argument), prints);
    });
    const { program, skip } = pythonOf(strategy);
    test(`${python} trades and ends`, { skip }, async () => {
      assert.match(await run(program, ['-W', 'error', join(FOLDER, python)], argument), prints);
    });
  }
});

test('each example is a short file in the table of the README, and each is run', () => {
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const run = STRATEGIES.flatMap(({ typescript, python }) => [typescript, python]);
  assert.deepEqual(FILES.sort(), run.sort());
  for (const file of FILES) {
    assert.ok(readme.includes(`[${file}](${file})`), file);
    assert.ok(readFileSync(join(FOLDER, file), 'utf8').split('\n').length - 1 <= LINES_MAX, file);
  }
});
