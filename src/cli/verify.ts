import { EXIT } from './failure.ts';
import type { Session } from './session.ts';

/** Reads the whole journal again and compares it with the tables. Gives exit code 1 when they differ. */
export async function verify(session: Session): Promise<number> {
  const { entries, problems } = await (await session.parts()).verify(session.config);
  for (const problem of problems) session.terminal.print(`✗ ${problem}`);
  if (problems.length > 0) {
    session.terminal.tell(
      'Do not trade on this data: restore a backup, or see docs/operations.md, Damaged data.',
    );
    return EXIT.failed;
  }
  session.terminal.print(`✓ ${entries} journal entries: the chain is whole and the tables agree with it`);
  return EXIT.ok;
}
