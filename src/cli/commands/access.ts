import type { Command } from 'commander';
import { listAccounts, newAccount, newSubaccount } from '../accounts.ts';
import { HELP } from '../help.ts';
import { listKeys, type NewKeyOptions, newKey, revokeKey } from '../keys.ts';
import type { Run } from '../run.ts';

/** Accounts and subaccounts. */
export function addAccountCommands(program: Command, run: Run): void {
  const account = program.command('account').description('accounts: who keys, orders and limits belong to');
  account
    .command('new')
    .argument('<account_id>')
    .description('make an account')
    .addHelpText('after', HELP.accountNew)
    .action((id: string) => run((session) => newAccount(session, id)));
  account
    .command('list')
    .description('list accounts')
    .action(() => run(listAccounts));
  program
    .command('subaccount')
    .description('subaccounts: what positions and limits are kept by')
    .command('new')
    .argument('<subaccount_id>')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .option('--name <name>', 'for people')
    .description('make a subaccount')
    .addHelpText('after', HELP.subaccountNew)
    .action((id: string, options: { account?: string; name?: string }) =>
      run((session) => newSubaccount(session, id, options)),
    );
}

/** Keys that requests are signed with. */
export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('keys: what requests are signed with');
  key
    .command('new')
    .description('make a key')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .option('--permissions <list>', 'read, trade, risk', 'read')
    .option('--subaccounts <list>', 'subaccounts it may use; * for all, also later ones', '*')
    .option('--expires <when>', '30d, 12h, 90m, a day or an RFC 3339 time; never when left out')
    .option('--id <key_id>', 'chosen by the service when left out')
    .option('--public-key <base64>', 'for a key pair of your own')
    .option('--out <file>', 'write the key file here (mode 600) instead of printing it')
    .addHelpText('after', HELP.keyNew)
    .action((options: NewKeyOptions) => run((session) => newKey(session, options)));
  key
    .command('list')
    .description('list keys, revoked ones too')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => run((session) => listKeys(session, options)));
  key
    .command('revoke')
    .argument('<key_id>')
    .option('--yes', 'without asking')
    .description('withdraw a key for good')
    .addHelpText('after', HELP.keyRevoke)
    .action((id: string, options: { yes?: boolean }) => run((session) => revokeKey(session, id, options)));
}
