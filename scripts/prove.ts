import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitName, ROOT } from './steps.ts';

const USAGE = `npm run prove                                 every long proof, one after the other; hours
  --only sim,crash,fuzz,mutants,sample,races  these
  --seeds N --cycles N --inputs N --races N   how much of each
  --mutants NAME,NAME                         these planted defects, not all
  --sample N                                  how many generated defects in each room
  --seed N                                    where chance begins`;

interface Proof {
  readonly name: string;
  readonly what: string; // its name in the table
  readonly command: readonly string[];
  readonly figure: (words: string) => string | null; // null: the run did not finish
}

/** The last line with the result of a run. */
const lastLine =
  (pattern: RegExp) =>
  (words: string): string | null =>
    [...words.matchAll(pattern)].at(-1)?.[1] ?? null;

/** Sums `inputs` over all targets in the output of `npm run fuzz`. */
function inputsIn(words: string): string | null {
  const inputs = [...words.matchAll(/^✔ .*?(\d+) inputs/gm)].map(([, count]) => Number(count));
  return inputs.length === 0 ? null : `${inputs.reduce((sum, count) => sum + count, 0)} inputs, no harm`;
}

/** The orders acknowledged to the clients of the crash loop. Its tests check that none was lost or duplicated. */
function survivorsIn(words: string, cycles: string): string | null {
  const accepted = [...words.matchAll(/(\d+) of \d+ orders accepted/g)].map(([, count]) => Number(count));
  const sum = accepted.reduce((total, count) => total + count, 0);
  return sum === 0 ? null : `${cycles} cycles, ${sum} orders accepted, 0 lost, 0 doubled`;
}

/** Exit code 0: all proofs held; 1: one failed; 2: invalid command line. */
async function main(): Promise<number> {
  const whole = (byDefault: number) => ({ type: 'string', default: String(byDefault) }) as const;
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      mutants: { type: 'string' },
      seeds: whole(20_000),
      cycles: whole(1_000),
      inputs: whole(500_000),
      races: whole(1_000_000),
      sample: whole(20),
      seed: whole(1),
    },
  });
  const { only, seeds, cycles, inputs, races, sample, seed } = values;
  const proofs: readonly Proof[] = [
    {
      name: 'sim',
      what: 'simulated runs',
      command: ['simulation/main.ts', '--seeds', seeds, '--from', seed],
      figure: lastLine(/^(\d+ simulations.*)$/gm),
    },
    {
      name: 'crash',
      what: 'kill -9 and restart',
      command: ['scripts/run-crash.ts', '--cycles', cycles, '--seed', seed],
      figure: (words) => survivorsIn(words, cycles),
    },
    {
      name: 'fuzz',
      what: 'malformed input',
      command: ['test/fuzz/main.ts', '--inputs', inputs, '--seed', seed],
      figure: inputsIn,
    },
    {
      name: 'mutants',
      what: 'planted defects',
      command: ['test/mutation/main.ts', ...(values.mutants === undefined ? [] : ['--only', values.mutants])],
      figure: lastLine(/^(\d+ of \d+ caught.*)$/gm),
    },
    {
      name: 'sample',
      what: 'generated defects',
      command: ['test/mutation/sample.ts', '--count', sample, '--seed', seed],
      figure: lastLine(/^(\d+ of \d+ generated defects.*)$/gm),
    },
    {
      name: 'races',
      what: 'orders against the kill switch',
      command: ['test/races/main.ts', '--races', races, '--seed', seed],
      figure: lastLine(/^✔ (\d+ races.*)$/gm),
    },
  ];
  const names = only?.split(',') ?? proofs.map(({ name }) => name);
  const isKnown = names.every((name) => proofs.some((proof) => proof.name === name));
  const isWhole = [seeds, cycles, inputs, races, sample, seed].every((text) => /^[1-9]\d*$/.test(text));
  if (!isKnown || !isWhole) {
    console.error(USAGE);
    return 2;
  }
  return prove(
    proofs.filter(({ name }) => names.includes(name)),
    seed,
  );
}

/** Writes each row of the table to standard output when its run ends, and the output of the runs to standard error. */
async function prove(proofs: readonly Proof[], seed: string): Promise<number> {
  console.log(
    `Commit ${commitName()}, seed ${seed}, ${process.platform}/${process.arch}, Node ${process.version}\n`,
  );
  console.log('| proof | figure | | minutes |\n|---|---|---|---|');
  let failed = 0;
  for (const { what, command, figure } of proofs) {
    const startedMs = performance.now();
    const { exitCode, words } = await run(command);
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
    const held = exitCode === 0 && figure(words) !== null;
    if (!held) failed += 1;
    const result = figure(words) ?? 'did not finish';
    console.log(`| ${what} | ${result} | ${held ? 'held' : '**broke**'} | ${minutes} |`);
  }
  return failed === 0 ? 0 : 1;
}

function run([script = '', ...args]: readonly string[]): Promise<{ exitCode: number | null; words: string }> {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    words += text;
    process.stderr.write(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, words }));
  });
}

process.exitCode = await main();
