import type { Command } from 'commander';
import { asking, type ConnectOptions, connect } from '../api-connection.ts';
import type { CliContext, Run } from '../cli-context.ts';
import { invalid } from '../cli-failure.ts';
import { explain } from '../explain.ts';
import { READ_HELP } from '../help-texts.ts';
import type { OutputOptions, Row } from '../output.ts';
import { printCompletion } from '../shell-completion.ts';
import type { Terminal } from '../terminal-io.ts';
import { createSource, KINDS, type Source, type SourceOptions } from './export-sources.ts';
import { FORMATS, type Format, openTableFile, type TableFile } from './table-file.ts';

/** Adds the commands export, explain and completion. */
export function addHelperCommands(program: Command, run: Run): void {
  program
    .command('export')
    .argument('<kind>', 'orders, fills, positions, prints or candles')
    .argument('[id]', 'instrument of prints (default: all) or of candles (required)')
    .option('--format <format>', 'csv (default), ndjson or parquet')
    .option('--out <file>', 'write to this file; default: standard output')
    .option('--subaccount <id>', "subaccount id; default: the profile's, or the first of the key")
    .option('--instrument <id>', 'only orders and fills of this instrument')
    .option('--start <time>', 'fills and candles from this time, RFC 3339')
    .option('--end <time>', 'fills and candles before this time')
    .option('--interval <interval>', 'candle interval; default: 1h')
    .option('--profile <name>', 'profile of profiles.toml: a service and a key; default: the sandbox')
    .option('--live', 'allow a live profile')
    .option('--key-file <file>', 'sign with this key')
    .option('--base-url <url>', 'base URL of the service; default: the one in the key file')
    .description('export all records of one kind as CSV, NDJSON or Parquet')
    .addHelpText('after', READ_HELP.export)
    .action((kind: string, id: string | undefined, options: ExportOptions) =>
      run((session) => exportRecords(session, kind, id, options)),
    );
  program
    .command('explain')
    .argument('[code]', 'error code, or the reason of an order')
    .option('-o, --output <format>', 'table, json, ndjson or csv; default: table on a terminal, else json')
    .option('--fields <a,b>', 'print only these fields')
    .description('explain a code and the action to take')
    .addHelpText('after', READ_HELP.explain)
    .action((code: string | undefined, options: OutputOptions) =>
      run((session) => explain(session, code, options)),
    );
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a shell completion script')
    .addHelpText('after', READ_HELP.completion)
    .action((shell: string) => run(({ terminal }) => printCompletion(terminal, program, shell)));
}

interface ExportOptions extends ConnectOptions, SourceOptions {
  readonly format?: string;
  readonly out?: string;
}

/** Writes all records of one kind as CSV, NDJSON or Parquet, to standard output or into a file. */
async function exportRecords(
  session: CliContext,
  kind: string,
  id: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { terminal } = session;
  const known = KINDS.find((it) => it === kind);
  if (known === undefined) throw invalid(`export ${kind}: expected one of ${KINDS.join(', ')}.`);
  const format = selectFormat(options.format, options.out);
  const connection = connect(session, options);
  const sheet = await openTableFile(terminal, known, format, options.out);
  try {
    const source = await asking(() => createSource(connection, known, id, options));
    const count = await asking(() => writeAll(terminal, source, sheet));
    await sheet.keep();
    if (options.out !== undefined) terminal.notify(`${count} ${known} written to ${options.out}`);
  } finally {
    terminal.progress(null);
    sheet.drop();
  }
}

function selectFormat(text = 'csv', out: string | undefined): Format {
  const format = FORMATS.find((it) => it === text);
  if (format === undefined) throw invalid(`--format ${text}: expected one of ${FORMATS.join(', ')}.`);
  if (format === 'parquet' && out === undefined)
    throw invalid('--format parquet: is binary; name a file with --out FILE.');
  return format;
}

async function writeAll(
  terminal: Terminal,
  { pages, pagesTotal }: Source,
  sheet: TableFile,
): Promise<number> {
  let count = 0;
  let pagesDone = 0;
  for await (const page of pages) {
    await sheet.write(page as readonly Row[]);
    count += page.length;
    pagesDone += 1;
    terminal.progress(progressLine(count, pagesDone, pagesTotal));
  }
  return count;
}

const BAR_WIDTH = 24;

/** Renders a progress bar if the total is known, otherwise the number of records so far. */
function progressLine(count: number, pagesDone: number, pagesTotal: number | null): string {
  if (pagesTotal === null) return `${count} records …`;
  const full = Math.floor((BAR_WIDTH * pagesDone) / pagesTotal);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${count} records`;
}
