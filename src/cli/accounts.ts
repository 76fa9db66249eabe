import { invalid } from './failure.ts';
import { type Operator, operate } from './operate.ts';
import type { Session } from './session.ts';

export const newAccount = (session: Session, accountId: string): Promise<void> =>
  operate(session, async (ask) => {
    await ask('account.new', { account_id: accountId });
    session.terminal.print(`account ${accountId} made`);
  });

export const listAccounts = (session: Session): Promise<void> =>
  operate(session, async (ask) => {
    for (const accountId of (await ask('account.list')) as readonly string[])
      session.terminal.print(accountId);
  });

export const newSubaccount = (
  session: Session,
  subaccountId: string,
  options: { readonly account?: string; readonly name?: string },
): Promise<void> =>
  operate(session, async (ask) => {
    const account = options.account ?? (await onlyAccount(ask));
    const name = options.name ?? subaccountId;
    await ask('subaccount.new', { account_id: account, subaccount_id: subaccountId, name });
    session.terminal.print(`subaccount ${subaccountId} made in account ${account}`);
  });

/** The account that a command means when it names none: the only one there is. */
export async function onlyAccount(ask: Operator): Promise<string> {
  const accounts = (await ask('account.list')) as readonly string[];
  const [first, ...others] = accounts;
  if (first === undefined) throw invalid('there is no account yet; make one with `account new`.');
  if (others.length > 0) throw invalid(`say which account with --account: ${accounts.join(', ')}.`);
  return first;
}
