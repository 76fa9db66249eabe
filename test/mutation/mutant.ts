import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** One plausible defect of one line, and the tests that must fail with it. */
export interface Mutant {
  readonly name: string;
  readonly file: string; // in the project's folder
  readonly line: string; // the whole line without its indent; the file has it once
  readonly planted: string; // the line with the defect
  readonly seenBy: Watch;
}

/** Test files, or the numbers of simulated worlds. */
export type Watch = { readonly tests: readonly string[] } | { readonly seeds: readonly number[] };

/**
 * The source with the defect in it.
 *
 * @throws when the file has not exactly one such line: the code has moved on and the list has to follow
 */
export function plant(source: string, { name, file, line, planted }: Mutant): string {
  const lines = source.split('\n');
  const found = lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) {
    throw new Error(`${name}: ${file} has ${found.length} lines like this, and one was expected: ${line}`);
  }
  return lines.with(at, planted).join('\n');
}

export const sourceOf = ({ file }: Mutant): string => readFileSync(join(ROOT, file), 'utf8');
