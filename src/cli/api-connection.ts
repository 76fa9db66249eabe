import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { errorMessage } from '#contract';
import { ApiError, Crossbook, CrossbookError, OutcomeUnknownError } from '../../sdk/src/index.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure, invalid, toExitCode } from './cli-failure.ts';
import { findCredentials, type KeyFile } from './key-file.ts';

export interface ConnectOptions {
  readonly profile?: string;
  readonly live?: boolean;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly subaccount?: string;
}

/** An API client and the properties of the selected profile. */
export interface Connection {
  readonly client: Crossbook;
  readonly isLive: boolean; // selected by profile and by --live
  /** Unix milliseconds: the market time of a replay, as its last answer stated it, else of this machine. */
  now(): number;
  /** Returns the subaccount to use. Fails when the command must name one and does not. */
  subaccount(): Promise<string>;
}

/**
 * Connects with the sandbox key or with the named profile. A live profile must be named on the same
 * command line as `--live`.
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
  let marketTime: string | null = null;
  const client = new Crossbook({
    baseUrl: key.base_url,
    keyId: key.key_id,
    privateKey: key.private_key,
    fetch: async (url, init) => {
      const response = await globalThis.fetch(url, init);
      marketTime = response.headers.get('x-market-time') ?? marketTime;
      return response;
    },
  });
  const isLive = profile?.isLive === true;
  const named = options.subaccount ?? profile?.subaccount ?? terminal.env['CROSSBOOK_SUBACCOUNT'];
  const now = (): number => (marketTime === null ? Date.now() : Number(marketTime));
  return { client, isLive, now, subaccount: async () => named ?? onlySubaccount(client, key, isLive) };
}

/**
 * Checks that a write is allowed. Queries the service for its profile, because a key file or a base URL in
 * the environment can select a live service unnoticed.
 */
export async function allowWrite({ client, isLive }: Connection): Promise<void> {
  if (isLive) return;
  const { profile } = await asking(() => client.health());
  if (profile === 'live')
    throw invalid('this service is LIVE; use --live and --profile NAME of a profile that has live = true.');
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
    throw invalid(`the profile ${profile.name} is LIVE; use --profile ${profile.name} --live.`);
  return profile;
}

/** Chooses the subaccount of a key: the first one in the sandbox, the only one on a live service. */
async function onlySubaccount(client: Crossbook, key: KeyFile, isLive: boolean): Promise<string> {
  const granted =
    key.subaccounts === '*' ? (await asking(() => client.account.get())).subaccounts : key.subaccounts;
  const [first] = granted;
  if (first === undefined) throw invalid('this key has no subaccount; name one with --subaccount.');
  if (isLive && granted.length > 1)
    throw invalid(`this key has several subaccounts; choose one with --subaccount: ${granted.join(', ')}.`);
  return first;
}

/** A named service and key from profiles.toml. */
interface Profile {
  readonly name: string;
  readonly keyFile: string; // absolute
  readonly baseUrl: string | undefined; // undefined: the base URL of the key file
  readonly subaccount: string | undefined;
  readonly isLive: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one profile. Fails with the existing names, or with the invalid field of its section. */
function readProfile(name: string, env: Environment): Profile {
  const path = profilesPath(env);
  const sections = readSections(path);
  const section = sections[name];
  if (section === undefined) {
    const names = Object.keys(sections);
    const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
    throw invalid(`--profile ${name}: not in ${path}; ${known}.`);
  }
  return selectProfile(name, section, path);
}

/** CROSSBOOK_PROFILES, else crossbook/profiles.toml in the user's configuration folder. */
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

function selectProfile(name: string, section: unknown, path: string): Profile {
  const { key_file, base_url, subaccount, live, ...others } = section as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  // A mistyped `live` must not make a live profile a sandbox profile.
  if (unknown !== undefined)
    throw invalid(`${path}: ${name}.${unknown}: unknown; a profile has ${FIELDS.join(', ')}.`);
  if (typeof key_file !== 'string') throw invalid(`${path}: ${name}.key_file: must name a key file.`);
  if (live !== undefined && typeof live !== 'boolean')
    throw invalid(`${path}: ${name}.live: must be true or false.`);
  return {
    name,
    keyFile: resolve(dirname(path), key_file),
    baseUrl: readText(base_url, `${path}: ${name}.base_url`),
    subaccount: readText(subaccount, `${path}: ${name}.subaccount`),
    isLive: live === true,
  };
}

function readText(value: unknown, where: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${where}: must be text.`);
}

/** Runs API calls and converts a rejection or failure to one line and an exit code. */
export async function asking<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw apiFailure(error) ?? error;
  }
}

/** Converts an SDK error to a Failure; null for any other error, which is a defect. */
export function apiFailure(error: unknown): Failure | null {
  if (error instanceof OutcomeUnknownError) return coded(error, EXIT.unknown);
  if (error instanceof ApiError) return coded(error, toExitCode(error.status ?? 500, error.error));
  if (error instanceof CrossbookError) return coded(error, EXIT.unavailable);
  // The SDK's code for an id that is not valid in a URL path.
  if (error instanceof RangeError) return invalid(`${error.message}.`);
  return null;
}

function coded(error: CrossbookError, exitCode: number): Failure {
  const sentence = toSentence(error).replace(/\s+/g, ' ');
  const hint = error.error === 'not_found' ? WHERE_TO_LOOK[String(error.details?.['resource'])] : undefined;
  const text = hint === undefined ? sentence : `${sentence}; ${hint}`;
  return new Failure(`${error.error}: ${text} (crossbook explain ${error.error})`, exitCode);
}

const WHERE_TO_LOOK: Readonly<Record<string, string>> = {
  instrument: 'markets search finds it by words, markets list lists all',
  event: 'events list lists them',
  generic_asset: 'api GET /v1/generic-assets lists them',
  order: 'order list lists those of the subaccount',
  complex_order: 'complex list lists those of the subaccount',
  subaccount: 'api GET /v1/subaccounts lists those of the key',
  replay: 'only a service of profile replay moves the market time',
};

/** Lists all invalid fields if the service names them; its message mentions only the first. */
function toSentence({ message, details }: CrossbookError): string {
  const fields = details?.['fields'];
  if (!Array.isArray(fields)) return message;
  return fields
    .map((it: { readonly field: string; readonly issue: string }) => `${it.field}: ${it.issue}`)
    .join('; ');
}
