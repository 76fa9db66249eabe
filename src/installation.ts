import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './ports/random.ts';

const FILE = 'installation';
const BYTES = 16;

/**
 * 32 hex digits that are this data folder's own, made at the first start. Order names at external venues are
 * derived from it, so that two installations on one account never take each other's orders for their own.
 */
export function installationId(dataDir: string, random: Random): string {
  const path = join(dataDir, FILE);
  const known = readOr(path).trim();
  if (/^[0-9a-f]{32}$/.test(known)) return known;
  const made = random.hex(BYTES);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${made}\n`, { mode: 0o600, flush: true });
  return made;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
