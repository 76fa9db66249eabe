import type {
  AccountId,
  Fill,
  KillSwitch,
  OrderId,
  ParentDecision,
  ParentId,
  RiskGuard,
  SubaccountId,
  TimestampMs,
  VenueName,
} from '#contract';
import type { LedgerEntry, LedgerEvent } from '../events/event-schema.ts';
import type { AssetReview } from '../instruments/asset-review.ts';
import type { NotificationType } from './webhook.ts';

/** What a notice is about. Orders and complex orders are named only: their record is read when a message is created. */
export type Subject =
  | { readonly kind: 'order'; readonly id: OrderId }
  | { readonly kind: 'parent'; readonly id: ParentId }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'killSwitch'; readonly killSwitch: KillSwitch }
  | { readonly kind: 'guard'; readonly guard: RiskGuard }
  | { readonly kind: 'break'; readonly venue: VenueName; readonly detail: string }
  | { readonly kind: 'review'; readonly review: AssetReview };

/** An event of the journal that callers may be notified of. */
export interface JournalNotice {
  readonly seq: number; // of its entry
  readonly at: TimestampMs;
  readonly type: NotificationType;
  readonly subject: Subject;
}

/**
 * The notices of journal entries, oldest first. The changes of one order within these entries are one notice, at its last
 * change, because all of them would contain the same record.
 */
export function toNotices(entries: readonly LedgerEntry[]): readonly JournalNotice[] {
  const notices: JournalNotice[] = [];
  const orders = new Map<OrderId, number>(); // seq of the last change
  for (const { seq, events } of entries) {
    for (const event of events) {
      const id = findChangedOrder(event);
      if (id !== null) orders.set(id, seq);
    }
  }
  for (const { seq, at, events } of entries) {
    for (const event of events) {
      const found = toNotice(event);
      if (found !== null) notices.push({ seq, at, ...found });
    }
    for (const id of new Set(events.map(findChangedOrder)))
      if (id !== null && orders.get(id) === seq)
        notices.push({ seq, at, type: 'order.updated', subject: { kind: 'order', id } });
  }
  return notices;
}

/** The account and subaccount of a subject with its record; null where it concerns all of them. */
export function getOwner(subject: Exclude<Subject, { readonly kind: 'order' | 'parent' }>): {
  readonly accountId: AccountId | null;
  readonly subaccountId: SubaccountId | null;
} {
  if (subject.kind === 'fill') return subject.fill;
  if (subject.kind === 'killSwitch') return subject.killSwitch;
  if (subject.kind === 'guard') return subject.guard;
  return { accountId: null, subaccountId: null };
}

/** Part of an order's history that changes nothing in its record. */
const HISTORY_ONLY: ReadonlySet<LedgerEvent['type']> = new Set([
  'OrderAnswered',
  'OrderRouted',
  'AnomalyRecorded',
  'BookObserved',
]);

function findChangedOrder(event: LedgerEvent): OrderId | null {
  if (HISTORY_ONLY.has(event.type)) return null;
  if (event.type === 'OrderAccepted') return event.order.id;
  if ('fill' in event) return event.fill.orderId;
  return 'orderId' in event ? event.orderId : null;
}

const PARENT_NOTICES: Partial<Record<ParentDecision, NotificationType>> = {
  triggered: 'complex_order.triggered',
  paused: 'complex_order.paused',
  ended: 'complex_order.ended',
};

/** The kinds of anomalies of which callers are notified. */
const BREAKS: Readonly<Record<string, NotificationType>> = {
  position_break: 'position.break',
  balance_break: 'balance.break',
};

type Notice = Pick<JournalNotice, 'type' | 'subject'>;

/** How each type of event becomes a notice; the others become none. */
const NOTICES: {
  readonly [Type in LedgerEvent['type']]?: (
    event: Extract<LedgerEvent, { readonly type: Type }>,
  ) => Notice | null;
} = {
  FillRecorded: ({ fill }) => {
    if (fill.liquidity === 'ADOPTED') return null;
    const type = fill.orderId === null ? 'position.settled' : 'fill.created';
    return { type, subject: { kind: 'fill', fill } };
  },
  FillVoided: ({ fill }) => ({ type: 'fill.voided', subject: { kind: 'fill', fill } }),
  ParentDecided: ({ decision, parentId: id }) => {
    const type = PARENT_NOTICES[decision];
    return type === undefined ? null : { type, subject: { kind: 'parent', id } };
  },
  KillSwitchSet: ({ killSwitch }) => ({ type: 'kill_switch', subject: { kind: 'killSwitch', killSwitch } }),
  GuardFired: ({ guard }) => ({ type: 'guard.fired', subject: { kind: 'guard', guard } }),
  AssetSuspended: ({ review }) => ({ type: 'match.suspended', subject: { kind: 'review', review } }),
  AnomalyRecorded: ({ kind, venue, detail }) => {
    const type = BREAKS[kind];
    return type === undefined ? null : { type, subject: toBreak(venue, detail) };
  },
};

/** The venue's id of the instrument, or the line of the balance sheet, only: the figures after it are of all accounts. */
const toBreak = (venue: VenueName, detail: string): Subject => ({
  kind: 'break',
  venue,
  detail: detail.split(': ')[0] ?? '',
});

function toNotice(event: LedgerEvent): Notice | null {
  const convert = NOTICES[event.type] as ((event: LedgerEvent) => Notice | null) | undefined;
  return convert?.(event) ?? null;
}
