// A signed, durable POST /v1/orders on Demo, compared with the same request to the bare server.
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { runContest } from './feed-contest.ts';
import { publish } from './figures.ts';
import { orderRequest } from './order-load.ts';

const { rounds, runMs, connections } = options();
const data = temporaryDataDir();
const service = await startService(data.dir);
const { port, keyFile } = service;
try {
  const figures = await runContest(
    {
      name: 'POST /v1/orders',
      request: await orderRequest(port, keyFile),
      connections,
      rounds,
      runMs,
      throughputAim: '≥ 0.80',
      latencyAim: '≤ 2',
      // Resting orders of one round must not slow down the next.
      afterLoad: () => call(port, keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}'),
    },
    service,
  );
  publish(figures);
} finally {
  await service.stop();
  data.remove();
}
