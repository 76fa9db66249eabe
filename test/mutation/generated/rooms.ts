import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITES } from '../../../scripts/tests/test-suites.ts';
import { ROOT } from '../mutant.ts';

/** A part of the project with its own score. */
export interface Room {
  readonly name: string;
  readonly files: string; // a pattern of folders
  readonly minimum: number; // the least share of detected mutants; it is only raised
  readonly wider: readonly string[]; // test files that use the room without importing it
  readonly seeds?: boolean; // whether the simulation runs this room
  readonly types?: string; // its tsconfig.json, if it is not that of the project
}

/** A mutant that changes nothing that a caller or operator can see. */
export interface Equivalent {
  readonly file: string;
  readonly before: string; // the lines concerned, as the sample prints them
  readonly after: string;
  readonly why: string;
}

export const ROOMS = readList('rooms.json') as readonly Room[];
export const EQUIVALENTS = readList('equivalent.json') as readonly Equivalent[];

/** The files of the unit suite: they run in one process. */
export const UNIT_TESTS = findFiles(SUITES.find(({ name }) => name === 'unit')?.files ?? []);

/** The source files of a room. Texts and tables are data, so they are not TypeScript. */
export function filesOf({ files }: Room): readonly string[] {
  return findFiles([`${files}/**/*.ts`]).filter(
    (file) => !/\.(?:test|fixture|conformance|d)\.ts$/.test(file),
  );
}

export function findFiles(patterns: readonly string[]): readonly string[] {
  const found = globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
  return found.map((file) => file.replaceAll('\\', '/')).sort();
}

function readList(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
