import { NOTIONAL_ZERO, type Notional, requirePresent, type VenueClientId } from '#contract';
import type { Clock, OpenOrder, OrderReport, VenueOutcome, VenueQuery } from '#ports';
import type { WireMaker } from '../codec/polymarket-messages.ts';
import type { Wallet } from '../signing/wallet.ts';
import { KeyAccount, type KeyAccountDeps } from './key-account.ts';
import {
  describeDaysLeft,
  describeExpiredKey,
  describeMissingKey,
  describeRefusedCredentials,
  describeRefusedKey,
  describeUnread,
} from './key-words.ts';
import { isPlacedBy, parseMarked } from './order-marks.ts';
import { isOrderId } from './polymarket-order-queries.ts';
import { joinMarks } from './polymarket-reconciliation.ts';

type KeyParts = Pick<KeyAccountDeps, 'client' | 'wallet' | 'expiresAt'>;

export interface WalletAccountsDeps
  extends Omit<KeyAccountDeps, keyof KeyParts | 'isFormer' | 'isOfOtherKey'> {
  readonly keys: readonly KeyParts[]; // the one that signs, then former ones
}

/** How long a key that is not configured stays in the health report after the last query for one of its orders. */
const MISSED_MS = 900_000;
const DAY_MS = 86_400_000;
const WARNED_MS = 14 * DAY_MS; // before the session key expires

/**
 * The orders of all configured keys of a wallet. An order of a key that is not configured is never absent: it cannot be read.
 */
export class WalletAccounts {
  readonly current: KeyAccount;
  readonly all: readonly KeyAccount[];
  readonly #clock: Clock;
  readonly #missingAtMs = new Map<string | null, number>(); // by session key; null: the owner's key

  constructor({ keys, ...parts }: WalletAccountsDeps) {
    this.#clock = parts.clock;
    this.all = keys.map(
      (key, at) =>
        new KeyAccount({
          ...parts,
          ...key,
          isFormer: at > 0,
          isOfOtherKey: (order) =>
            this.all.some((account) => account.wallet !== key.wallet && isKnownTo(account, order)),
        }),
    );
    this.current = requirePresent(this.all[0], 'the key that signs');
  }

  async cancel(clientId: VenueClientId, instrument: string): Promise<VenueOutcome> {
    const { account, orderId, missing } = this.#find(clientId);
    return account === null ? { kind: 'unknown', why: missing } : account.cancel(orderId, instrument);
  }

  async query(clientId: VenueClientId, instrument: string): Promise<VenueQuery> {
    const { account, orderId, missing } = this.#find(clientId);
    return account === null ? { kind: 'failed', why: missing } : account.query(orderId, instrument);
  }

  /** Cancels an order that another program placed, with the key whose list has it. */
  cancelExternal(id: string): Promise<string | null> {
    const account = this.all.find(({ openOrders }) => openOrders.some((each) => each.venueOrderId === id));
    return (account ?? this.current).canceller.cancelExternal(id);
  }

  async reconcile(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }> {
    const reports: OrderReport[] = [];
    const marks: string[] = [];
    for (const account of this.all) {
      const found = await account.reconcile(mark);
      reports.push(...found.reports);
      marks.push(found.mark);
    }
    return { reports, mark: joinMarks(marks) };
  }

  get openOrders(): readonly OpenOrder[] {
    return this.all.flatMap(({ openOrders }) => openOrders);
  }

  get cashKept(): Notional {
    return this.all.reduce((sum, { orders }) => (sum + orders.cashKept) as Notional, NOTIONAL_ZERO);
  }

  /** False while the user channel of a key is down that the venue does not refuse. */
  get isUp(): boolean {
    return this.all.every(({ user, client, isFormer }) => user.isUp || (isFormer && client.refusal !== null));
  }

  /** Why the key that signs cannot be used, for the health report; null if nothing is known. */
  get fault(): string | null {
    const { wallet, client } = this.current;
    if (client.refusal === null) return null;
    if (wallet.isSessionKey) return `${client.refusal}: ${describeRefusedKey(wallet.address)}`;
    // Without credentials the login says what was refused.
    return client.credentials === null ? null : describeRefusedCredentials(wallet.address, client.refusal);
  }

  /** The orders that cannot be read, and what to do; null if there are none. */
  get note(): string | null {
    const refused = this.all
      .filter(({ isFormer, client }) => isFormer && client.refusal !== null)
      .map(({ wallet, client }) => describeUnread(toKey(wallet), `the venue refuses it: ${client.refusal}`));
    const sinceMs = this.#clock.monotonicMs() - MISSED_MS;
    const missing = [...this.#missingAtMs]
      .filter(([, atMs]) => atMs >= sinceMs)
      .map(([key]) => describeMissingKey(key));
    return [this.#findExpiry(), ...refused, ...missing].filter((each) => each !== null).join('; ') || null;
  }

  #findExpiry(): string | null {
    const { msLeft, hasExpired, wallet } = this.current;
    if (msLeft === null || msLeft > WARNED_MS) return null;
    return hasExpired
      ? describeExpiredKey(wallet.address)
      : describeDaysLeft(wallet.address, Math.ceil(msLeft / DAY_MS));
  }

  stop(): void {
    for (const account of this.all) account.stop();
  }

  #find(clientId: VenueClientId) {
    const placed = parseMarked(clientId);
    const { orderId, sessionKey } = placed;
    // What is no order id was never sent, by any key.
    const account = isOrderId(orderId)
      ? (this.all.find(({ wallet }) => isPlacedBy(placed, wallet)) ?? null)
      : this.current;
    if (account === null) this.#missingAtMs.set(sessionKey, this.#clock.monotonicMs());
    return { account, orderId, missing: describeMissingKey(sessionKey) };
  }
}

function isKnownTo(
  { orders, client }: KeyAccount,
  { orderId, owner }: Pick<WireMaker, 'orderId' | 'owner'>,
): boolean {
  return orders.find(orderId) !== null || (owner !== '' && owner === client.credentials?.apiKey);
}

const toKey = ({ isSessionKey, address }: Wallet): string | null => (isSessionKey ? address : null);
