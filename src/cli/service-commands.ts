import type { Command } from 'commander';
import { verify } from './audit-commands.ts';
import type { Run } from './cli-context.ts';
import { HELP } from './help-texts.ts';
import { type PairOptions, pair } from './request-commands.ts';
import { start } from './start-command.ts';

/** Adds the commands start, pair, verify and doctor. `examine` runs the doctor, which needs no session. */
export function addServiceCommands(program: Command, run: Run, examine: () => Promise<void>): void {
  program
    .command('start')
    .description('run the service until a stop signal')
    .addHelpText('after', HELP.start)
    .action(() => run(start));
  program
    .command('pair')
    .option('--account <id>', 'account id; optional if only one account exists')
    .option(
      '--permissions <list>',
      'permissions of the browser key: read, trade, risk, review; required under profile live',
    )
    .option(
      '--expires <when>',
      'expiry of the browser key: 30d (default), 12h, 90m, a date or an RFC 3339 time',
    )
    .description('print a one-time link that opens the web terminal')
    .action((options: PairOptions) => run((session) => pair(session, options)));
  program
    .command('verify')
    .description('replay the journal and compare it with the tables')
    .action(() => run(verify));
  program.command('doctor').description('check the prerequisites of a start').action(examine);
}
