import {
  type AccountId,
  type KeyId,
  mayStillAct,
  type Rejection,
  rejection,
  type SubaccountId,
  scopeKey,
} from '#contract';
import type { StateStore } from './state-store.ts';

/** Who acts, and where. */
export interface Acting {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly subaccountId: SubaccountId;
}

/**
 * True once the key may not trade in the subaccount any more: revoked, expired, or its permission or the subaccount was
 * withdrawn. Checked in the step that acts, since a request or an order may have waited since its key was checked.
 *
 * Source  docs/decisions/agents-and-ended-keys.md
 */
export function isKeyEnded({ accountId, keyId, subaccountId }: Acting, store: StateStore): boolean {
  const { keys, subaccounts } = store.state;
  if (!keys.has(keyId)) return false; // the server authenticates known keys only
  if (!subaccounts.has(scopeKey(accountId, subaccountId))) return false; // refused as unknown
  return !mayStillAct({ accountId, keyId, subaccounts: [subaccountId] }, 'trade', keys, store.now());
}

/** `forbidden` once the key of a request that waited may not trade any more; else null. */
export const refuseEndedKey = (acting: Acting, store: StateStore): Rejection | null =>
  isKeyEnded(acting, store) ? KEY_ENDED : null;

const KEY_ENDED = rejection(
  'forbidden',
  'the key is revoked, has expired or may no longer trade in the subaccount; nothing was placed',
  { outcome: 'not_stored' },
);
