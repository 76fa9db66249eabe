import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { invalid } from '../failure.ts';

/** A service and a key by name, as a person keeps them in profiles.toml. */
export interface Profile {
  readonly name: string;
  readonly keyFile: string; // absolute
  readonly baseUrl: string | undefined; // that of the key file when undefined
  readonly subaccount: string | undefined;
  readonly isLive: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one profile. Fails with the names that there are, or with what its section lacks. */
export function readProfile(name: string, env: Environment): Profile {
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
export const profilesPath = (env: Environment): string =>
  env['CROSSBOOK_PROFILES'] ??
  join(env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config'), 'crossbook', 'profiles.toml');

function readSections(path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw invalid(`${path}: ${error instanceof Error ? error.message : String(error)}`);
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
