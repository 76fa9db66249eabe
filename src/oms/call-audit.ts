import type { KeyId } from '#contract';
import {
  type AnsweredCall,
  CALL_TARGET_MAX,
  type ChangedSetting,
  type ForbiddenCalls,
  type LedgerEvent,
} from '#domain';
import type { StateStore } from '#orders';
import { JournalFailedError } from '#ports';

export const OPERATOR = 'operator';

/**
 * Records a mutating call that has no other event, so that the journal covers every call and operator action (I-32).
 * docs/audit.md lists the recorded calls.
 *
 * Resolves once durable, and also if the disk has failed: the answer of a call does not depend on its audit record,
 * and `store.failure` reports the disk.
 */
export const recordCall = (store: StateStore, keyId: KeyId, call: AnsweredCall): Promise<void> =>
  commitRecord(store, 'call', keyId, {
    type: 'CallAnswered',
    call: { ...call, target: call.target.slice(0, CALL_TARGET_MAX) },
  });

/** Records the calls of a key that it lacked the permission for, counted over about a minute. */
export const recordForbiddenCalls = (store: StateStore, keyId: KeyId, calls: ForbiddenCalls): Promise<void> =>
  commitRecord(store, 'call', keyId, { type: 'CallsForbidden', calls });

export const recordAdminAction = (store: StateStore, act: string, detail: string): Promise<void> =>
  commitRecord(store, act, OPERATOR, { type: 'OperatorActed', act, detail });

export const recordStart = (
  store: StateStore,
  version: string,
  profile: string,
  settings: readonly ChangedSetting[],
): Promise<void> =>
  commitRecord(store, 'start', OPERATOR, { type: 'ServiceStarted', version, profile, settings });

/** Commits one event that changes no state. Resolves also if the disk has failed. */
export async function commitRecord(
  store: StateStore,
  cause: string,
  actor: string,
  event: LedgerEvent,
): Promise<void> {
  try {
    await store.commit(cause, actor, [event]);
  } catch (error) {
    if (!(error instanceof JournalFailedError)) throw error;
  }
}
