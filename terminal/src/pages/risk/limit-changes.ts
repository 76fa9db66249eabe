import type { LimitsUpdate, LimitValues } from '../../../../sdk/src/index.ts';
import { LIMIT_LIST, type LimitName } from '../../../../src/contract/model/limits.ts';

export const LIMITS = LIMIT_LIST.map(({ name }) => name);
const COUNTS: ReadonlySet<LimitName> = new Set(
  LIMIT_LIST.filter(({ kind }) => kind === 'count').map(({ name }) => name),
);

/** Limits as form fields; an empty field means no limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>;

export interface LimitChange {
  readonly limit: LimitName;
  readonly from: string; // empty: no limit
  readonly to: string;
}

export const toLimitTexts = (limits: LimitValues): LimitTexts =>
  Object.fromEntries(LIMITS.map((limit) => [limit, String(limits[limit] ?? '')])) as LimitTexts;

/** The limits that differ from the saved ones. */
export function diffLimits(limits: LimitValues, texts: LimitTexts): readonly LimitChange[] {
  const before = toLimitTexts(limits);
  return LIMITS.flatMap((limit) => {
    const to = texts[limit].trim();
    return to === before[limit] ? [] : [{ limit, from: before[limit], to }];
  });
}

/**
 * The request body of these changes. An invalid count is sent as typed, so that the service explains what is wrong with
 * it.
 */
export function toLimitsUpdate(subaccountId: string | null, changes: readonly LimitChange[]): LimitsUpdate {
  const fields = changes.map(({ limit, to }) => {
    if (to === '') return [limit, null];
    return [limit, COUNTS.has(limit) && /^\d{1,9}$/.test(to) ? Number(to) : to];
  });
  return {
    ...(subaccountId === null ? {} : { subaccount_id: subaccountId }),
    ...(Object.fromEntries(fields) as Omit<LimitsUpdate, 'subaccount_id'>),
  };
}
