import { hasLedger } from './datafolder.ts';
import { EXIT, invalid } from './failure.ts';
import type { Session } from './session.ts';

/** Replays the whole journal and compares it with the tables. Gives exit code 1 when they differ. */
export async function verify({ config, terminal, parts }: Session): Promise<number> {
  if (!hasLedger(config.dataDir))
    throw invalid(`there is no ledger in ${config.dataDir}; nothing was started there.`);
  const { entries, problems } = await (await parts()).verify(config);
  for (const problem of problems) terminal.print(`✗ ${problem}`);
  if (problems.length === 0) {
    terminal.print(`✓ ${entries} journal entries: the chain is whole and the tables agree with it`);
    return EXIT.ok;
  }
  terminal.tell('Do not trade on this data; see docs/operations.md, Damaged data.');
  return EXIT.failed;
}
