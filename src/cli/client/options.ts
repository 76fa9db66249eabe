import type { Command } from 'commander';
import type { OutputOptions } from '../output/show.ts';
import type { ConnectOptions } from './connect.ts';

/** What every command of these takes, beside its own. */
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
