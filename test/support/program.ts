import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const { TEST_BUNDLE } = process.env;

/** A file of the project, to start as a process or to import, as sources. */
export const sourceProgram = (file: string): string => join(ROOT, file);

/** The same from the bundle of a run of several suites: `scripts/tests/service-bundle.ts` names the files that have one. */
export const program = (file: string): string =>
  TEST_BUNDLE === undefined ? sourceProgram(file) : join(TEST_BUNDLE, `${basename(file, '.ts')}.js`);
