import {
  type AccountId,
  type AgentLimitKind,
  type AgentLimits,
  type AgentPolicy,
  type ApiKey,
  DAY_LIMIT_LIST,
  type DayLimits,
  err,
  type FieldIssue,
  type GenericAssetId,
  hasDayLimits,
  invalidFields,
  type KeyId,
  type Notional,
  ONE,
  ok,
  PERMISSIONS,
  parseDecimal,
  parseGenericAssetId,
  parseInputTime,
  parsePublicKey,
  parseSubaccountId,
  type Rejection,
  type Result,
  renderNotional,
  type Subaccount,
  type SubaccountId,
  type TimestampMs,
  toAgentLimitFields,
  toDayLimitFields,
  type VenueName,
} from '#contract';
import type { PairingGrant } from '#oms';
import type { NewKey, OwnedWebhook } from '#orders';

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const ID_ISSUE = '1 to 64 letters, digits, "_" or "-"';
const PERMISSIONS_ISSUE = `one or more of ${PERMISSIONS.join(', ')}`;
const LIMITS_ISSUE = `one or more of ${DAY_LIMIT_LIST.map(({ name }) => name).join(', ')}`;
const NAME_LENGTH_MAX = 100;
const SUBACCOUNTS_MAX = 1_000;
const VENUES_MAX = 20;
const ASSETS_MAX = 100;
const CATEGORY_LENGTH_MAX = 100;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The parameters of each command, as sent in JSON. Refuses `validation` and names every invalid field. */
export function parseAccountParams(input: unknown): Result<AccountId, Rejection> {
  const fields = new Fields(input);
  const accountId = fields.read('account_id', parseAccountId, ID_ISSUE);
  return fields.result(() => accountId);
}

export interface PairParams {
  readonly accountId: AccountId;
  readonly grant: PairingGrant;
}

export function parsePairParams(input: unknown): Result<PairParams, Rejection> {
  const fields = new Fields(input);
  const accountId = fields.read('account_id', parseAccountId, ID_ISSUE);
  const permissions = fields.optional('permissions', parsePermissions, PERMISSIONS_ISSUE);
  const expiresAt = fields.optional('expires_at', parseTimestamp, 'Unix milliseconds before the year 2100');
  return fields.result(() => ({ accountId, grant: { permissions, expiresAt } }));
}

export function parseSubaccountParams(input: unknown): Result<Subaccount, Rejection> {
  const fields = new Fields(input);
  const accountId = fields.read('account_id', parseAccountId, ID_ISSUE);
  const subaccountId = fields.read('subaccount_id', parseSubaccountId, ID_ISSUE);
  const name = fields.read('name', parseName, `1 to ${NAME_LENGTH_MAX} printable characters`);
  return fields.result(() => ({ accountId, subaccountId, name }));
}

export interface AdoptionParams {
  readonly venue: string;
  readonly owner: Pick<Subaccount, 'accountId' | 'subaccountId'>;
  readonly cancelsOrders: boolean;
}

export function parseAdoptionParams(input: unknown): Result<AdoptionParams, Rejection> {
  const fields = new Fields(input);
  const venue = fields.read('venue', parseId, ID_ISSUE);
  const accountId = fields.read('account_id', parseAccountId, ID_ISSUE);
  const subaccountId = fields.read('subaccount_id', parseSubaccountId, ID_ISSUE);
  const cancels = fields.optional('cancel_orders', (value) => (value === true ? true : null), 'true');
  return fields.result(() => ({
    venue,
    owner: { accountId, subaccountId },
    cancelsOrders: cancels ?? false,
  }));
}

export function parseKeyParams(input: unknown): Result<NewKey, Rejection> {
  const fields = new Fields(input);
  const keyId = fields.optional('key_id', parseKeyId, ID_ISSUE);
  const accountId = fields.read('account_id', parseAccountId, ID_ISSUE);
  const publicKey = fields.read('public_key', parseKeyText, 'a base64 Ed25519 public key');
  const permissions = fields.read('permissions', parsePermissions, PERMISSIONS_ISSUE);
  const subaccounts = fields.read('subaccounts', parseSubaccountGrant, '"*" or a list of subaccount ids');
  const expiresAt = fields.optional('expires_at', parseTimestamp, 'Unix milliseconds before the year 2100');
  const agent = fields.record('agent', readAgentPolicy);
  const limits = fields.record('limits', readKeyLimits);
  const named = keyId === null ? {} : { keyId };
  return fields.result(() => ({
    ...named,
    accountId,
    publicKey,
    permissions,
    subaccounts,
    expiresAt,
    agent,
    limits,
  }));
}

