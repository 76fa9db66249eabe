import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type { LedgerEvent } from '../../src/domain/events/event-schema.ts';
import type { CrashPoint } from '../simulation-options.ts';

/** A request during which a process may crash. */
export interface RequestInProgress {
  readonly kind: 'place' | 'amend' | 'cancel';
  readonly clientId: VenueClientId;
}

/** The moment of a crash, with the facts that identify the crash point. */
export interface CrashMoment {
  readonly point: CrashPoint | null; // null: between two timers, at no named point
  readonly isUp: boolean; // false: during recovery
  readonly unsynced: readonly LedgerEvent[]; // of entries that were not yet reported durable
  readonly about: RequestInProgress | null;
  readonly generation: number; // of the leg of the request
  readonly legs: number; // of its order
}

type ByEvent = Readonly<Partial<Record<LedgerEvent['type'], readonly number[]>>>;

/** The numbers of the crash points, by the event that was about to become durable. */
const BEFORE_SYNC: ByEvent = {
  OrderAccepted: [2],
  LegAcknowledged: [5],
  FillRecorded: [8],
  LegClosed: [14],
  KillSwitchSet: [18],
  FillVoided: [23],
};

/** The same, by the event that was durable but not reported to any caller. */
const AFTER_SYNC: ByEvent = {
  OrderAccepted: [3],
  LegAcknowledged: [6],
  FillRecorded: [9, 10],
  CancelRequested: [13],
  LegReplaced: [15],
  KillSwitchSet: [17],
  LimitsSet: [20],
  FillVoided: [23],
};

/** Finds the numbered crash points (test/crash/README.md) at this moment; none if nothing was in progress. */
export function findCrashPoints(moment: CrashMoment): ReadonlySet<number> {
  if (!moment.isUp) return new Set([22]);
  return new Set([...findBySync(moment), ...findByRequest(moment)]);
}

function findBySync({ point, unsynced }: CrashMoment): readonly number[] {
  const table = point === 'afterSync' ? AFTER_SYNC : BEFORE_SYNC;
  const events = unsynced.flatMap(({ type }) => table[type] ?? []);
  if (point !== 'afterSync') return events;
  const many = (is: (event: LedgerEvent) => boolean): boolean => unsynced.filter(is).length > 1;
  const isBatch = many(({ type }) => type === 'OrderAccepted');
  const isCancelAll = many((event) => event.type === 'CancelRequested' && event.reason !== 'user_cancel');
  return [...events, ...(isBatch ? [11] : []), ...(isCancelAll ? [19] : [])];
}

function findByRequest({ point, about, generation, legs }: CrashMoment): readonly number[] {
  if (about === null || about.kind === 'amend') return [];
  if (about.kind === 'cancel') return point === 'reply' ? [14] : [13];
  if (point === 'beforeSend') return [generation > 1 ? 15 : legs > 1 ? 12 : 3];
  if (generation > 1) return [16];
  return [point === 'reply' ? 5 : 4];
}
