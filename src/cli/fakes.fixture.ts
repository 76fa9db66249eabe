import { createServer } from 'node:http';
import { fakeOperating } from '../control/operating.fixture.ts';
import type { AppDeps, Parts } from './parts.ts';
import type { Terminal } from './terminal.ts';

/** A terminal that remembers what was said; nobody sits at it. */
export function fakeTerminal(env: Terminal['env'] = {}): Terminal & { printed: string[]; told: string[] } {
  const printed: string[] = [];
  const told: string[] = [];
  return {
    printed,
    told,
    print: (line) => void printed.push(line),
    tell: (line) => void told.push(line),
    env,
    cwd: process.cwd(),
    isInteractive: false,
  };
}

/** Parts that keep accounts in memory and serve two unsigned paths: the command line without the engine. */
export function fakeParts(overrides: Partial<Parts> = {}): Parts {
  const operating = fakeOperating();
  return {
    createApp: async (deps) => fakeApp(deps, operating),
    openOperating: async () => ({ operating, close: async () => {} }),
    verify: async () => ({ entries: 3, problems: [] }),
    checkStore: async () => null,
    ...overrides,
  };
}

function fakeApp({ config, log, clock }: AppDeps, operating: ReturnType<typeof fakeOperating>) {
  const server = createServer((request, response) => {
    if (request.url === '/defect') throw new Error('a defect on purpose');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/health' ? { status: 'ok' } : { timestamp: clock.now() }));
  });
  return {
    operating,
    listen: () =>
      new Promise<{ url: string }>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => {
          const address = server.address();
          const port = typeof address === 'object' ? address?.port : config.port;
          resolve({ url: `http://${config.host}:${port}` });
        });
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        log.info('draining');
        if (process.env.FAKE_DRAIN === 'never') return;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
