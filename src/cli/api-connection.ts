import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { ApiError, Crossbook, CrossbookError, OutcomeUnknownError } from '../../sdk/src/index.ts';
import { errorMessage } from '../domain/model/result.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, exitCodeOf, Failure, invalid } from './cli-failure.ts';
import { findCredentials, type KeyFile } from './key-file.ts';

export interface ConnectOptions {
  readonly profile?: string;
  readonly live?: boolean;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly subaccount?: string;
}

/** A client for the service that the command speaks to, and what is known of it beforehand. */
export interface Connection {
  readonly client: Crossbook;
  readonly isLive: boolean; // the person said so, twice
  /** The subaccount to read or trade on. Fails when it must be named and was not. */
  subaccount(): Promise<string>;
}

/**
 * Connects with the sandbox key, or with the profile that is named. A live profile is used only when it is
 * named on the same command line as `--live`.
 */
export function connect(session: CliContext, options: ConnectOptions): Connection {
  const { terminal, config } = session;
  const profile = chosenProfile(session, options);
  const key = findCredentials({
    key: options.keyFile ?? profile?.keyFile,
    baseUrl: options.baseUrl ?? profile?.baseUrl,
    dataDir: config.dataDir,
    env: terminal.env,
    cwd: terminal.cwd,
  });
  const client = new Crossbook({ baseUrl: key.base_url, keyId: key.key_id, privateKey: key.private_key });
  const isLive = profile?.isLive === true;
  const named = options.subaccount ?? profile?.subaccount ?? terminal.env['CROSSBOOK_SUBACCOUNT'];
  return { client, isLive, subaccount: async () => named ?? onlySubaccount(client, key, isLive) };
}

/**
 * Checks that a write is allowed. Queries the service for its profile, since a key file or an address in the
 * environment can lead to a live one unseen.
 */
export async function allowWrite({ client, isLive }: Connection): Promise<void> {
  if (isLive) return;
  const { profile } = await asking(() => client.health());
  if (profile === 'live')
    throw invalid('this service is LIVE; name a profile that has live = true, and say --live.');
}

function chosenProfile({ terminal }: CliContext, options: ConnectOptions): Profile | null {
  const name = options.profile ?? terminal.env['CROSSBOOK_PROFILE'];
  const profile = name === undefined ? null : readProfile(name, terminal.env);
  if (profile?.isLive !== true) {
    if (options.live === true)
      throw invalid('--live needs --profile NAME of a profile that has live = true.');
    return profile;
  }
  if (options.profile === undefined || options.live !== true)
    throw invalid(`the profile ${profile.name} is LIVE; say --profile ${profile.name} --live.`);
  return profile;
}

/** In the sandbox the first of several will do; where funds are real it has to be named. */
async function onlySubaccount(client: Crossbook, key: KeyFile, isLive: boolean): Promise<string> {
  const granted =
    key.subaccounts === '*' ? (await asking(() => client.account.get())).subaccounts : key.subaccounts;
  const [first] = granted;
  if (first === undefined) throw invalid('this key has no subaccount; name one with --subaccount.');
  if (isLive && granted.length > 1) throw invalid(`say which with --subaccount: ${granted.join(', ')}.`);
  return first;
}

/** A service and a key by name, as a person keeps them in profiles.toml. */
interface Profile {
  readonly name: string;
  readonly keyFile: string; // absolute
  readonly baseUrl: string | undefined; // that of the key file when undefined
  readonly subaccount: string | undefined;
  readonly isLive: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one profile. Fails with the names that there are, or with what its section lacks. */
function readProfile(name: string, env: Environment): Profile {
  const path = profilesPath(env);
  const sections = readSections(path);
  const section = sections[name];
  if (section === undefined) {
    const names = Object.keys(sections);
    const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
    throw invalid(`--profile ${name}: not in ${path}; ${known}.`);
  }
  return profileOf(name, section, path);
}

/** CROSSBOOK_PROFILES, else crossbook/profiles.toml in the user's folder of settings. */
const profilesPath = (env: Environment): string =>
  env['CROSSBOOK_PROFILES'] ??
  join(env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config'), 'crossbook', 'profiles.toml');

function readSections(path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw invalid(`${path}: ${errorMessage(error)}`);
  }
}

const FIELDS = ['key_file', 'base_url', 'subaccount', 'live'];

function profileOf(name: string, section: unknown, path: string): Profile {
  const { key_file, base_url, subaccount, live, ...others } = section as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  // A mistyped `live` must not make a live profile pass for a sandbox one.
  if (unknown !== undefined)
    throw invalid(`${path}: ${name}.${unknown}: unknown; a profile has ${FIELDS.join(', ')}.`);
  if (typeof key_file !== 'string') throw invalid(`${path}: ${name}.key_file: must name a key file.`);
  if (live !== undefined && typeof live !== 'boolean')
    throw invalid(`${path}: ${name}.live: must be true or false.`);
  return {
    name,
    keyFile: resolve(dirname(path), key_file),
    baseUrl: textOf(base_url, `${path}: ${name}.base_url`),
    subaccount: textOf(subaccount, `${path}: ${name}.subaccount`),
    isLive: live === true,
  };
}

function textOf(value: unknown, where: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${where}: must be text.`);
}

/** Runs calls of the client; what they refuse or fail with becomes one line and an exit code. */
export async function asking<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw apiFailure(error) ?? error;
  }
}

/** Null for what is no word of the client: a defect. */
export function apiFailure(error: unknown): Failure | null {
  if (error instanceof OutcomeUnknownError) return coded(error, EXIT.unknown);
  if (error instanceof ApiError) return coded(error, exitCodeOf(error.status ?? 500, error.error));
  if (error instanceof CrossbookError) return coded(error, EXIT.unavailable);
  // The SDK's code for an id that is not valid in a path.
  if (error instanceof RangeError) return invalid(`${error.message}.`);
  return null;
}

function coded(error: CrossbookError, exitCode: number): Failure {
  const text = sentenceOf(error).replace(/\s+/g, ' ');
  return new Failure(`${error.error}: ${text} (crossbook explain ${error.error})`, exitCode);
}

/** The fields at fault where the service names them, since its message mentions only the first. */
function sentenceOf({ message, details }: CrossbookError): string {
  const fields = details?.['fields'];
  if (!Array.isArray(fields)) return message;
  return fields
    .map((it: { readonly field: string; readonly issue: string }) => `${it.field}: ${it.issue}`)
    .join('; ');
}
