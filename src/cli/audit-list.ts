import type { AuditReader } from '#app';
import { renderNotional } from '#contract';
import { decodeEvents, type ForbiddenCalls, findOrderId, type LedgerEvent } from '#domain';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { listView, type OutputOptions, show } from './output.ts';

export interface AuditListOptions extends OutputOptions {
  readonly last: string;
}

interface ExportedEntry {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly cause: string;
  readonly events: string; // JSON
}

const LAST_MAX = 10_000;

/** Prints the newest entries of the journal in words, oldest first. */
export async function listAudit(session: CliContext, options: AuditListOptions): Promise<void> {
  const last = Number(options.last);
  if (!Number.isInteger(last) || last < 1 || last > LAST_MAX)
    throw invalid(`--last ${options.last}: expected a whole number from 1 to ${LAST_MAX}.`);
  const { audit } = await session.parts();
  const rows = (await newest(audit.lines(session.config), last)).map(describeEntry);
  show(session.terminal, options, listView(rows, ['seq', 'timestamp', 'actor', 'what']));
}

async function newest(lines: ReturnType<AuditReader['lines']>, count: number): Promise<readonly string[]> {
  const kept: string[] = [];
  for await (const line of lines) {
    kept.push(line);
    if (kept.length > 2 * count) kept.splice(0, count);
  }
  return kept.slice(-count);
}

function describeEntry(line: string): object {
  const { seq, at, actor, cause, events } = JSON.parse(line) as ExportedEntry;
  return { seq, timestamp: at, actor, cause, what: decodeEvents(events).map(describeEvent).join('; ') };
}

/** An event in words; those about an order name it. */
function describeEvent(event: LedgerEvent): string {
  const describe = WORDS[event.type] as ((event: LedgerEvent) => string) | undefined;
  if (describe !== undefined) return describe(event);
  const orderId = findOrderId(event);
  return orderId === null ? toWords(event.type) : `${toWords(event.type)} (${orderId})`;
}

/** `OrderAccepted` → `order accepted`. */
const toWords = (type: string): string => type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();

type Words = {
  readonly [Type in LedgerEvent['type']]?: (event: Extract<LedgerEvent, { type: Type }>) => string;
};

const WORDS: Words = {
  CallsForbidden: ({ calls }) => describeForbidden(calls),
  CallAnswered: ({ call: { method, target, error } }) =>
    `${method} ${target} ${error === null ? 'changed nothing' : `was refused: ${error}`}`,
  OperatorActed: ({ act, detail }) => `${act.replaceAll('_', ' ')}: ${detail}`,
  ServiceStarted: ({ version, profile }) => `version ${version} started with profile ${profile}`,
  LedgerRestored: ({ orderNumber }) =>
    `restored the ledger from a backup; new orders are numbered from ${orderNumber + 1}`,
  KeyCreated: ({ key }) => `created key ${key.keyId} with ${key.permissions.join(', ')}`,
  KeyRevoked: ({ keyId }) => `revoked key ${keyId}`,
  AccountCreated: ({ accountId }) => `created account ${accountId}`,
  SubaccountCreated: ({ subaccount }) => `created subaccount ${subaccount.subaccountId}`,
  KillSwitchSet: ({ killSwitch: { enabled, accountId, subaccountId } }) =>
    `switched the kill switch ${enabled ? 'on' : 'off'} for ${subaccountId ?? accountId}`,
  GuardSet: ({ guard: { keyId, timeoutMs } }) =>
    timeoutMs === 0 ? `disarmed the guard of ${keyId}` : `armed the guard of ${keyId} for ${timeoutMs} ms`,
  GuardFired: ({ guard: { keyId } }) => `the guard of ${keyId} fired`,
  ProtectionSet: ({ protection: { subaccountId, frozenAt } }) =>
    `set the market maker protection of ${subaccountId}${frozenAt === null ? '' : ', which is still frozen'}`,
  ProtectionBreached: ({ protection: { subaccountId } }) =>
    `market maker protection withdrew the quotes of ${subaccountId}`,
  SessionOpened: ({ session: { sessionId, onDisconnect } }) =>
    `opened session ${sessionId}, which cancels by ${onDisconnect} when it ends`,
  ApprovalSet: ({ approval: { id, keyId, status } }) =>
    status === 'PENDING' ? `an order of ${keyId} waits for approval ${id}` : `approval ${id} is ${status}`,
  PositionOperationSet: ({ operation: { id, kind, status, instrumentId, failure } }) =>
    `${kind.toLowerCase()} ${id} of instrument ${instrumentId} is ${status}${failure === null ? '' : `: ${failure}`}`,
  TokensSettled: ({ claim: { subaccountId, instrumentId, payout } }) =>
    `tokens of ${subaccountId} in instrument ${instrumentId} pay ${renderNotional(payout)} on redemption`,
  SessionEnded: ({ sessionId }) => `session ${sessionId} ended`,
  LimitsSet: ({ limits }) => `set limits of ${limits.subaccountId ?? limits.accountId}`,
};

/** `12 calls without permission: 10 × DELETE /v1/orders/{id}, 2 × POST /v1/orders`. */
function describeForbidden({ paths }: ForbiddenCalls): string {
  const sum = paths.reduce((total, { count }) => total + count, 0);
  const each = paths.map(({ method, path, count }) => `${count} × ${method} ${path}`);
  return `${sum} ${sum === 1 ? 'call' : 'calls'} without permission: ${each.join(', ')}`;
}
