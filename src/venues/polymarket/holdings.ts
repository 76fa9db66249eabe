import type { VenuePosition } from '../../ports/venue.ts';
import type { Client } from './client.ts';
import { decimalOf, fieldsOf, textOf } from './read.ts';

const PAGE = 500;
const PAGES_MAX = 100;

/**
 * What the wallet holds, each market's YES less its NO: the venue keeps both and nets nothing. Tokens of a
 * resolved market are claims on its payout, which our record has settled already, and are left out. Null
 * when it could not be read to the end, which is not the same as holding nothing.
 *
 * @param wallet  the one that holds the funds
 */
export async function holdingsOf(client: Client, wallet: string): Promise<readonly VenuePosition[] | null> {
  const net = new Map<string, bigint>();
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const search = new URLSearchParams({ user: wallet, limit: String(PAGE), offset: String(page * PAGE) });
    const answer = await client.read('data', `/positions?${search.toString()}`, 'public');
    if (answer.kind !== 'answer' || answer.status !== 200 || !Array.isArray(answer.value)) return null;
    const rows = answer.value as readonly unknown[];
    for (const row of rows) if (!addRow(net, row)) return null;
    if (rows.length < PAGE)
      return [...net].map(([venueInstrumentId, netQty]) => ({ venueInstrumentId, netQty }));
  }
  return null;
}

function addRow(net: Map<string, bigint>, row: unknown): boolean {
  const fields = fieldsOf(row);
  const conditionId = textOf(fields?.['conditionId']);
  const size = decimalOf(fields?.['size']);
  const index = fields?.['outcomeIndex'];
  if (conditionId === null || size === null || (index !== 0 && index !== 1)) return false;
  if (fields?.['redeemable'] === true) return true;
  net.set(conditionId, (net.get(conditionId) ?? 0n) + (index === 0 ? size : -size));
  return true;
}
