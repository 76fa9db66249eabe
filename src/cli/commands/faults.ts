import type { Command } from 'commander';
import { HELP } from '../help.ts';
import type { Run } from '../run.ts';
import { clearFaults, type FaultOptions, listFaults, setFault } from '../sandboxfaults.ts';

/** The faults of the exchanges of this machine. */
export function addFaultCommands(program: Command, run: Run): void {
  const fault = program
    .command('sandbox')
    .description('the local exchanges that stand in the place of real venues')
    .command('fault')
    .description('let a local exchange fail, to see what your bot does')
    .addHelpText('after', HELP.fault);
  fault
    .command('set')
    .argument('<venue>')
    .argument('<fault>')
    .option('--param <name=value...>', 'when and how it strikes')
    .option('--json', 'as JSON')
    .description('switch a fault on')
    .addHelpText('after', HELP.fault)
    .action((venue: string, name: string, options: FaultOptions) =>
      run((session) => setFault(session, venue, name, options)),
    );
  fault
    .command('clear')
    .argument('<venue>')
    .argument('[fault]', 'its name or number; everything when left out')
    .description('switch faults off')
    .action((venue: string, which?: string) => run((session) => clearFaults(session, venue, which)));
  fault
    .command('list')
    .argument('<venue>')
    .option('--json', 'as JSON')
    .description('say what is on, and what each fault does')
    .action((venue: string, options: { json?: boolean }) =>
      run((session) => listFaults(session, venue, options)),
    );
}
