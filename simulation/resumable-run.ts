import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunSummary } from './coverage-counts.ts';

const COUNTS = ['faults', 'moves', 'calls', 'crashes'] as const;

/** A run file that another commit wrote, or that is no run file. */
export class ResumeError extends Error {
  override readonly name = 'ResumeError';
}

/**
 * The results of a long run in a file, one line a seed, so that a run that was stopped continues where it ended. The first
 * line names the commit: results of different programs are never added up.
 */
export class ResumableRun {
  readonly #file: string;
  readonly #done = new Map<number, RunSummary>();

  /** Refuses (ResumeError) a file of another commit. A line that was cut by a stop is ignored, and its seed runs again. */
  constructor(file: string, commit: string) {
    this.#file = file;
    const head = JSON.stringify({ commit });
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${head}\n`);
      return;
    }
    const [first, ...lines] = readFileSync(file, 'utf8').split('\n');
    if (first !== head)
      throw new ResumeError(`${file} is of another commit (${first}); remove it to start again`);
    for (const line of lines) {
      const summary = parseSummary(line);
      if (summary !== null) this.#done.set(summary.seed, summary);
    }
    appendFileSync(file, '\n'); // ends a line that was cut
  }

  /** The results of earlier runs for these seeds. */
  results(seeds: readonly number[]): readonly RunSummary[] {
    return seeds.flatMap((seed) => this.#done.get(seed) ?? []);
  }

  /** The seeds that still have to run. */
  remaining(seeds: readonly number[]): readonly number[] {
    return seeds.filter((seed) => !this.#done.has(seed));
  }

  add(summary: RunSummary): void {
    const counts = Object.fromEntries(COUNTS.map((name) => [name, [...summary[name]]]));
    appendFileSync(this.#file, `${JSON.stringify({ ...summary, ...counts })}\n`);
  }
}

function parseSummary(line: string): RunSummary | null {
  try {
    const fields = JSON.parse(line) as Record<string, never>;
    const counts = Object.fromEntries(COUNTS.map((name) => [name, new Map<string, number>(fields[name])]));
    return { ...fields, ...counts } as unknown as RunSummary;
  } catch {
    return null;
  }
}
