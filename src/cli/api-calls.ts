import type { Command } from 'commander';
import type { InstrumentRef } from '../../sdk/src/index.ts';
import { allowWrite, asking, type Connection, type ConnectOptions, connect } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { type OutputOptions, show, type View, watch } from './output.ts';

type Call = (connection: Connection) => Promise<View>;

/** Runs a read and prints the result, once or repeatedly with `--watch`. */
export async function runRead(session: CliContext, options: CallingOptions, read: Call): Promise<void> {
  const { terminal } = session;
  const connection = connect(session, options);
  const round = async (): Promise<void> =>
    show(terminal, options, await asking(() => read(connection)), connection.now());
  await (options.watch === undefined ? round() : watch(terminal, options.watch, round));
}

/** Runs a write and prints the result. Checks first that a live service was selected deliberately. */
export async function runWrite(session: CliContext, options: CallingOptions, write: Call): Promise<void> {
  const connection = connect(session, options);
  await allowWrite(connection);
  show(session.terminal, options, await asking(() => write(connection)), connection.now());
}

/** Parses the whole number of an option; undefined when the option is absent. */
export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${option} ${text}: expected a whole number.`);
  return Number(text);
}

/** `day_cost_max` → `--day-cost-max` */
export const toOption = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** Parses an id into a number, as the API expects it in a body. */
export const idNumber = (what: string, text: string): number => wholeNumber(what, text) ?? 0;

/** An instrument of a request: an id, or `VENUE:TICKER`, which the service resolves. */
export const instrumentRef = (what: string, text: string): InstrumentRef =>
  text.includes(':') ? text : idNumber(what, text);

/** Adds the options of every command that calls the service. */
export type CallingOptions = ConnectOptions & OutputOptions & { readonly watch?: string | true };

/** Adds the options of a command that queries the service and prints the result. */
export const withCalling = (command: Command): Command =>
  command
    .option(
      '-o, --output <format>',
      'table, wide, json, ndjson or csv; default: table on a terminal, else json',
    )
    .option('--fields <a,b>', 'print only these fields; a dot selects nested fields: legs.0.venue')
    .option('--profile <name>', 'profile of profiles.toml: a service and a key; default: the sandbox')
    .option('--live', 'allow a live profile, which uses real funds')
    .option('--key-file <file>', 'sign with this key')
    .option('--base-url <url>', 'base URL of the service; default: the one in the key file');

export const withWatch = (command: Command): Command =>
  withCalling(command).option(
    '--watch [seconds]',
    'repeat the read at this interval until Ctrl-C; default: 2',
  );

export const withSubaccount = (command: Command): Command =>
  command.option('--subaccount <id>', "subaccount id; default: the profile's, or the first of the key");
