import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Benchmark, SUITE } from './bench-suite.ts';
import { type Figure, renderTable } from './figures.ts';
import { describeMachine, describePlaces } from './machine.ts';

const TITLE = `# Benchmarks

Written by \`npm run bench\`; each section by its last run. Figures are ratios within one run on one machine
where there is a ceiling to compare with, never limits on time in a test. *measured* and *bare* are medians
over the rounds, which alternate between the two; *spread* is the least and the greatest round, of the
ratio where there is one. p50 and p99 are of single operations.

Both servers of a comparison may use the same cores: all but the last, which is the load generator's, and
on two cores both, since a service of several threads is not run on one. The generator's share of the second
core then burdens the service and not a ceiling of one thread, so the ratio errs against us.
`;

/** Replaces one benchmark's section of the report and keeps the others, in the order of the suite. */
export function writeSection(
  path: string,
  benchmark: Benchmark,
  figures: readonly Figure[],
  day: string,
): void {
  const sections = readSections(path);
  sections.set(
    benchmark.name,
    [
      benchmark.about,
      '',
      renderTable(figures),
      '',
      `${day} · ${describeMachine()} · ${describePlaces()}`,
    ].join('\n'),
  );
  const bodies = SUITE.flatMap(({ name }) => {
    const body = sections.get(name);
    return body === undefined ? [] : [`## ${name}\n\n${body}\n`];
  });
  writeFileSync(path, [TITLE, ...bodies].join('\n'));
}

function readSections(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, ...parts] = text.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const lineEnd = part.indexOf('\n');
      return [part.slice(0, lineEnd).trim(), part.slice(lineEnd).trim()];
    }),
  );
}
