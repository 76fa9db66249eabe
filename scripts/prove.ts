// `npm run long -- prove`: the runs that take hours, each with a line in docs/long-runs.md.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitName, ROOT } from './steps.ts';

const RECORD = join(ROOT, 'docs', 'long-runs.md');

/** How much of each proof, where no option says otherwise. */
const NUMBERS = {
  seeds: '20000', // sim
  from: '1',
  cycles: '1000', // crash
  minutes: '60', // soak
  'per-second': '500',
  inputs: '500000', // fuzz, each parser
  races: '1000000',
  sample: '20', // generated defects in each room
  seed: '1', // where chance begins
} as const;
type Numbers = Readonly<Record<keyof typeof NUMBERS, string>>;

interface Proof {
  readonly command: readonly string[];
  readonly result: (output: string) => string | null; // null: the run did not finish
}

const PROOFS: Readonly<Record<string, (given: Numbers, mutants: string | undefined) => Proof>> = {
  sim: ({ seeds, from }) => ({
    command: ['simulation/main.ts', '--seeds', seeds, '--from', from, ...resumeOptions()],
    result: (output) =>
      matchLast(output, /^\d+ simulations,.*\n.*(?:broke|failed).*$/gm)?.replace('\n', ' ') ?? null,
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
  fuzz: ({ inputs, seed }) => ({
    command: ['test/fuzz/main.ts', '--inputs', inputs, '--seed', seed],
    result: (output) => {
      const counts = [...output.matchAll(/^✔ .*?(\d+) inputs/gm)].map(([, count]) => Number(count));
      const sum = counts.reduce((total, count) => total + count, 0);
      return counts.length === 0 ? null : `${sum} malformed inputs`;
    },
  }),
  mutants: (_, only) => ({
    command: ['test/mutation/main.ts', ...(only === undefined ? [] : ['--only', only])],
    result: (output) => matchLast(output, /^\d+ of \d+ caught.*$/gm),
  }),
  sample: ({ sample, seed }) => ({
    command: ['test/mutation/sample.ts', '--count', sample, '--seed', seed],
    result: (output) => matchLast(output, /^\d+ of \d+ generated defects.*$/gm),
  }),
  races: ({ races, seed }) => ({
    command: ['test/races/main.ts', '--races', races, '--seed', seed],
    result: (output) => matchLast(output, /^✔ \d+ races.*$/gm)?.slice(2) ?? null,
  }),
};

const USAGE = `npm run long -- prove [${Object.keys(PROOFS).join(' | ')} …] [OPTIONS]      all of them without a name; hours

--seeds, --from, --cycles, --minutes, --per-second, --inputs, --races, --sample, --seed: how much, and where chance begins
--mutants NAME,NAME: these planted defects, not all
--no-record: adds no line to docs/long-runs.md
A sim that was stopped continues if the commit is the same.`;

/** A run of changed files cannot be continued: the files may change again before. */
function resumeOptions(): readonly string[] {
  const commit = commitName();
  return commit.includes(' ') ? [] : ['--resume', join(ROOT, 'data', 'long-runs', `sim-${commit}.jsonl`)];
}

const matchLast = (text: string, pattern: RegExp): string | null => text.match(pattern)?.at(-1) ?? null;

/** Exit code 0: all proofs held; 1: one broke or did not finish; 2: invalid command line. */
async function main(): Promise<number> {
  const options = Object.fromEntries(
    Object.entries(NUMBERS).map(([name, value]) => [name, { type: 'string', default: value } as const]),
  );
  const { values, positionals } = parseArgs({
    options: {
      ...options,
      mutants: { type: 'string' },
      'no-record': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const { mutants, 'no-record': isUnrecorded, help, ...given } = values;
  if (help === true) {
    console.log(USAGE);
    return 0;
  }
  const names = positionals.length === 0 ? Object.keys(PROOFS) : positionals;
  const isWhole = Object.values(given).every((text) => /^[1-9]\d*$/.test(String(text)));
  if (!isWhole || names.some((name) => !Object.hasOwn(PROOFS, name))) {
    console.error(USAGE);
    return 2;
  }
  let hasFailed = false;
  for (const name of names) {
    const proof = PROOFS[name]?.(given as Numbers, mutants);
    if (proof === undefined) continue;
    const { held, line } = await prove(name, proof);
    console.log(`\n${line}`);
    if (isUnrecorded !== true) appendFileSync(RECORD, `${line}\n`);
    hasFailed ||= !held;
  }
  return hasFailed ? 1 : 0;
}

/** Runs a proof; its line in the table of the page. */
async function prove(name: string, { command, result }: Proof): Promise<{ held: boolean; line: string }> {
  const commit = commitName(); // before the run: the record describes the program that ran
  console.error(`${name} at commit ${commit}`);
  const startedMs = performance.now();
  const { exitCode, output } = await run(command);
  const figure = result(output);
  const held = exitCode === 0 && figure !== null;
  const hours = ((performance.now() - startedMs) / 3_600_000).toFixed(2);
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}`;
  const cells = [
    day,
    name,
    figure ?? 'did not finish',
    held ? 'held' : '**broke**',
    `${hours} h`,
    commit,
    machine,
  ];
  return { held, line: `| ${cells.join(' | ')} |` };
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
