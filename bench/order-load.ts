import { openInstruments } from './bench-client.ts';
import type { LoadJob } from './load-generator.ts';

const INSTRUMENTS = 20;

/**
 * Orders that rest far below the market on several instruments. Each is accepted, journaled, acknowledged and returned OPEN.
 */
export async function orderRequest(
  port: number,
  keyFile: string,
): Promise<Pick<LoadJob, 'method' | 'path' | 'bodies'>> {
  const instruments = await openInstruments(port, keyFile, INSTRUMENTS);
  const bodies = instruments.map(({ instrument_id, min_price, min_qty }) =>
    JSON.stringify({
      subaccount_id: 'sa_1',
      instrument_id,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      price: min_price,
      qty: min_qty,
      routing: { mode: 'DIRECT' },
      client_order_id: 'bench-$N',
    }),
  );
  return { method: 'POST', path: '/v1/orders', bodies };
}
