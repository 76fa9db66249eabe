// A signed, durable POST /v1/orders on Demo against the same request at the ceiling.
import { call, openInstruments } from './client.ts';
import { runContest } from './contest.ts';
import { publish } from './figures.ts';
import { options } from './options.ts';
import { startService, temporaryDataDir } from './service.ts';

const { rounds, runMs, connections } = options();
const data = temporaryDataDir();
const service = await startService(data.dir);
try {
  const instruments = await openInstruments(service.port, service.keyFile, 20);
  const figures = await runContest(
    {
      name: 'POST /v1/orders',
      request: { method: 'POST', path: '/v1/orders', bodies: instruments.map(restingOrder) },
      connections,
      rounds,
      runMs,
      throughputAim: '≥ 0.80',
      latencyAim: '≤ 2',
      // Resting orders of one round must not be the burden of the next.
      afterLoad: () =>
        call(service.port, service.keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}'),
    },
    service,
  );
  publish(figures);
} finally {
  await service.stop();
  data.remove();
}

/** Far below the market, so that it rests: accepted, journaled, acknowledged, and answered OPEN. */
function restingOrder(instrument: {
  readonly instrument_id: number;
  readonly min_price: string;
  readonly min_qty: string;
}): string {
  return JSON.stringify({
    subaccount_id: 'sa_1',
    instrument_id: instrument.instrument_id,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    price: instrument.min_price,
    qty: instrument.min_qty,
    routing: { mode: 'DIRECT' },
    client_order_id: 'bench-$N',
  });
}
