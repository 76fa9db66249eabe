// `npm run sim:long`, `crash:long` and `soak:long`: the long runs, each with a line in docs/long-runs.md.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitName, ROOT } from './steps.ts';

const RECORD = join(ROOT, 'docs', 'long-runs.md');
const USAGE = `npm run sim:long   -- [--seeds 20000] [--from 1]           continues a run of the same commit that was stopped
npm run crash:long -- [--cycles 1000] [--seed 1]
npm run soak:long  -- [--minutes 60] [--per-second 500]
Each adds its result to docs/long-runs.md, unless --no-record is given.`;

interface LongRun {
  readonly command: readonly string[];
  readonly result: (output: string) => string | null; // null: the run did not finish
}

const numbers = {
  seeds: '20000',
  from: '1',
  cycles: '1000',
  seed: '1',
  minutes: '60',
  'per-second': '500',
} as const;

type Numbers = Readonly<Record<keyof typeof numbers, string>>;

const LONG_RUNS: Readonly<Record<string, (given: Numbers) => LongRun>> = {
  sim: ({ seeds, from }) => ({
    command: ['simulation/main.ts', '--seeds', seeds, '--from', from, ...resumeOptions()],
    result: (output) => matchLast(output, /^\d+ simulations,.*\n.*broke.*$/gm)?.replace('\n', ' ') ?? null,
  }),
  crash: ({ cycles, seed }) => ({
    command: ['scripts/run-crash.ts', '--cycles', cycles, '--seed', seed],
    result: (output) => {
      const accepted = [...output.matchAll(/(\d+) of \d+ orders accepted/g)];
      const sum = accepted.reduce((total, [, count]) => total + Number(count), 0);
      const failed = matchLast(output, /^ℹ fail \d+$/gm)?.slice('ℹ fail '.length);
      return failed === undefined ? null : `${cycles} cycles, ${sum} orders accepted, ${failed} tests failed`;
    },
  }),
  soak: ({ minutes, 'per-second': perSecond }) => ({
    command: ['scripts/soak.ts', '--minutes', minutes, '--per-second', perSecond, '--every-s', '60'],
    result: (output) => {
      const result = matchLast(output, /^\d+ orders,.*$/gm);
      return result === null ? null : `${minutes} minutes at ${perSecond} orders/s: ${result}`;
    },
  }),
};

/** A run of changed files cannot be continued: the files may change again before. */
function resumeOptions(): readonly string[] {
  const commit = commitName();
  return commit.includes(' ') ? [] : ['--resume', join(ROOT, 'data', 'long-runs', `sim-${commit}.jsonl`)];
}

const matchLast = (text: string, pattern: RegExp): string | null => text.match(pattern)?.at(-1) ?? null;

/** Exit code 0: the run held; 1: it broke or did not finish; 2: invalid command line. */
async function main(): Promise<number> {
  const options = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, { type: 'string', default: value } as const]),
  );
  const { values, positionals } = parseArgs({
    options: { ...options, 'no-record': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { 'no-record': isUnrecorded, ...given } = values;
  const [name = ''] = positionals;
  const longRun = LONG_RUNS[name]?.(given as Numbers);
  if (longRun === undefined || !Object.values(given).every((text) => /^[1-9]\d*$/.test(String(text)))) {
    console.error(USAGE);
    return 2;
  }
  const commit = commitName(); // before the run: the record describes the program that ran
  console.error(`commit ${commit}`);
  const startedMs = performance.now();
  const { exitCode, output } = await run(longRun.command);
  const result = longRun.result(output) ?? 'did not finish';
  const held = exitCode === 0 ? 'held' : '**broke**';
  const hours = ((performance.now() - startedMs) / 3_600_000).toFixed(2);
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}`;
  const line = `| ${day} | ${name} | ${result} | ${held} | ${hours} h | ${commit} | ${machine} |`;
  console.log(`\n${line}`);
  if (!isUnrecorded) appendFileSync(RECORD, `${line}\n`);
  return exitCode === 0 ? 0 : 1;
}

/** Shows the output while it is written, because a run takes hours, and returns it. */
function run([script = '', ...args]: readonly string[]): Promise<{
  exitCode: number | null;
  output: string;
}> {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}

process.exitCode = await main();
