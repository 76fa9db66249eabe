import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { usualUrl } from '#config';
import {
  AGENT_LIMIT_LIST,
  type AgentLimitKind,
  type AgentLimits,
  type ApiKey,
  DAY_LIMIT_LIST,
  type DayLimits,
  describeTimeIssue,
  INPUT_TIME_MAX,
  type NamedAgentLimit,
  parseInputTime,
  renderTime,
  type TimestampMs,
} from '#contract';
import type { KeyLeft, RevokedKey } from '#orders';
import { systemClock } from '#platform';
import { type AdminConnection, callAdmin, serviceStatus } from './admin-call.ts';
import { toOption, wholeNumber } from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { createKeyFile, type KeyFile, newKeyPair, renderKeyFile } from './key-file.ts';
import { columns } from './terminal-io.ts';

/** The options of limits. */
type LimitOptions = Readonly<Partial<Record<keyof DayLimits, string>>>;

/** The options of the limits of an agent's key, by the name of the option. */
type AgentOptions = Readonly<
  Partial<Record<Exclude<keyof AgentLimits, 'genericAssetIds'> | 'assets', string>>
>;

interface NewKeyOptions extends LimitOptions, AgentOptions {
  readonly account?: string;
  readonly id?: string;
  readonly permissions: string; // comma list
  readonly subaccounts: string; // `*` or a comma list
  readonly expires?: string;
  readonly publicKey?: string;
  readonly out?: string;
  readonly kind?: 'agent';
  readonly real?: boolean;
}

/**
 * Creates a key and outputs its private key once, to a file with mode 600 or to standard output. With
 * `--public-key` the caller keeps the private key and the command outputs none.
 */
async function newKey(session: CliContext, options: NewKeyOptions): Promise<void> {
  // Checked before the key is created: a private key that cannot be written would be lost.
  const out = options.out === undefined ? null : resolve(session.terminal.cwd, options.out);
  if (out !== null && existsSync(out))
    throw invalid(`--out ${out}: already exists; key files are never overwritten.`);
  const agent = toAgentPolicy(options);
  const limits = agent === null ? toKeyLimits(options) : null;
  const expires = options.expires ?? (agent === null ? undefined : AGENT_EXPIRES);
  const expiresAt = expires === undefined ? null : parseExpiry(expires, systemClock.now());
  const pair = options.publicKey === undefined ? newKeyPair() : null;
  const url = (await serviceStatus(session))?.url ?? usualUrl(session.config);
  const key = await callAdmin(session, async (ask) => {
    const made = await ask('key.new', {
      key_id: options.id,
      account_id: options.account ?? (await onlyAccount(ask)),
      public_key: pair?.publicKey ?? options.publicKey,
      permissions: parseList(options.permissions),
      subaccounts: options.subaccounts === '*' ? '*' : parseList(options.subaccounts),
      expires_at: expiresAt,
      ...(agent === null ? {} : { agent }),
      ...(limits === null ? {} : { limits }),
    });
    return made as ApiKey;
  });
  handOut(session, key, pair?.privateKey ?? null, url, out);
}

const AGENT_EXPIRES = '30d';

/** What was typed for the limit, and its option. */
const findOption = (options: NewKeyOptions, { field, name, option }: NamedAgentLimit) =>
  ({
    typed: options[(option ?? field) as keyof AgentOptions],
    flag: toOption(option ?? name),
  }) as const;

/** The policy of an agent's key as the service reads it. Null for another kind of key. */
function toAgentPolicy(options: NewKeyOptions): object | null {
  if (options.kind === undefined) {
    const stray = AGENT_LIMIT_LIST.filter(({ typed }) => typed !== undefined)
      .map((limit) => findOption(options, limit))
      .find(({ typed }) => typed !== undefined);
    const flag = stray?.flag ?? (options.real === true ? '--real' : null);
    if (flag === null) return null;
    throw invalid(`${flag}: needs --kind agent.`);
  }
  for (const { field, name, ofKey } of DAY_LIMIT_LIST)
    if (ofKey.instead !== undefined && options[field] !== undefined)
      throw invalid(`${toOption(name)}: an agent key has ${ofKey.instead}.`);
  const limits = AGENT_LIMIT_LIST.map((limit) => {
    const { typed, flag } = findOption(options, limit);
    return [limit.name, typed === undefined ? null : READERS[limit.kind](flag, typed)];
  });
  return { simulated_only: options.real !== true, ...Object.fromEntries(limits) };
}

type Reader = (flag: string, typed: string) => unknown;

/** What the option of each kind sends; the service checks the rest. */
const READERS: Readonly<Record<AgentLimitKind, Reader>> = {
  amount: (_, typed) => typed,
  count: (flag, typed) => wholeNumber(flag, typed),
  venues: (_, typed) => parseList(typed),
  categories: (_, typed) => parseList(typed),
  assets: (flag, typed) => parseList(typed).map((id) => wholeNumber(flag, id)),
};

