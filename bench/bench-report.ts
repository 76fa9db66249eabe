import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Benchmark, SUITE } from './bench-suite.ts';
import { type Figure, renderTable } from './figures.ts';
import { describeMachine, describePlaces } from './machine.ts';

const TITLE = `# Benchmarks

\`npm run bench\` writes this page, each section in the run that last measured it; \`npm run bench -- NAME\` runs one. A ratio compares
the service with a bare server in the same run on the same machine; no test depends on these times. *measured* and *bare* are medians
over the rounds, which alternate between the two. *spread* is the lowest and the highest round, of the ratio if there is one.
p50 and p99 are latencies of single operations.

Both servers of a comparison use all cores except the last, which runs the load generator. On two cores they use both: the load
generator then takes time from the service, which has several threads, but not from a bare server with one, so the ratio understates
the service.
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
