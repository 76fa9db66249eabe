/** A hedge over two venues: buys YES at one and NO of the same contract at the other, where both cost less than they pay. */
import { setTimeout as wait } from 'node:timers/promises';
import { Crossbook, type Opportunity } from '@crossbook/sdk';

const QTY_MAX = 20;
const client = await Crossbook.fromEnv();

/** The first offer at two venues that settles in the same way. */
async function findOffer(): Promise<Opportunity> {
  for await (const frame of client.streams.opportunities({ filter: { kind: 'CROSS' } })) {
    if (frame.type === 'closed') continue;
    const { executable, legs } = frame.opportunity;
    if (executable && legs[0]?.venue !== legs[1]?.venue) return frame.opportunity;
  }
  throw new Error('the stream has ended');
}

const { legs, qty, edge_per_set } = await findOffer();
for (const { venue, outcome, worst_price } of legs) console.log(`${outcome} at ${venue} for ${worst_price}`);
console.log(`gains ${edge_per_set} a set`);

const hedge = await client.complexOrders.create({
  subaccount_id: 'sa_1',
  type: 'HEDGED_PAIR',
  qty: String(Math.min(QTY_MAX, Number(qty))),
  params: {
    legs: legs.map(({ instrument_id, outcome, worst_price }) => ({
      instrument_id,
      outcome,
      side: 'BUY',
      price: worst_price,
    })),
    unhedged_qty_max: String(QTY_MAX),
    on_leg_risk: 'UNWIND', // sells the first leg again if the other one does not follow
    chase_price: '1.05',
  },
});

// The offer may be gone before both legs are filled: what is missing after 20 seconds is cancelled.
let end = hedge;
for (let second = 0; second < 20 && (end.status === 'WAITING' || end.status === 'WORKING'); second += 1) {
  await wait(1_000);
  end = await client.complexOrders.get(hedge.id);
}
if (end.status !== 'FILLED') end = await client.complexOrders.cancel(hedge.id);
console.log(`${end.status}: ${end.filled_qty} sets, gain of all ${end.hedge?.edge_got}`);
