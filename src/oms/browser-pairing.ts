import type { ApiKey, Permission } from '../domain/access/access.ts';
import { parsePublicKey } from '../domain/access/public-key.ts';
import type { AccountId } from '../domain/model/ids.ts';
import { err, invalidField, ok, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { Clock, Random } from '../ports/environment.ts';
import type { AccountAdmin, NewKey } from './trading-service.ts';

export interface PairingCodesDeps {
  readonly permissions: readonly Permission[]; // of the keys it makes
  readonly accountAdmin: Pick<AccountAdmin, 'createKey' | 'accounts' | 'recordAdminAction'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A link is good for one browser and a short while. */
export interface Pairing {
  readonly code: string;
  readonly expiresAt: TimestampMs;
}

interface Pending {
  readonly accountId: AccountId;
  readonly permissions: readonly Permission[];
  readonly endsAtMs: number; // monotonic
}

const LIFE_MS = 10 * 60_000;
const KEY_LIFE_MS = 30 * 86_400_000;
const CODE_BYTES = 16;
const PENDING_MAX = 8;
const MISSES_MAX = 10; // wrong codes until every open link is void

/**
 * One-time links that give a browser a key of its own. The browser makes the pair and sends the public half
 * with the code, so that no private key ever travels or is shown.
 */
export class PairingCodes {
  readonly #deps: PairingCodesDeps;
  readonly #pending = new Map<string, Pending>();
  #misses = 0;

  constructor(deps: PairingCodesDeps) {
    this.#deps = deps;
  }

  /**
   * A new link's code for all subaccounts of an account.
   *
   * Refuses `validation` for an account that does not exist.
   */
  open(accountId: AccountId): Result<Pairing, Rejection> {
    const { clock, random, accountAdmin, permissions } = this.#deps;
    if (!accountAdmin.accounts().includes(accountId))
      return err(invalidField('account_id', 'is not an account'));
    const code = random.hex(CODE_BYTES);
    const oldest = this.#pending.keys().next();
    if (this.#pending.size >= PENDING_MAX && oldest.done !== true) this.#pending.delete(oldest.value);
    const endsAtMs = clock.monotonicMs() + LIFE_MS;
    this.#pending.set(code, { accountId, permissions, endsAtMs });
    this.#misses = 0;
    void accountAdmin.recordAdminAction('pair_link', accountId);
    return ok({ code, expiresAt: (clock.now() + LIFE_MS) as TimestampMs });
  }

  /**
   * Registers the public key that a browser made.
   *
   * Refuses `forbidden` for a code that is unknown, used or too old, all in the same words, and `validation`
   * for a public key that is none.
   */
  async redeem(code: unknown, publicKey: unknown): Promise<Result<ApiKey, Rejection>> {
    const key = typeof publicKey === 'string' ? parsePublicKey(publicKey) : null;
    if (key === null || !key.ok)
      return err(invalidField('public_key', 'must be a base64 Ed25519 public key'));
    const pending = typeof code === 'string' ? this.#take(code) : null;
    if (pending === null) return err(this.#miss());
    const { accountId, permissions } = pending;
    const expiresAt = (this.#deps.clock.now() + KEY_LIFE_MS) as TimestampMs;
    const wanted: NewKey = { accountId, permissions, publicKey: key.value, subaccounts: '*', expiresAt };
    return this.#deps.accountAdmin.createKey(wanted);
  }

  #take(code: string): Pending | null {
    const pending = this.#pending.get(code);
    this.#pending.delete(code);
    return pending !== undefined && this.#deps.clock.monotonicMs() < pending.endsAtMs ? pending : null;
  }

  /** Guessing must not be worth trying: after a few wrong codes no open link is left to be guessed. */
  #miss(): Rejection {
    this.#misses += 1;
    if (this.#misses >= MISSES_MAX) this.#pending.clear();
    return rejection(
      'forbidden',
      'the link was used already or is too old; ask for a new one: crossbook pair',
    );
  }
}
