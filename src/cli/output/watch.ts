import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, Failure, invalid } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

const PERIOD_S = 2;
const CLEAR = '\u001B[H\u001B[J';

/** What passes by itself: the service is asked again. */
const PASSING: ReadonlySet<number> = new Set([EXIT.unavailable, EXIT.rateLimited]);

/**
 * Reads again and again until somebody stops it (Ctrl-C). On a screen each round takes the place of the one
 * before; in a pipe rounds follow each other.
 *
 * @param every  seconds from the end of one round to the next; `true` for two
 */
export async function watch(
  terminal: Terminal,
  every: string | true,
  round: () => Promise<void>,
): Promise<never> {
  const seconds = every === true ? PERIOD_S : Number(every);
  if (!(seconds >= 0.1)) throw invalid(`--watch ${every}: expected seconds, 0.1 or more.`);
  for (;;) {
    if (terminal.isSeen) terminal.print(`${CLEAR}every ${seconds} s, Ctrl-C ends`);
    try {
      await round();
    } catch (error) {
      if (!(error instanceof Failure) || !PASSING.has(error.exitCode)) throw error;
      terminal.tell(`crossbook: ${error.message}`);
    }
    await pause(seconds * 1000);
  }
}
