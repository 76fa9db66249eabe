import type { VenueCheck } from '#ports';
import { parseText, toFields } from './codec/polymarket-decoder.ts';
import type { WalletAccountsDeps } from './orders/wallet-accounts.ts';
import type { PolymarketSettings } from './polymarket-settings.ts';
import { decideOwnership, type Ownership, type OwnSigners, readOwnership } from './signing/wallet-owner.ts';

type Keys = WalletAccountsDeps['keys'];
type Key = Keys[number];

/** A session key in the venue's list of those that can be used. */
interface ListedKey {
  readonly address: string; // lower case
  readonly scopes: readonly string[];
  readonly validUntil: number; // Unix seconds
}

const DAY_MS = 86_400_000;

/**
 * Which key signs, whether it can, and how many open orders the former ones have; where the owner's key signs alone, whether it
 * owns the wallet.
 */
export async function checkKeys(
  keys: Keys,
  nowMs: number,
  { chainId, simulated }: Pick<PolymarketSettings, 'chainId' | 'simulated'>,
): Promise<readonly VenueCheck[]> {
  const [current, ...formers] = keys;
  if (current === undefined) return [];
  if (!current.wallet.isSessionKey && formers.length === 0)
    return simulated ? [] : [toWalletCheck(await askOwnership(current, chainId))];
  const listed = await readListedKeys(keys);
  const checks = [checkCurrent(current, listed, nowMs)];
  for (const former of formers) checks.push(await checkFormer(former));
  return checks;
}

const toWalletCheck = ({ kind, detail }: Ownership): VenueCheck => ({
  name: 'wallet',
  ok: kind !== 'contradicts',
  detail,
});

function checkCurrent(
  { wallet, expiresAt }: Key,
  listed: readonly ListedKey[] | null,
  nowMs: number,
): VenueCheck {
  const { address, maker } = wallet;
  if (!wallet.isSessionKey)
    return { name: 'key', ok: true, detail: `the owner's key ${address} signs for ${maker}` };
  const who = `the session key ${address} signs for ${maker}`;
  const found = listed?.find((each) => each.address === address.toLowerCase());
  if (listed !== null && found === undefined)
    return { name: 'key', ok: false, detail: `${who}, but the venue does not list it: expired or revoked` };
  const untilMs = found === undefined ? expiresAt : found.validUntil * 1_000;
  const scopes = found === undefined ? '' : ` (${found.scopes.join(', ')})`;
  if (untilMs === null)
    return {
      name: 'key',
      ok: true,
      detail: `${who}; when it expires is not known: set session_key_expires`,
    };
  const ok = untilMs > nowMs && (found === undefined || isForOrders(found));
  const days = Math.floor((untilMs - nowMs) / DAY_MS);
  const detail = `${who}${scopes} until ${new Date(untilMs).toISOString().slice(0, 10)}, ${days} days from now`;
  return { name: 'key', ok, detail };
}

const isForOrders = ({ scopes }: ListedKey): boolean => scopes.includes('CLOB') || scopes.includes('ALL');

async function checkFormer({ wallet, client }: Key): Promise<VenueCheck> {
  const name = 'former key';
  const who = `${wallet.isSessionKey ? 'session key' : "owner's key"} ${wallet.address}`;
  const missing = await client.obtainCredentials();
  if (missing !== null) return { name, ok: false, detail: `${who}: ${missing.why}` };
  const list = await client.listPrivate('/data/orders', {});
  if (list.kind === 'failed') return { name, ok: false, detail: `${who}: ${list.why}` };
  return { name, ok: true, detail: `${who} has ${list.items.length} open orders` };
}

/** Whether the key owns its wallet, asking the venue only where the addresses leave a doubt. */
async function askOwnership({ wallet, client }: Key, chainId: number): Promise<Ownership> {
  const shown = readOwnership(wallet, chainId);
  if (shown.kind !== 'doubtful') return shown;
  const signers = await readSigners(client);
  const answer: OwnSigners | null =
    signers === null ? null : { ...signers, keys: signers.listed.map((each) => each.address) };
  return decideOwnership(shown, wallet, answer);
}

/** What is wrong with the first key that does not own the wallet, or whose ownership stays in doubt; null: nothing. */
export async function findOwnershipIssue(keys: Keys, chainId: number): Promise<Ownership | null> {
  const found: Ownership[] = [];
  for (const key of keys) found.push(await askOwnership(key, chainId));
  const findKind = (kind: Ownership['kind']) => found.find((each) => each.kind === kind);
  return findKind('contradicts') ?? findKind('doubtful') ?? null;
}

/** The usable session keys of the wallet, which the venue shows its owner. Null without the owner's key, and without a list. */
async function readListedKeys(keys: Keys): Promise<readonly ListedKey[] | null> {
  const owner = keys.find(({ wallet }) => !wallet.isSessionKey);
  return owner === undefined ? null : ((await readSigners(owner.client))?.listed ?? null);
}

/**
 * The wallet of a key, and its usable session keys. Null if the venue does not answer it with a list.
 *
 * Source  docs.polymarket.com/trading/session-keys (2026-09)
 */
async function readSigners(
  client: Key['client'],
): Promise<{ readonly wallet: string; readonly listed: readonly ListedKey[] } | null> {
  if ((await client.obtainCredentials()) !== null) return null;
  const answer = await client.readPrivate('/v1/user/session-signers');
  const { wallet, signers } =
    (answer.kind === 'answer' && answer.status === 200 ? toFields(answer.value) : null) ?? {};
  const named = parseText(wallet);
  if (named === null || !Array.isArray(signers)) return null;
  const listed = signers.flatMap((each) => {
    const { address, scopes, valid_until: validUntil } = toFields(each) ?? {};
    const text = parseText(address);
    if (text === null || typeof validUntil !== 'number') return [];
    const names = Array.isArray(scopes) ? scopes.map(String) : [];
    return [{ address: text.toLowerCase(), scopes: names, validUntil }];
  });
  return { wallet: named, listed };
}
