// npm run bench [-- name …] [--rounds N] [--seconds N] [--connections N] [--sockets N] [--orders N] [--instruments N] [--markets N]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { options } from './bench-options.ts';
import { writeSection } from './bench-report.ts';
import { type Benchmark, SUITE } from './bench-suite.ts';
import { type Figure, renderTable } from './figures.ts';
import { describeMachine } from './machine.ts';

const args = process.argv.slice(2);
const report = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');

const failed: string[] = [];
console.log(describeMachine());
for (const benchmark of chosen(options(args).names)) {
  console.log(`\n${benchmark.name}: ${benchmark.about}\n`);
  const figures = await run(benchmark);
  if (figures === null) failed.push(benchmark.name);
  else note(benchmark, figures);
}
if (failed.length > 0) {
  console.error(`\nbenchmarks without figures: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function chosen(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.filter((name) => SUITE.every((benchmark) => benchmark.name !== name));
  if (unknown.length > 0) {
    const known = SUITE.map(({ name }) => name).join(', ');
    throw new Error(`unknown benchmark ${unknown.join(', ')}; the benchmarks are ${known}`);
  }
  return names.length === 0 ? SUITE : SUITE.filter(({ name }) => names.includes(name));
}

/** Runs a benchmark in a separate process. Returns null if it ended without figures. */
async function run({ file }: Benchmark): Promise<readonly Figure[] | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let figures: readonly Figure[] | null = null;
  child.on('message', (message) => {
    figures = message as readonly Figure[];
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? figures : null;
}

function note(benchmark: Benchmark, figures: readonly Figure[]): void {
  console.log(renderTable(figures));
  mkdirSync(join(report, '..'), { recursive: true });
  writeSection(report, benchmark, figures, new Date().toISOString().slice(0, 10));
}
