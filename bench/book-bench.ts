// A signed GET /v1/markets/{id}/book, compared with the same request to the bare server.
import { openInstruments } from './bench-client.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { runContest } from './feed-contest.ts';
import { publish } from './figures.ts';

const { rounds, runMs, connections } = options();
const data = temporaryDataDir();
const service = await startService(data.dir);
try {
  const [instrument] = await openInstruments(service.port, service.keyFile, 1);
  const figures = await runContest(
    {
      name: 'GET /v1/markets/{id}/book',
      request: { method: 'GET', path: `/v1/markets/${instrument?.instrument_id}/book`, bodies: [] },
      connections,
      rounds,
      runMs,
      throughputAim: '≥ 0.90',
      latencyAim: '≤ 2',
    },
    service,
  );
  publish(figures);
} finally {
  await service.stop();
  data.remove();
}