/** The limits of a key that is no agent's. Null without any. */
function toKeyLimits(options: LimitOptions): object | null {
  if (DAY_LIMIT_LIST.every(({ field }) => options[field] === undefined)) return null;
  return Object.fromEntries(
    DAY_LIMIT_LIST.map(({ kind, field, name }) => {
      const typed = options[field];
      return [name, typed === undefined ? null : READERS[kind](toOption(name), typed)];
    }),
  );
}

const listKeys = (session: CliContext, options: { readonly json?: boolean }): Promise<void> =>
  callAdmin(session, async (ask) => {
    const keys = (await ask('key.list')) as readonly ApiKey[];
    if (options.json === true) return session.terminal.print(JSON.stringify(keys, null, 2));
    const head = ['KEY', 'ACCOUNT', 'PERMISSIONS', 'SUBACCOUNTS', 'STATUS', 'EXPIRES', 'AGENT RULES'];
    for (const line of columns([head, ...keys.map(keyRow)])) session.terminal.print(line);
  });

/** Revokes a key permanently. At a terminal the operator must confirm first. */
async function revokeKey(session: CliContext, keyId: string, options: RevokeOptions): Promise<void> {
  const { terminal } = session;
  const needsConfirmation = terminal.isInteractive && options.yes !== true;
  if (
    needsConfirmation &&
    !(await terminal.confirm(`Revoke ${keyId}? Its callers are rejected from now on. This cannot be undone.`))
  ) {
    throw new Failure('no key was revoked.');
  }
  const cancel = options.cancel === true ? { cancel: true } : {};
  const { left } = await callAdmin(
    session,
    async (ask) => (await ask('key.revoke', { key_id: keyId, ...cancel })) as RevokedKey,
  );
  terminal.print(`key ${keyId} revoked; its requests are rejected and its streams are closed`);
  for (const line of describeLeft(keyId, left, options.cancel === true)) terminal.print(line);
}

interface RevokeOptions {
  readonly yes?: boolean;
  readonly cancel?: boolean;
}

/** What a revocation has ended, and what stays. */
function describeLeft(keyId: string, left: KeyLeft, isCancelling: boolean): readonly string[] {
  const ended = [
    count(left.webhooks, 'webhook'),
    count(left.alerts, 'alert'),
    count(left.approvals, 'order waiting for an approval', 'orders waiting for an approval'),
  ].filter((each) => each !== null);
  const lines = ended.length === 0 ? [] : [`ended: ${ended.join(', ')}`];
  const complex = count(left.complexOrders, 'complex order');
  if (complex !== null) lines.push(`paused: ${complex}; one that protects a position may still reduce it`);
  const orders = count(left.orders, 'resting order');
  if (orders === null) return lines;
  const stays = `stays: ${orders}; crossbook key revoke ${keyId} --cancel cancels`;
  return [...lines, isCancelling ? `cancelling: ${orders}` : stays];
}

const count = (number: number, one: string, many = `${one}s`): string | null =>
  number === 0 ? null : `${number} ${number === 1 ? one : many}`;

/** Parses a duration from now (`30d`, `12h`, `90m`) or a time. Fails on other text and on past times. */
export function parseExpiry(text: string, now: TimestampMs): TimestampMs {
  const span = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }[span?.[2] ?? ''];
  const at = unitMs === undefined ? parseInputTime(dayAsTime(text)) : now + Number(span?.[1]) * unitMs;
  if (at === null || at > INPUT_TIME_MAX) {
    const issue = unitMs === undefined ? describeTimeIssue(dayAsTime(text)) : describeTimeIssue(at);
    throw invalid(`--expires ${text}: ${issue}; expected 30d, 12h, 90m, a date or an RFC 3339 time.`);
  }
  if (at <= now) throw invalid(`--expires ${text}: is in the past.`);
  return at as TimestampMs;
}

const dayAsTime = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);

export const parseList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function handOut(
  { terminal }: CliContext,
  key: ApiKey,
  privateKey: string | null,
  url: string,
  out: string | null,
): void {
  if (privateKey === null) return terminal.print(`key ${key.keyId} created for your public key`);
  const file: KeyFile = {
    base_url: url,
    key_id: key.keyId,
    private_key: privateKey,
    subaccounts: key.subaccounts,
  };
  if (out === null) {
    terminal.notify('The private key is shown only now; the service keeps only the public key.');
    return terminal.print(renderKeyFile(file).trimEnd());
  }
  createKeyFile(out, file);
  terminal.print(`key ${key.keyId} created; its private key is in ${out}`);
}

const keyRow = (key: ApiKey): readonly string[] => [
  key.keyId,
  key.accountId,
  `${key.permissions.join(',')}${key.agent === null ? '' : ' (agent)'}`,
  key.subaccounts === '*' ? '*' : key.subaccounts.join(','),
  key.status,
  key.expiresAt === null ? 'never' : renderTime(key.expiresAt),
  toRules(key),
];