interface RevocationParams {
  readonly keyId: KeyId;
  readonly isCancelling: boolean;
}

export function parseRevocationParams(input: unknown): Result<RevocationParams, Rejection> {
  const fields = new Fields(input);
  const keyId = fields.read('key_id', parseKeyId, ID_ISSUE);
  const cancel = fields.optional('cancel', (value) => (value === true ? true : null), 'true');
  return fields.result(() => ({ keyId, isCancelling: cancel === true }));
}

const SETTING = /^[a-z_.]{1,64}$/;

export function parseSettingParams(input: unknown): Result<string, Rejection> {
  const fields = new Fields(input);
  const setting = fields.read(
    'setting',
    (value) => (typeof value === 'string' && SETTING.test(value) ? value : null),
    'the name of a setting',
  );
  return fields.result(() => setting);
}

const WHOLE = ''; // the name of an issue with a record as a whole

/** Reads an object field by field and collects all issues, so that they are reported together. */
class Fields {
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #issues: FieldIssue[] = [];
  readonly #read = new Set<string>();

  constructor(input: unknown) {
    this.#input = typeof input === 'object' && input !== null ? { ...input } : {};
  }

  get isValid(): boolean {
    return this.#issues.length === 0;
  }

  refuse(field: string, expected: string): void {
    this.#issues.push({ field, issue: `expected ${expected}` });
  }

