import { ONE } from '#contract';
import { type FillRecord, toFillRecord } from './codec/kalshi-mapping.ts';
import { FILL } from './codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient } from './http/kalshi-client.ts';
import { page } from './http/kalshi-pages.ts';
import type { AccountPrecision } from './kalshi-settings.ts';

/** The precision that an account's fills show; null if they show none. */
export type LearnedPrecision =
  | { readonly ok: true; readonly precision: AccountPrecision | null; readonly fills: number }
  | { readonly ok: false; readonly why: string };

const FILLS_READ = 200;
const DISTINCT_MIN = 5; // so many different fills in whole cents are no coincidence
const CENT = (ONE * ONE) / 100n;

/** Reads the newest fills of the account. */
export async function learnPrecision(client: KalshiClient): Promise<LearnedPrecision> {
  const answer = await client.get('/portfolio/fills', { limit: FILLS_READ }, page('fills', FILL));
  if (answer.kind !== 'ok') return { ok: false, why: describeFailure(answer) };
  const fills = answer.value.items.map(toFillRecord);
  return { ok: true, precision: findPrecision(fills), fills: fills.length };
}

type ChargedFill = Pick<FillRecord, 'yesPrice' | 'qty' | 'fee'>;

/**
 * One fill whose cash is not in whole cents proves the finer precision. Fills in whole cents show the coarser one only
 * if several different ones have a fee, because the exact fee may be in whole cents. The outcome does not matter: its
 * cash differs by the quantity, which is in hundredths of a contract and so in whole cents.
 */
export function findPrecision(fills: readonly ChargedFill[]): AccountPrecision | null {
  const inCents = new Set<string>();
  for (const { yesPrice, qty, fee } of fills) {
    if (fee === null) continue;
    const notional = yesPrice * qty;
    if ((notional + fee) % CENT !== 0n && (notional - fee) % CENT !== 0n) return '0.0001';
    if (fee > 0n) inCents.add(`${yesPrice} ${qty}`);
  }
  return inCents.size >= DISTINCT_MIN ? '0.01' : null;
}
