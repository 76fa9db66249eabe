/** A scheduled TWAP: waits for its time, buys in equal parts, and compares the result with the price at its start. */
import { setTimeout as wait } from 'node:timers/promises';
import { Crossbook } from '@crossbook/sdk';

const startsAt = Date.parse(process.argv[2] ?? new Date().toISOString()); // such as 2026-12-01T14:00:00Z
const QTY = 60;
const SLICES = 4;
const SLICE_MS = 2_000;
const client = await Crossbook.fromEnv();
const subaccount_id = 'sa_1';

const [market] = (await client.markets.search({ q: 'fed cut', venue: 'Demo', status: 'OPEN' })).items;
if (market === undefined) throw new Error('the market is not open');
const { instrument_id, title } = market;
await wait(Math.max(0, startsAt - Date.now()));

const { asks } = await client.markets.book(instrument_id);
const arrival = Number(asks[0]?.price);
const twap = await client.complexOrders.create({
  subaccount_id,
  type: 'TWAP',
  instrument_id,
  side: 'BUY',
  qty: String(QTY),
  price: Math.min(arrival + 0.1, 0.99).toFixed(2), // never above
  params: { duration_ms: SLICES * SLICE_MS, slices: SLICES, style: 'AGGRESSIVE', catch_up: 'SPREAD' },
});
console.log(`${twap.id} buys ${QTY} in ${SLICES} parts: ${title}`);

let now = twap;
while (now.status === 'WAITING' || now.status === 'WORKING') {
  await wait(1_000);
  now = await client.complexOrders.get(twap.id);
  console.log(`${now.filled_qty} @ ${now.avg_fill_price}`);
}
console.log(`${now.status}, at the start ${arrival} was offered`);
