import { QTY_ZERO } from '#contract';
import type { Venue, VenueCapabilities } from '#ports';
import type { DemoExchangeCore } from './demo-exchange-core.ts';
import { restoreExchange } from './demo-restore.ts';
import { DEFAULT_DEMO_SETTINGS, type DemoDeps, type DemoSettings } from './demo-settings.ts';

const CAPABILITIES: VenueCapabilities = {
  trading: true,
  simulated: true,
  amend: 'native',
  amendQtyIncrease: true,
  tif: ['GTC', 'IOC', 'FOK', 'GTD'],
  postOnly: true,
  selfTrade: 'native',
  // There is no network: a query waits for requests that have arrived, so one `absent` is proof.
  deadServiceNote:
    'Demo runs within the service: it trades nothing while the service is down, and keeps the orders.',
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: QTY_ZERO,
};

/**
 * Creates the built-in exchange: price-time matching, a market maker with takers, and a durable store. The
 * rest of the system sees a venue like any other.
 *
 * `start` may be called once. Requests before it or after `stop` are `unsent`.
 */
export function createDemo(deps: DemoDeps): Venue {
  const settings: DemoSettings = { ...DEFAULT_DEMO_SETTINGS, ...deps.settings };
  let core: DemoExchangeCore | null = null;
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;

  return {
    name: deps.name,
    capabilities: deps.store.commitsWithJournal
      ? { ...CAPABILITIES, commitsWithJournal: true }
      : CAPABILITIES,
    async start(listener) {
      core = await restoreExchange(deps, settings, listener);
    },
    clientIdFor: ({ clientId }) => clientId,
    place: async (order) => (await core?.place(order)) ?? unsent,
    ...(deps.store.commitsWithJournal && {
      placeAtOnce: (order) => core?.placeAtOnce(order) ?? null,
      cancelAtOnce: (clientId) => core?.cancelAtOnce(clientId) ?? null,
    }),
    amend: async (amend) => (await core?.amend(amend)) ?? unsent,
    cancel: async (clientId) => (await core?.cancel(clientId)) ?? unsent,
    order: async (clientId) => (await core?.order(clientId)) ?? { kind: 'failed', why: unsent.why },
    async reconcile(mark) {
      if (core === null) throw new Error(unsent.why);
      return core.reconcile(mark);
    },
    // All callers' orders come through us, so the position is always the sum of our fills.
    positions: () => Promise.resolve(null),
    watch: () => undefined,
    unwatch: () => undefined,
    health: () => Promise.resolve(core?.health() ?? { healthy: false, latencyMs: null, reason: unsent.why }),
    async stop() {
      const stopping = core;
      core = null;
      await stopping?.stop();
    },
  };
}
