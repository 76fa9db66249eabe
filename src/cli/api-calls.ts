import type { Command } from 'commander';
import { allowWrite, asking, type Connection, type ConnectOptions, connect } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { type OutputOptions, show, type View, watch } from './output.ts';

type Call = (connection: Connection) => Promise<View>;

/** Reads and prints, once or for as long as `--watch` says. */
export async function runRead(session: CliContext, options: CallingOptions, read: Call): Promise<void> {
  const { terminal } = session;
  const connection = connect(session, options);
  const round = async (): Promise<void> => show(terminal, options, await asking(() => read(connection)));
  await (options.watch === undefined ? round() : watch(terminal, options.watch, round));
}

/** Changes something and prints what came of it, once it is sure that real funds are meant or not. */
export async function runWrite(session: CliContext, options: CallingOptions, write: Call): Promise<void> {
  const connection = connect(session, options);
  await allowWrite(connection);
  show(session.terminal, options, await asking(() => write(connection)));
}

/** A whole number after an option; undefined when it was left out. */
export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${option} ${text}: expected a whole number.`);
  return Number(text);
}

/** An id as the API takes it in a body: a number. */
export const idNumber = (what: string, text: string): number => wholeNumber(what, text) ?? 0;

/** Adds the options that all of these commands have. */
export type CallingOptions = ConnectOptions & OutputOptions & { readonly watch?: string | true };

/** The options of a command that asks the service and prints what it found. */
export const withCalling = (command: Command): Command =>
  command
    .option('-o, --output <format>', 'table, json, ndjson or csv; a table on a screen, else json')
    .option('--fields <a,b>', 'only these fields; a dot reaches inside: legs.0.venue')
    .option('--profile <name>', 'a service and key of profiles.toml; the sandbox when left out')
    .option('--live', 'trade real funds, with a profile that is live')
    .option('--key-file <file>', 'sign with this key')
    .option('--base-url <url>', 'of the service, when not the one in the key file');

export const withWatch = (command: Command): Command =>
  withCalling(command).option('--watch [seconds]', 'read again every so often, 2 when left out; Ctrl-C ends');

export const withSubaccount = (command: Command): Command =>
  command.option('--subaccount <id>', "the profile's, or the key's first, when left out");
