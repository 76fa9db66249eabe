import type {
  Brand,
  InstrumentId,
  Price,
  StandingEffect,
  SubaccountId,
  TimestampMs,
  VenueName,
} from '#contract';
import type { AlertTarget } from './channel.ts';

export const ALERT_KINDS = [
  'price_crossed',
  'fill',
  'settlement',
  'venue_health',
  'risk_usage',
  'opportunity',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
export const CROSSINGS = ['UP', 'DOWN'] as const;

export type AlertId = Brand<string, 'AlertId'>; // `alr_<16 hex digits>`

/** When an alert fires. A field that is null does not restrict it, or does not belong to the kind. */
export interface AlertCondition {
  readonly kind: AlertKind;
  readonly subaccountId: SubaccountId | null;
  readonly instrumentId: InstrumentId | null;
  readonly venue: VenueName | null;
  readonly price: Price | null;
  readonly direction: (typeof CROSSINGS)[number] | null;
  readonly percent: number | null; // of a limit
  readonly minEdge: Price | null; // of one set
}

/** A condition of a caller, and the targets that receive a message when it is met. */
export interface Alert extends StandingEffect {
  readonly id: AlertId;
  readonly when: AlertCondition;
  readonly to: readonly AlertTarget[];
  readonly cooldownMs: number;
  readonly once: boolean; // it is removed when it fires
  readonly description: string | null;
  readonly firedCount: number;
  readonly lastFiredAt: TimestampMs | null;
  readonly createdAt: TimestampMs;
}

/** The fields that each kind requires. */
const REQUIRED: Readonly<Record<AlertKind, readonly (keyof AlertCondition)[]>> = {
  price_crossed: ['instrumentId', 'price', 'direction'],
  fill: [],
  settlement: [],
  venue_health: [],
  risk_usage: ['subaccountId', 'percent'],
  opportunity: [],
};
const OPTIONAL: Readonly<Record<AlertKind, readonly (keyof AlertCondition)[]>> = {
  price_crossed: [],
  fill: ['subaccountId', 'instrumentId'],
  settlement: ['subaccountId', 'instrumentId'],
  venue_health: ['venue'],
  risk_usage: [],
  opportunity: ['minEdge'],
};

/** The first field that the kind requires and the condition lacks, or that does not belong to the kind. */
export function findConditionIssue(
  when: AlertCondition,
): { readonly field: keyof AlertCondition; readonly issue: string } | null {
  const required = REQUIRED[when.kind];
  const missing = required.find((field) => when[field] === null);
  if (missing !== undefined) return { field: missing, issue: 'required' };
  const known = new Set<string>(['kind', ...required, ...OPTIONAL[when.kind]]);
  const foreign = (Object.keys(when) as (keyof AlertCondition)[]).find(
    (field) => when[field] !== null && !known.has(field),
  );
  return foreign === undefined ? null : { field: foreign, issue: `does not belong to ${when.kind}` };
}

/** True if the price moved to or through the price of the condition, from the other side. */
export function hasCrossed(
  { price, direction }: Pick<AlertCondition, 'price' | 'direction'>,
  from: Price,
  to: Price,
): boolean {
  if (price === null) return false;
  return direction === 'UP' ? from < price && to >= price : from > price && to <= price;
}

const ALERT_ID = /^alr_[0-9a-f]{16}$/;
export const parseAlertId = (text: string): AlertId | null =>
  ALERT_ID.test(text) ? (text as AlertId) : null;

/** The alert after it fired at this time; null while its cooldown lasts. */
export function fireAlert(alert: Alert, now: TimestampMs): Alert | null {
  if (alert.lastFiredAt !== null && now - alert.lastFiredAt < alert.cooldownMs) return null;
  return { ...alert, firedCount: alert.firedCount + 1, lastFiredAt: now };
}
