import type { VenuePosition } from '../../ports/venue.ts';
import type { Client } from './client.ts';
import { decimalOf, fieldsOf, textOf } from './read.ts';

const PAGE = 500;
const PAGES_MAX = 100;

/** Tokens of one outcome in the wallet. */
export interface Holding {
  readonly tokenId: string;
  readonly venueInstrumentId: string; // the condition
  readonly isYes: boolean;
  readonly size: bigint; // 1e-8 shares
}

/**
 * What the wallet holds, by token. Tokens of a resolved market are claims on its payout, which our record
 * has settled already, and are left out. Null when it could not be read to the end, which is not the same
 * as holding nothing.
 *
 * @param wallet  the one that holds the funds
 */
export async function holdingsOf(client: Client, wallet: string): Promise<readonly Holding[] | null> {
  const holdings: Holding[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const search = new URLSearchParams({ user: wallet, limit: String(PAGE), offset: String(page * PAGE) });
    const answer = await client.read('data', `/positions?${search.toString()}`, 'public');
    if (answer.kind !== 'answer' || answer.status !== 200 || !Array.isArray(answer.value)) return null;
    const rows = answer.value as readonly unknown[];
    for (const row of rows) {
      const holding = parseRow(row);
      if (holding === null) return null;
      if (holding !== 'redeemable') holdings.push(holding);
    }
    if (rows.length < PAGE) return holdings;
  }
  return null;
}

/** Each market's YES less its NO: the venue keeps both and nets nothing. */
export function netOf(holdings: readonly Holding[]): readonly VenuePosition[] {
  const net = new Map<string, bigint>();
  for (const { venueInstrumentId, isYes, size } of holdings) {
    net.set(venueInstrumentId, (net.get(venueInstrumentId) ?? 0n) + (isYes ? size : -size));
  }
  return [...net].map(([venueInstrumentId, netQty]) => ({ venueInstrumentId, netQty }));
}

function parseRow(row: unknown): Holding | 'redeemable' | null {
  const fields = fieldsOf(row);
  const tokenId = textOf(fields?.['asset']);
  const venueInstrumentId = textOf(fields?.['conditionId']);
  const size = decimalOf(fields?.['size']);
  const index = fields?.['outcomeIndex'];
  if (tokenId === null || venueInstrumentId === null || size === null) return null;
  if (index !== 0 && index !== 1) return null;
  if (fields?.['redeemable'] === true) return 'redeemable';
  return { tokenId, venueInstrumentId, isYes: index === 0, size };
}
