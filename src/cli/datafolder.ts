import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LEDGER_FILE } from '../store/sqlite/store.ts';

/** Makes the data folder, for its owner alone, or checks that it may be written. Throws the system's error. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK | constants.X_OK);
}

/** True once something was written there: accounts, keys, orders. */
export const hasLedger = (dataDir: string): boolean => existsSync(join(dataDir, LEDGER_FILE));
