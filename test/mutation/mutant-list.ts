import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

const FILES = [
  'oms',
  'retry',
  'money',
  'server',
  'venue',
  'adapter',
  'operator',
  'opportunity',
  'notification',
  'cluster',
  'pair',
  'parent',
  'quote',
  'recorder',
  'stream',
  'command',
] as const;

/** Every planted defect, by unique name: `planted/*.json`. */
export const MUTANTS: readonly Mutant[] = FILES.flatMap((area) => readMutants(`${area}-mutants.json`));

function readMutants(file: string): readonly Mutant[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'planted', file), 'utf8')) as readonly Mutant[];
}
