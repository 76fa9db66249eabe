import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** One plausible defect of one line, and the tests that must fail with it. */
export interface Mutant {
  readonly name: string;
  readonly file: string; // relative to the project's folder
  readonly line: string; // the whole line without its indent; the file has it once
  readonly planted: string; // the line with the defect
  readonly seenBy: Detection;
}

/** Test files, or the seeds of simulations. */
export type Detection = { readonly tests: readonly string[] } | { readonly seeds: readonly number[] };

/**
 * Inserts the defect into the source.
 *
 * @throws if the file does not have exactly one such line: the code has changed and the list must be updated
 */
export function plant(source: string, { name, file, line, planted }: Mutant): string {
  const lines = source.split('\n');
  const found = lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) {
    throw new Error(`${name}: ${file} has ${found.length} such lines, expected one: ${line}`);
  }
  return lines.with(at, planted).join('\n');
}

export const readSource = ({ file }: Mutant): string => readFileSync(join(ROOT, file), 'utf8');