/** The limits of a key in one line; the control socket sends amounts as text. */
const toRules = ({ agent, limits }: ApiKey): string =>
  agent === null
    ? listRules(DAY_LIMIT_LIST.map(({ field, ofKey }) => [ofKey.listed, limits?.[field] ?? null])).join(', ')
    : [
        agent.simulatedOnly ? 'simulated venues' : 'real money',
        ...listRules(AGENT_LIMIT_LIST.map(({ field, listed }) => [listed, agent[field]])),
      ].join(', ');

const listRules = (rules: readonly (readonly [name: string, limit: unknown])[]): readonly string[] =>
  rules
    .filter(([, limit]) => limit !== null)
    .map(([name, limit]) => `${name} ${Array.isArray(limit) ? limit.join(' ') : String(limit)}`);

const newAccount = (session: CliContext, accountId: string): Promise<void> =>
  callAdmin(session, async (ask) => {
    await ask('account.new', { account_id: accountId });
    session.terminal.print(`account ${accountId} created`);
  });

const listAccounts = (session: CliContext): Promise<void> =>
  callAdmin(session, async (ask) => {
    for (const accountId of (await ask('account.list')) as readonly string[])
      session.terminal.print(accountId);
  });

const newSubaccount = (
  session: CliContext,
  subaccountId: string,
  options: { readonly account?: string; readonly name?: string },
): Promise<void> =>
  callAdmin(session, async (ask) => {
    const account = options.account ?? (await onlyAccount(ask));
    const name = options.name ?? subaccountId;
    await ask('subaccount.new', { account_id: account, subaccount_id: subaccountId, name });
    session.terminal.print(`subaccount ${subaccountId} created in account ${account}`);
  });

/** The account for a command without `--account`. Fails unless exactly one account exists. */
export async function onlyAccount(ask: AdminConnection): Promise<string> {
  const accounts = (await ask('account.list')) as readonly string[];
  const [first, ...others] = accounts;
  if (first === undefined) throw invalid('no account exists yet; create one with `account new`.');
  if (others.length > 0)
    throw invalid(`several accounts exist; choose one with --account: ${accounts.join(', ')}.`);
  return first;
}

/** Adds the commands for accounts and subaccounts. */
export function addAccountCommands(program: Command, run: Run): void {
  const account = program
    .command('account')
    .description('manage accounts, which own keys, orders and limits');
  account
    .command('new')
    .argument('<account_id>')
    .description('create an account')
    .addHelpText('after', HELP.accountNew)
    .action((id: string) => run((session) => newAccount(session, id)));
  account
    .command('list')
    .description('list accounts')
    .action(() => run(listAccounts));
  program
    .command('subaccount')
    .description('manage subaccounts, which have separate positions and limits')
    .command('new')
    .argument('<subaccount_id>')
    .option('--account <id>', 'account id; optional if only one account exists')
    .option('--name <name>', 'display name')
    .description('create a subaccount')
    .addHelpText('after', HELP.subaccountNew)
    .action((id: string, options: { account?: string; name?: string }) =>
      run((session) => newSubaccount(session, id, options)),
    );
}

/** Adds the commands for API keys. */
export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('manage the API keys that sign requests');
  const create = key
    .command('new')
    .description('create a key')
    .option('--account <id>', 'account id; optional if only one account exists')
    .option('--permissions <list>', 'read, trade, risk', 'read')
    .option('--subaccounts <list>', 'subaccounts it may use; * for all, including future ones', '*')
    .option('--expires <when>', '30d, 12h, 90m, a date or an RFC 3339 time; default: never')
    .addOption(new Option('--kind <kind>', 'agent: bound by the limits below').choices(['agent']));
  for (const { kind, name, ofKey } of DAY_LIMIT_LIST)
    create.option(`${toOption(name)} <${kind}>`, ofKey.typed);
  for (const { kind, name, typed, option } of AGENT_LIMIT_LIST)
    if (typed !== undefined)
      create.option(
        `${toOption(option ?? name)} <${kind === 'amount' || kind === 'count' ? kind : 'list'}>`,
        `agent: ${typed}`,
      );
  create
    .option('--real', 'agent: may also trade on venues with real money')
    .option('--id <key_id>', 'key id; default: chosen by the service')
    .option('--public-key <base64>', 'register your public key')
    .option('--out <file>', 'write the key file here (mode 600) instead of printing it')
    .addHelpText('after', HELP.keyNew)
    .action((options: NewKeyOptions) => run((session) => newKey(session, options)));
  key
    .command('list')
    .description('list keys, including revoked ones')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => run((session) => listKeys(session, options)));
  key
    .command('revoke')
    .argument('<key_id>')
    .option('--yes', 'skip the confirmation')
    .option('--cancel', 'also cancel its resting orders and quotes')
    .description('revoke a key permanently')
    .addHelpText('after', HELP.keyRevoke)
    .action((id: string, options: RevokeOptions) => run((session) => revokeKey(session, id, options)));
}
