import {
  type AnsweredCall,
  CALL_TARGET_MAX,
  type ChangedSetting,
  type LedgerEvent,
} from '../domain/events/event-schema.ts';
import type { KeyId } from '../domain/model/ids.ts';
import { JournalFailedError } from '../ports/journal.ts';
import type { StateStore } from './state-store.ts';

export const OPERATOR = 'operator';

/**
 * Records what no other event tells, so that the chain covers every mutating call and operator act
 * (I-32). docs/audit.md says what is and what is not in it.
 *
 * Resolves when durable, and also when the disk has failed: the answer to a call does not hang on its
 * record, and `store.failure` tells everybody of the disk.
 */
export const recordCall = (store: StateStore, keyId: KeyId, call: AnsweredCall): Promise<void> =>
  note(store, 'call', keyId, {
    type: 'CallAnswered',
    call: { ...call, target: call.target.slice(0, CALL_TARGET_MAX) },
  });

export const recordAdminAction = (store: StateStore, act: string, detail: string): Promise<void> =>
  note(store, act, OPERATOR, { type: 'OperatorActed', act, detail });

export const recordStart = (
  store: StateStore,
  version: string,
  profile: string,
  settings: readonly ChangedSetting[],
): Promise<void> => note(store, 'start', OPERATOR, { type: 'ServiceStarted', version, profile, settings });

async function note(store: StateStore, cause: string, actor: string, event: LedgerEvent): Promise<void> {
  try {
    await store.commit(cause, actor, [event]);
  } catch (error) {
    if (!(error instanceof JournalFailedError)) throw error;
  }
}
