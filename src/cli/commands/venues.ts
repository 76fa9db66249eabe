import type { Command } from 'commander';
import { HELP } from '../help.ts';
import type { Run } from '../run.ts';
import { checkVenue } from '../venuecheck.ts';
import { addVenueSecret, makeMasterKey, type SecretAddOptions } from '../venuesecret.ts';

/** The external venues: what trading there needs, and its credentials at rest. */
export function addVenueCommands(program: Command, run: Run): void {
  const venue = program.command('venue').description('external venues');
  venue
    .command('check')
    .argument('<name>')
    .option('--json', 'as JSON')
    .description('look at everything that trading at a venue needs, without trading')
    .addHelpText('after', HELP.venueCheck)
    .action((name: string, options: { json?: boolean }) =>
      run((session) => checkVenue(session, name, options)),
    );
  const secret = venue.command('secret').description('credentials, encrypted at rest');
  secret
    .command('key')
    .requiredOption('--out <file>', 'a new file, away from the data folder and its backups')
    .description('make a master key')
    .addHelpText('after', HELP.venueSecret)
    .action(({ out }: { out: string }) => run((session) => makeMasterKey(session, out)));
  secret
    .command('add')
    .argument('<venue>')
    .argument('<setting>', 'key_file, private_key_file or credentials_file')
    .requiredOption('--from <file>', 'where it is now; - for standard input')
    .description('encrypt a credential into the data folder')
    .addHelpText('after', HELP.venueSecret)
    .action((name: string, setting: string, options: SecretAddOptions) =>
      run((session) => addVenueSecret(session, name, setting, options)),
    );
}
