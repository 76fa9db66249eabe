import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CREDENTIALS, type CredentialName } from '../config/credential.ts';
import { masterKey } from '../config/masterkey.ts';
import { sealText } from '../config/sealed.ts';
import type { Config } from '../config.ts';
import { EXIT, Failure, invalid } from './failure.ts';
import { operate } from './operate.ts';
import type { Session } from './session.ts';

export interface SecretAddOptions {
  readonly from: string; // a file, or `-` for standard input
}

const KEY_BYTES = 32;

/** Makes a master key, in a new file that only its owner can read. Keep it away from the data and its backups. */
export function makeMasterKey({ terminal }: Session, out: string): void {
  writeNew(out, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  terminal.print(`secrets.master_key_file = ${JSON.stringify(resolve(out))}`);
  terminal.tell('Set this in the settings. Without this file no sealed credential can ever be opened again.');
}

/**
 * Encrypts a venue's credential into the data folder and prints the line of the settings that uses it.
 * The file it came from is left where it is.
 *
 * @param venue    as callers write it, or its section of the settings
 * @param setting  the last part of the setting's name: `key_file`
 */
export async function addVenueSecret(
  session: Session,
  venue: string,
  setting: string,
  { from }: SecretAddOptions,
): Promise<void> {
  const { config, terminal } = session;
  const name = nameOf(config, venue, setting);
  const text = readFrom(from).trim();
  if (text === '') throw invalid(`--from ${from}: nothing in it`);
  const sealed = sealText(text, masterKey(config.secrets.masterKeyFile), name);
  const path = join(config.dataDir, 'secrets', `${name}.sealed`);
  await operate(session, (operator) => operator('secret.sealed', { setting: name }));
  replaceFile(path, `${sealed}\n`);
  terminal.print(`${name} = ${JSON.stringify(path)}`);
  terminal.tell(`Set this in the settings, then remove ${from === '-' ? 'every other copy' : from}.`);
}

function nameOf({ venues }: Config, venue: string, setting: string): CredentialName {
  const slot = (['one', 'two'] as const).find((it) => it === venue || venues[it].name === venue);
  const name = `venues.${slot}.${setting}`;
  if (Object.hasOwn(CREDENTIALS, name)) return name as CredentialName;
  const known = Object.keys(CREDENTIALS).map((each) => {
    const [, of = '', last = ''] = each.split('.');
    return `${venues[of as 'one' | 'two'].name} ${last}`;
  });
  throw invalid(`${venue} ${setting}: expected ${known.join(', ')}.`);
}

function readFrom(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), EXIT.failed);
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), EXIT.failed);
  }
}

/** Whole or not at all: the credential that was there stays until the new one is. */
function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.new`;
  writeFileSync(fresh, text, { mode: 0o600 });
  chmodSync(fresh, 0o600); // also where an earlier one was left behind
  renameSync(fresh, path);
}
