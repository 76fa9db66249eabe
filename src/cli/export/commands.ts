import type { Command } from 'commander';
import { printCompletion } from '../completion.ts';
import { explain } from '../explain.ts';
import { READ_HELP } from '../help/reads.ts';
import type { OutputOptions } from '../output/show.ts';
import type { Run } from '../run.ts';
import { type ExportOptions, exportRecords } from './export.ts';

/** What helps with all the others: whole histories as files, the meaning of codes, completion. */
export function addHelperCommands(program: Command, run: Run): void {
  program
    .command('export')
    .argument('<kind>', 'orders, fills, positions, prints or candles')
    .argument('[id]', 'the instrument of prints (all when left out) or candles')
    .option('--format <format>', 'csv (so when left out), ndjson or parquet')
    .option('--out <file>', 'write it here instead of printing it')
    .option('--subaccount <id>', "the profile's, or the key's first, when left out")
    .option('--instrument <id>', 'orders and fills of this one')
    .option('--start <time>', 'fills and candles from here on, RFC 3339')
    .option('--end <time>', 'fills and candles before this')
    .option('--interval <interval>', 'of candles, 1h when left out')
    .option('--profile <name>', 'a service and key of profiles.toml; the sandbox when left out')
    .option('--live', 'with a profile that is live')
    .option('--key-file <file>', 'sign with this key')
    .option('--base-url <url>', 'of the service, when not the one in the key file')
    .description('all records of one kind as CSV, NDJSON or Parquet')
    .addHelpText('after', READ_HELP.export)
    .action((kind: string, id: string | undefined, options: ExportOptions) =>
      run((session) => exportRecords(session, kind, id, options)),
    );
  program
    .command('explain')
    .argument('[code]', 'of an error, or the reason of an order')
    .option('-o, --output <format>', 'table, json, ndjson or csv; a table on a screen, else json')
    .option('--fields <a,b>', 'only these fields')
    .description('what a code means, and what to do')
    .addHelpText('after', READ_HELP.explain)
    .action((code: string | undefined, options: OutputOptions) =>
      run((session) => explain(session, code, options)),
    );
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a script that completes commands')
    .addHelpText('after', READ_HELP.completion)
    .action((shell: string) => run(({ terminal }) => printCompletion(terminal, program, shell)));
}
