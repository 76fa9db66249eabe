/** Stops in steps: holds a position, and sells a third of it at each of three lower prices. The service watches them. */
import { Crossbook } from '@crossbook/sdk';

const STEPS = 3;
const QTY = 10; // of each step
const stepsMax = Number(process.argv[2] ?? 1); // ends after so many
const client = await Crossbook.fromEnv();
const subaccount_id = 'sa_1';

const [market] = (await client.markets.search({ q: 'bitcoin above', venue: 'Demo', status: 'OPEN' })).items;
if (market === undefined) throw new Error('the market is not open');
const { instrument_id, title } = market;
const entry = await client.orders.create({
  subaccount_id,
  instrument_id,
  side: 'BUY',
  type: 'MARKET',
  qty: String(STEPS * QTY),
});
console.log(`bought ${entry.filled_qty} @ ${entry.avg_fill_price}: ${title}`);

const { bids } = await client.markets.book(instrument_id);
const bid = Number(bids[0]?.price ?? entry.avg_fill_price);
const stops = new Set<string>();
const updates = client.streams.complexOrders({ subaccountIds: [subaccount_id] });
await updates.open(); // before the first stop, which may fire at once
for (let step = 1; step <= STEPS; step += 1) {
  const trigger_price = (bid - step * Number(market.price_tick)).toFixed(3);
  const stop = await client.complexOrders.create({
    subaccount_id,
    type: 'STOP',
    instrument_id,
    side: 'SELL',
    qty: String(QTY),
    reduce_only: true,
    params: { trigger_price, fire_if_met: true },
  });
  stops.add(stop.id);
  console.log(`${stop.id} sells ${QTY} at ${trigger_price}`);
}

let done = 0;
for await (const frame of updates) {
  if (frame.type === 'snapshot') continue;
  const { id, status, avg_fill_price } = frame.complex_order;
  if (status !== 'FILLED' || !stops.delete(id)) continue;
  console.log(`${id} has sold @ ${avg_fill_price}`);
  done += 1;
  if (done >= stepsMax) break;
}
for (const id of stops) await client.complexOrders.cancel(id);
