import type { Command } from 'commander';
import { HELP } from '../help.ts';
import {
  type DecideOptions,
  decideMatch,
  exportMatches,
  importMatches,
  type ListOptions,
  listMatches,
  showMatch,
} from '../matching.ts';
import type { Run } from '../run.ts';

/** The review of matching proposals. */
export function addMatchCommands(program: Command, run: Run): void {
  const match = program
    .command('match')
    .description('generic assets: which listings of different venues are one contract')
    .addHelpText('after', HELP.match);
  match
    .command('list')
    .option('--state <state>', 'proposed, approved, suspended, rejected or all', 'proposed')
    .option('--unsure', 'the doubtful proposals too')
    .option('--json', 'as JSON; so it is wherever nobody sits at a terminal')
    .description('what waits for a decision, or what was decided')
    .addHelpText('after', HELP.matchList)
    .action((options: ListOptions) => run((session) => listMatches(session, options)));
  match
    .command('show')
    .argument('<member...>', 'instrument id, or VENUE:TICKER')
    .option('--json', 'as JSON')
    .description('both texts in full, and every reason for and against')
    .addHelpText('after', HELP.matchShow)
    .action((members: string[], options: { json?: boolean }) =>
      run((session) => showMatch(session, members, options)),
    );
  addDecision(match, run, 'approve', 'let these be one asset, which is listed and routed', HELP.matchApprove);
  addDecision(match, run, 'reject', 'never propose these again, or take an asset off', HELP.matchReject);
  match
    .command('export')
    .option('--out <file>', 'write it here instead of printing it')
    .description('what is approved, for another service')
    .addHelpText('after', HELP.matchExport)
    .action((options: { out?: string }) => run((session) => exportMatches(session, options)));
  match
    .command('import')
    .argument('<file>')
    .description('approve what a file says')
    .addHelpText('after', HELP.matchImport)
    .action((file: string) => run((session) => importMatches(session, file)));
}

function addDecision(match: Command, run: Run, verb: 'approve' | 'reject', what: string, help: string): void {
  match
    .command(verb)
    .argument('[member...]', 'instrument ids, or VENUE:TICKER; the first one sets what YES means')
    .option('--asset <id>', 'an asset that there is, instead of members')
    .requiredOption('--why <text>', 'kept with the decision')
    .option('--by <name>', 'who decides; you, when left out')
    .option('--title <text>', 'of the asset; the title of its first member when left out')
    .option('--inverted <member...>', 'its NO is the YES of the asset')
    .option('--despite', 'against what matching says, having read both')
    .option('--json', 'as JSON')
    .description(what)
    .addHelpText('after', help)
    .action((members: string[], options: DecideOptions) =>
      run((session) => decideMatch(session, verb, members, options)),
    );
}
