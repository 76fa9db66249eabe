import { createServer } from 'node:http';
import {
  audit,
  backupLedger,
  checkStore,
  checkVenue,
  clusterAdmin,
  migrateLedger,
  openOperating,
  placeVenueTrial,
  restoreLedger,
  verify,
} from '../app/create-app.ts';
import type { App, AppDependencies, AppModule } from '../app/types.ts';
import { ACCOUNT_PERMISSIONS } from '../contract/access/access.ts';
import { FAKE_LISTINGS } from '../domain/instruments/fake-listings.fixture.ts';
import { PairingCodes } from '../oms/browser-pairing.ts';
import { FixedMappingSource, openReviews } from '../oms/mapping-review/mapping-review.fixture.ts';
import type { Terminal } from './terminal-io.ts';

/** A terminal that records its output. It is interactive only with an `answer`. */
export function fakeTerminal(
  env: Terminal['env'] = {},
  answer?: boolean,
): Terminal & { printed: string[]; notices: string[] } {
  const printed: string[] = [];
  const notices: string[] = [];
  return {
    printed,
    notices,
    print: (line) => void printed.push(line),
    notify: (line) => void notices.push(line),
    env,
    cwd: process.cwd(),
    isInteractive: answer !== undefined,
    isSeen: answer !== undefined,
    progress: () => {},
    confirm: async () => answer ?? true,
  };
}

/** Real storage with a service of two unsigned paths, for command-line tests without venues and API. */
export const fakeParts = (overrides: Partial<AppModule> = {}): AppModule => ({
  createApp: fakeApp,
  openOperating,
  verify,
  checkStore,
  checkVenue,
  placeVenueTrial,
  audit,
  clusterAdmin,
  migrateLedger,
  backupLedger,
  restoreLedger,
  ...overrides,
});

async function fakeApp(deps: AppDependencies): Promise<App> {
  const store = await openOperating(deps);
  const server = createServer((request, response) => {
    if (request.url === '/defect') throw new Error('a deliberate defect');
    response.setHeader('content-type', 'application/json');
    const answer = request.url === '/health' ? { status: 'ok' } : { timestamp: deps.clock.now() };
    response.end(JSON.stringify(answer));
  });
  return {
    ownershipEnded: new Promise(() => {}),
    operating: store.operating,
    exchanges: [],
    venueProblems: () => [],
    demoFaults: null,
    reviewing: (await openReviews(new FixedMappingSource(FAKE_LISTINGS))).reviews,
    adoptPositions: null,
    pairings: new PairingCodes({ permissions: ACCOUNT_PERMISSIONS, ...deps, accountAdmin: store.operating }),
    listen: () => listen(server, deps),
    async stop() {
      deps.log.info('draining');
      if (process.env.FAKE_DRAIN === 'never') await new Promise(() => {});
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

function listen(
  server: ReturnType<typeof createServer>,
  { config }: AppDependencies,
): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : config.port;
      resolve({ url: `http://${config.host}:${port}` });
    });
  });
}
