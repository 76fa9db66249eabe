import { requirePresent } from '../../../domain/model/assert.ts';
import type { VenueClientId } from '../../../domain/model/ids.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { OpenOrder, OrderReport, VenueOutcome, VenueQuery } from '../../../ports/venue.ts';
import type { WireMaker } from '../codec/polymarket-messages.ts';
import { KeyAccount, type KeyAccountDeps } from './key-account.ts';
import { isPlacedBy, parseMarked } from './order-marks.ts';
import { joinMarks } from './polymarket-reconciliation.ts';

type KeyParts = Pick<KeyAccountDeps, 'client' | 'wallet'>;

interface WalletAccountsDeps extends Omit<KeyAccountDeps, keyof KeyParts | 'isFormer' | 'isOfOtherKey'> {
  readonly keys: readonly KeyParts[]; // the one that signs, then former ones
}

/** How long a key that is not configured stays in the health report after the last query for one of its orders. */
const MISSED_MS = 900_000;

/**
 * The orders of all configured keys of a wallet. An order of a key that is not configured is never absent: it cannot be read.
 */
export class WalletAccounts {
  readonly current: KeyAccount;
  readonly all: readonly KeyAccount[];
  readonly #clock: Clock;
  readonly #missingAtMs = new Map<string, number>(); // by key

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
    return account === null ? { kind: 'unsent', why: missing } : account.cancel(orderId, instrument);
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

  liveOrders() {
    return this.all.flatMap(({ orders }) => orders.liveOrders());
  }

  /** False while the user channel of a key is down that the venue does not refuse. */
  get isUp(): boolean {
    return this.all.every(({ user, client, isFormer }) => user.isUp || (isFormer && client.refusal !== null));
  }

  /** Why the key that signs cannot be used, for the health report; null if nothing is known. */
  get fault(): string | null {
    const { wallet, client } = this.current;
    return wallet.isSessionKey && client.refusal !== null
      ? describeRefusedKey(wallet.address, client.refusal)
      : null;
  }

  /** The orders that cannot be read, and what to do; null if there are none. */
  get note(): string | null {
    const refused = this.all
      .filter(({ isFormer, client }) => isFormer && client.refusal !== null)
      .map(({ wallet, client }) => describeUnread(wallet.address, `is refused: ${client.refusal}`));
    const sinceMs = this.#clock.monotonicMs() - MISSED_MS;
    const missing = [...this.#missingAtMs]
      .filter(([, atMs]) => atMs >= sinceMs)
      .map(([key]) => describeMissing(key));
    return [...refused, ...missing].join('; ') || null;
  }

  stop(): void {
    for (const account of this.all) account.stop();
  }

  #find(clientId: VenueClientId) {
    const placed = parseMarked(clientId);
    const account = this.all.find(({ wallet }) => isPlacedBy(placed, wallet)) ?? null;
    const key = placed.sessionKey ?? OWNER;
    if (account === null) this.#missingAtMs.set(key, this.#clock.monotonicMs());
    return { account, orderId: placed.orderId, missing: describeMissing(key) };
  }
}

const OWNER = 'owner';

const describeMissing = (key: string): string =>
  key === OWNER
    ? "orders of the owner's key cannot be read, because it is not configured: set private_key_file, or signer_address, until they have ended"
    : describeUnread(key, 'is not configured');

const describeUnread = (address: string, why: string): string =>
  `orders of the former session key ${address} cannot be read, because it ${why}: set former_session_key_file, or former_session_signer_address, until they have ended, or revoke the key, which cancels them`;

export const describeRefusedKey = (address: string, why: string): string =>
  `the venue refuses the session key ${address} (${why}): it has expired or was revoked, or its scope is not CLOB or ALL; let the owner authorize another key and change to it`;

function isKnownTo(
  { orders, client }: KeyAccount,
  { orderId, owner }: Pick<WireMaker, 'orderId' | 'owner'>,
): boolean {
  return orders.find(orderId) !== null || (owner !== '' && owner === client.credentials?.apiKey);
}
