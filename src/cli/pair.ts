import { controlAddress } from '../control/address.ts';
import { askControl } from '../control/client.ts';
import { renderTime } from '../core/kernel/time.ts';
import type { Pairing } from '../engine/pairings.ts';
import { onlyAccount } from './accounts.ts';
import { EXIT, Failure, refusedFailure } from './failure.ts';
import { operate, serviceStatus } from './operate.ts';
import type { Session } from './session.ts';

export interface PairOptions {
  readonly account?: string;
}

/** Behind the mark, so that the code is in no log of any server and in no referrer. */
export const pairingUrl = (url: string, code: string): string => `${url}/#pair=${code}`;

/** Prints a link that opens the terminal in one browser, once, with a key of its own. */
export async function pair(session: Session, options: PairOptions): Promise<void> {
  const status = await serviceStatus(session);
  if (status === null)
    throw new Failure('no service runs on this data folder; npm start runs one.', EXIT.unavailable);
  const account = options.account ?? (await operate(session, onlyAccount));
  const reply = await askControl(controlAddress(session.config.dataDir), 'pair', { account_id: account });
  if (reply === null) throw new Failure('the service has just stopped; try again.', EXIT.unavailable);
  if (!reply.ok) throw refusedFailure(reply.error);
  const { code, expiresAt } = reply.value as Pairing;
  session.terminal.print(pairingUrl(status.url, code));
  session.terminal.tell(`opens the terminal once, on this machine, until ${renderTime(expiresAt)}`);
}
