import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LEDGER_FILE } from '../store/sqlite/store.ts';
import { verifyFile } from '../store/verify.ts';
import { EXIT, invalid } from './failure.ts';
import type { Session } from './session.ts';

/** Replays the whole journal and compares it with the tables. Gives exit code 1 when they differ. */
export function verify({ config, terminal }: Session): number {
  const file = join(config.dataDir, LEDGER_FILE);
  if (!existsSync(file)) throw invalid(`there is no ledger at ${file}; nothing was ever started there.`);
  const { entries, ok, problems } = verifyFile(file);
  for (const { where, what } of problems) terminal.print(`✗ ${where}: ${what}`);
  if (ok) {
    terminal.print(`✓ ${entries} journal entries: the chain is whole and the tables agree with it`);
    return EXIT.ok;
  }
  terminal.tell('Do not trade on this data; see docs/operations.md, Damaged data.');
  return EXIT.failed;
}
