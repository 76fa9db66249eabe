import {
  type AccountId,
  type ApiKey,
  err,
  invalidField,
  ok,
  type Permission,
  parsePublicKey,
  type Rejection,
  type Result,
  rejection,
  type TimestampMs,
} from '#contract';
import type { AccountAdmin, NewKey } from '#orders';
import type { Clock, Random } from '#ports';

export interface PairingCodesDeps {
  readonly permissions: readonly Permission[] | null; // of the created keys by default; null: each link names them
  readonly accountAdmin: Pick<AccountAdmin, 'createKey' | 'accounts' | 'recordAdminAction'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A link pairs one browser and expires soon. */
export interface Pairing {
  readonly code: string;
  readonly expiresAt: TimestampMs;
}

interface Pending {
  readonly accountId: AccountId;
  readonly permissions: readonly Permission[];
  readonly keyExpiresAt: TimestampMs | null; // null: 30 days after the pairing
  readonly expiresAtMs: number; // monotonic
}

/** What the key of a paired browser may do, and until when; null for the default. */
export interface PairingGrant {
  readonly permissions: readonly Permission[] | null;
  readonly expiresAt: TimestampMs | null;
}

const DEFAULT_GRANT: PairingGrant = { permissions: null, expiresAt: null };

const LINK_TTL_MS = 10 * 60_000;
const KEY_TTL_MS = 30 * 86_400_000;
const CODE_BYTES = 16;
const PENDING_MAX = 8;
const WRONG_CODES_MAX = 10; // then every open link is revoked

/**
 * Issues one-time links that pair a browser with a new API key. The browser creates the key pair and sends its public
 * key with the code, so no private key is transmitted or displayed.
 */
export class PairingCodes {
  readonly #deps: PairingCodesDeps;
  readonly #pending = new Map<string, Pending>();
  #wrongCodes = 0;

  constructor(deps: PairingCodesDeps) {
    this.#deps = deps;
  }

  /**
   * Creates the code of a new link, for all subaccounts of an account.
   *
   * Rejects with `validation` an account that does not exist, an expiry that has passed, and a grant without
   * permissions where there is no default.
   */
  open(accountId: AccountId, grant = DEFAULT_GRANT): Result<Pairing, Rejection> {
    const { clock, random, accountAdmin } = this.#deps;
    const permissions = grant.permissions ?? this.#deps.permissions;
    if (!accountAdmin.accounts().includes(accountId))
      return err(invalidField('account_id', 'is not an account'));
    if (permissions === null)
      return err(
        invalidField('permissions', 'required under profile live: crossbook pair --permissions read'),
      );
    if (grant.expiresAt !== null && grant.expiresAt <= clock.now())
      return err(invalidField('expires_at', 'is in the past'));
    const code = random.hex(CODE_BYTES);
    const oldest = this.#pending.keys().next();
    if (this.#pending.size >= PENDING_MAX && oldest.done !== true) this.#pending.delete(oldest.value);
    const expiresAtMs = clock.monotonicMs() + LINK_TTL_MS;
    this.#pending.set(code, { accountId, permissions, keyExpiresAt: grant.expiresAt, expiresAtMs });
    this.#wrongCodes = 0;
    void accountAdmin.recordAdminAction('pair_link', accountId);
    return ok({ code, expiresAt: (clock.now() + LINK_TTL_MS) as TimestampMs });
  }

  /**
   * Registers the public key of a browser.
   *
   * Refuses `forbidden` for an unknown, used or expired code, with the same message for all three, and `validation`
   * for an invalid public key.
   *
   * @param countsMiss  true: a wrong code counts towards the limit that revokes every open link
   */
  async redeem(code: unknown, publicKey: unknown, countsMiss: boolean): Promise<Result<ApiKey, Rejection>> {
    const key = typeof publicKey === 'string' ? parsePublicKey(publicKey) : null;
    if (key === null || !key.ok)
      return err(invalidField('public_key', 'must be a base64 Ed25519 public key'));
    const pending = typeof code === 'string' ? this.#redeemCode(code) : null;
    if (pending === null) return err(this.#rejectCode(countsMiss));
    const { accountId, permissions, keyExpiresAt } = pending;
    const expiresAt = keyExpiresAt ?? ((this.#deps.clock.now() + KEY_TTL_MS) as TimestampMs);
    const newKey: NewKey = { accountId, permissions, publicKey: key.value, subaccounts: '*', expiresAt };
    return this.#deps.accountAdmin.createKey(newKey);
  }

  #redeemCode(code: string): Pending | null {
    const pending = this.#pending.get(code);
    this.#pending.delete(code);
    return pending !== undefined && this.#deps.clock.monotonicMs() < pending.expiresAtMs ? pending : null;
  }

  /** Prevents guessing: after a few wrong codes every open link is revoked. */
  #rejectCode(countsMiss: boolean): Rejection {
    if (countsMiss) this.#wrongCodes += 1;
    if (this.#wrongCodes >= WRONG_CODES_MAX) this.#pending.clear();
    return rejection(
      'forbidden',
      'the link was used already or is too old; create a new one: crossbook pair',
    );
  }
}
