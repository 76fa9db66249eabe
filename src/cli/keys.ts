import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { ApiKey } from '../core/access/access.ts';
import { parseTime, renderTime, type TimestampMs } from '../core/kernel/time.ts';
import { systemClock } from '../system/clock.ts';
import { onlyAccount } from './accounts.ts';
import { Failure, invalid } from './failure.ts';
import { createKeyFile, type KeyFile, renderKeyFile } from './keyfile.ts';
import { newKeyPair } from './keypair.ts';
import { operate, serviceStatus } from './operate.ts';
import type { Session } from './session.ts';
import { columns } from './terminal.ts';

export interface NewKeyOptions {
  readonly account?: string;
  readonly id?: string;
  readonly permissions: string; // comma list
  readonly subaccounts: string; // `*` or a comma list
  readonly expires?: string;
  readonly publicKey?: string;
  readonly out?: string;
}

/**
 * Makes a key and hands out its private half once: into a file for its owner alone, or printed. With a
 * public key of the caller's own there is no private half to hand out.
 */
export async function newKey(session: Session, options: NewKeyOptions): Promise<void> {
  // Looked at first: a key whose private half found no place would be lost.
  const out = options.out === undefined ? null : resolve(session.terminal.cwd, options.out);
  if (out !== null && existsSync(out))
    throw invalid(`--out ${out}: exists already; a key is never overwritten.`);
  const expiresAt = options.expires === undefined ? null : expiryOf(options.expires, systemClock.now());
  const pair = options.publicKey === undefined ? newKeyPair() : null;
  const url = (await serviceStatus(session))?.url ?? usualUrl(session.config);
  const key = await operate(session, async (ask) => {
    const made = await ask('key.new', {
      key_id: options.id,
      account_id: options.account ?? (await onlyAccount(ask)),
      public_key: pair?.publicKey ?? options.publicKey,
      permissions: list(options.permissions),
      subaccounts: options.subaccounts === '*' ? '*' : list(options.subaccounts),
      expires_at: expiresAt,
    });
    return made as ApiKey;
  });
  handOut(session, key, pair?.privateKey ?? null, url, out);
}

export const listKeys = (session: Session, options: { readonly json?: boolean }): Promise<void> =>
  operate(session, async (ask) => {
    const keys = (await ask('key.list')) as readonly ApiKey[];
    if (options.json === true) return session.terminal.print(JSON.stringify(keys, null, 2));
    const head = ['KEY', 'ACCOUNT', 'PERMISSIONS', 'SUBACCOUNTS', 'STATUS', 'EXPIRES'];
    for (const line of columns([head, ...keys.map(keyRow)])) session.terminal.print(line);
  });

/** Withdraws a key for good; at a terminal only after a yes, because nothing brings it back. */
export async function revokeKey(
  session: Session,
  keyId: string,
  options: { readonly yes?: boolean },
): Promise<void> {
  const { terminal } = session;
  const isAsked = terminal.isInteractive && options.yes !== true;
  if (isAsked && !(await terminal.confirm(`Revoke ${keyId}? Its callers are cut off at once, for good.`))) {
    throw new Failure('nothing was revoked.');
  }
  await operate(session, (ask) => ask('key.revoke', { key_id: keyId }));
  terminal.print(`key ${keyId} revoked; its requests are refused and its streams are closed`);
}

/** Where callers reach the service when it does not run to say so itself. */
export function usualUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** `30d`, `12h`, `90m` from now, or a time. Fails on anything else and on the past. */
export function expiryOf(text: string, now: TimestampMs): TimestampMs {
  const span = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }[span?.[2] ?? ''];
  const at = unitMs === undefined ? parseTime(dayAsTime(text)) : now + Number(span?.[1]) * unitMs;
  if (at === null) throw invalid(`--expires ${text}: expected 30d, 12h, 90m, a day or an RFC 3339 time.`);
  if (at <= now) throw invalid(`--expires ${text}: is in the past.`);
  return at as TimestampMs;
}

const dayAsTime = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function handOut(
  { terminal }: Session,
  key: ApiKey,
  privateKey: string | null,
  url: string,
  out: string | null,
): void {
  if (privateKey === null) return terminal.print(`key ${key.keyId} made for your public key`);
  const file: KeyFile = {
    base_url: url,
    key_id: key.keyId,
    private_key: privateKey,
    subaccounts: key.subaccounts,
  };
  if (out === null) {
    terminal.tell('The private key is shown this once; the service keeps only the public half.');
    return terminal.print(renderKeyFile(file).trimEnd());
  }
  createKeyFile(out, file);
  terminal.print(`key ${key.keyId} made; its private half is in ${out}`);
}

const keyRow = (key: ApiKey): readonly string[] => [
  key.keyId,
  key.accountId,
  key.permissions.join(','),
  key.subaccounts === '*' ? '*' : key.subaccounts.join(','),
  key.status,
  key.expiresAt === null ? 'never' : renderTime(key.expiresAt),
];