  /** The value, or a recorded issue and a placeholder that `result` never returns. */
  read<Value>(field: string, parse: (input: unknown) => Value | null, expected: string): Value {
    this.#read.add(field);
    const value = parse(this.#input[field]);
    if (value === null) this.refuse(field, expected);
    return value as Value;
  }

  optional<Value>(field: string, parse: (input: unknown) => Value | null, expected: string): Value | null {
    this.#read.add(field);
    const input = this.#input[field];
    return input === undefined || input === null ? null : this.read(field, parse, expected);
  }

  /** A record of limits, null when it is absent. A field that `read` does not know would be a limit that never applies. */
  record<Value>(field: string, read: (fields: Fields) => Value): Value | null {
    const input = this.#input[field];
    if (input === undefined || input === null) return null;
    if (typeof input !== 'object' || Array.isArray(input)) {
      this.refuse(field, 'an object');
      return null;
    }
    const fields = new Fields(input);
    const value = read(fields);
    for (const name of Object.keys(fields.#input))
      if (!fields.#read.has(name)) fields.#issues.push({ field: name, issue: 'unknown field' });
    for (const { field: name, issue } of fields.#issues)
      this.#issues.push({ field: name === WHOLE ? field : `${field}.${name}`, issue });
    return value;
  }

  result<Value>(build: () => Value): Result<Value, Rejection> {
    return this.isValid ? ok(build()) : err(invalidFields(this.#issues));
  }
}

const parseId = (input: unknown): string | null =>
  typeof input === 'string' && ID.test(input) ? input : null;
const parseAccountId = (input: unknown): AccountId | null => parseId(input) as AccountId | null;
const parseKeyId = (input: unknown): KeyId | null => parseId(input) as KeyId | null;

function parseName(input: unknown): string | null {
  const isName = typeof input === 'string' && /^[^\p{C}]+$/u.test(input) && input.length <= NAME_LENGTH_MAX;
  return isName ? input : null;
}

function parseKeyText(input: unknown): string | null {
  const key = typeof input === 'string' ? parsePublicKey(input) : null;
  return key?.ok ? key.value : null;
}

function parsePermissions(input: unknown): NewKey['permissions'] | null {
  if (!Array.isArray(input) || input.length === 0) return null;
  const known = PERMISSIONS.filter((permission) => input.includes(permission));
  return known.length === new Set(input).size ? known : null;
}

function parseSubaccountGrant(input: unknown): NewKey['subaccounts'] | null {
  if (input === '*') return '*';
  if (!Array.isArray(input) || input.length === 0 || input.length > SUBACCOUNTS_MAX) return null;
  const ids = input.map(parseSubaccountId).filter((id): id is SubaccountId => id !== null);
  return ids.length === input.length ? [...new Set(ids)] : null;
}

const parseTimestamp = (input: unknown): TimestampMs | null =>
  typeof input === 'number' && input > 0 && parseInputTime(input) !== null ? (input as TimestampMs) : null;

const AMOUNT_ISSUE = 'a decimal above 0';
const COUNT_ISSUE = 'a whole number above 0';

const AGENT_LIMITS: Readonly<
  Record<AgentLimitKind, readonly [parse: (input: unknown) => unknown, expected: string]>
> = {
  amount: [parseAmount, AMOUNT_ISSUE],
  count: [parseCount, COUNT_ISSUE],
  venues: [parseVenues, `1 to ${VENUES_MAX} names of venues`],
  categories: [parseCategories, `1 to ${VENUES_MAX} names of categories`],
  assets: [parseAssetIds, `1 to ${ASSETS_MAX} ids of generic assets`],
};

/** The limits that are absent or null do not apply; `simulated_only` is true unless it is false. */
const readAgentPolicy = (fields: Fields): AgentPolicy => ({
  simulatedOnly: fields.optional('simulated_only', parseSwitch, 'true or false') !== 'off',
  ...(toAgentLimitFields(({ kind, name }) => fields.optional(name, ...AGENT_LIMITS[kind])) as AgentLimits),
});

/** The limits that are absent or null do not apply; one at least does. */
function readKeyLimits(fields: Fields): DayLimits {
  const limits = toDayLimitFields(({ kind, name }) =>
    kind === 'amount'
      ? fields.optional(name, parseAmount, AMOUNT_ISSUE)
      : fields.optional(name, parseCount, COUNT_ISSUE),
  ) as DayLimits;
  if (fields.isValid && !hasDayLimits(limits)) fields.refuse(WHOLE, LIMITS_ISSUE);
  return limits;
}

function parseAmount(input: unknown): Notional | null {
  const units = parseDecimal(input);
  return units === null || units <= 0n ? null : ((units * ONE) as Notional);
}

const parseSwitch = (input: unknown): 'on' | 'off' | null =>
  typeof input === 'boolean' ? (input ? 'on' : 'off') : null;

function parseCount(input: unknown): number | null {
  return Number.isSafeInteger(input) && Number(input) > 0 ? Number(input) : null;
}

function parseVenues(input: unknown): readonly VenueName[] | null {
  if (!Array.isArray(input) || input.length === 0 || input.length > VENUES_MAX) return null;
  return input.every((name) => typeof name === 'string' && NAME.test(name)) ? (input as VenueName[]) : null;
}

function parseCategories(input: unknown): readonly string[] | null {
  if (!Array.isArray(input) || input.length === 0 || input.length > VENUES_MAX) return null;
  const names = input.map((name) => (typeof name === 'string' ? name.trim() : ''));
  return names.every((name) => name !== '' && name.length <= CATEGORY_LENGTH_MAX) ? names : null;
}

function parseAssetIds(input: unknown): readonly GenericAssetId[] | null {
  if (!Array.isArray(input) || input.length === 0 || input.length > ASSETS_MAX) return null;
  const ids = input
    .map((id) => parseGenericAssetId(String(id)))
    .filter((id): id is GenericAssetId => id !== null);
  return ids.length === input.length ? ids : null;
}

/** A key as the control socket sends it: amounts as decimal text. */
export const renderApiKey = ({ agent, limits, ...key }: ApiKey) => ({
  ...key,
  limits:
    limits === null
      ? null
      : toDayLimitFields(({ kind, field }) =>
          kind === 'amount' ? renderAmount(limits[field] as Notional | null) : limits[field],
        ),
  agent: agent === null ? null : renderAgentPolicy(agent),
});

const renderAgentPolicy = (policy: AgentPolicy) => ({
  simulatedOnly: policy.simulatedOnly,
  ...toAgentLimitFields(({ kind, field }) =>
    kind === 'amount' ? renderAmount(policy[field] as Notional | null) : policy[field],
  ),
});

const renderAmount = (amount: Notional | null): string | null =>
  amount === null ? null : renderNotional(amount);

/** Without the secret. */
export const renderOwnedWebhook = ({ webhook, isKeyValid }: OwnedWebhook) => ({
  id: webhook.id,
  account_id: webhook.accountId,
  key_id: webhook.keyId,
  key_valid: isKeyValid,
  status: webhook.status,
  events: webhook.events,
  url: webhook.url,
});
