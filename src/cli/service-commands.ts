import type { Command } from 'commander';
import { verify } from './audit-commands.ts';
import type { Run } from './cli-context.ts';
import { HELP } from './help-texts.ts';
import { type PairOptions, pair } from './request-commands.ts';
import { start } from './start-command.ts';

/** What runs the service, looks at it, and lets a browser in. `examine` is the doctor, which needs no session. */
export function addServiceCommands(program: Command, run: Run, examine: () => Promise<void>): void {
  program
    .command('start')
    .description('run the service until it is stopped')
    .addHelpText('after', HELP.start)
    .action(() => run(start));
  program
    .command('pair')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .option(
      '--permissions <list>',
      'of the browser key: read, trade, risk, review; required under profile live',
    )
    .option('--expires <when>', 'of the browser key: 30d (the default), 12h, 90m, a day or an RFC 3339 time')
    .description('print a link that opens the web terminal in one browser')
    .action((options: PairOptions) => run((session) => pair(session, options)));
  program
    .command('verify')
    .description('replay the journal and compare it with the tables')
    .action(() => run(verify));
  program
    .command('doctor')
    .description('look at everything a start needs, and say what to do')
    .action(examine);
}
