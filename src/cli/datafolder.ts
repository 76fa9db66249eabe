import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes the data folder, for its owner alone, or checks that it may be written. Throws the system's error. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK | constants.X_OK);
}
