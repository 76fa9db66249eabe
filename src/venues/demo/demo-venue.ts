import { QTY_ZERO } from '../../domain/model/money.ts';
import type { Venue, VenueCapabilities } from '../../ports/venue.ts';
import type { DemoExchangeCore } from './demo-exchange-core.ts';
import { restoreExchange } from './demo-restore.ts';
import { DEFAULT_DEMO_SETTINGS, type DemoDeps, type DemoSettings } from './demo-settings.ts';

const CAPABILITIES: VenueCapabilities = {
  trading: true,
  simulated: true,
  amend: 'native',
  amendQtyIncrease: true,
  tif: ['GTC', 'IOC', 'FOK', 'GTD'],
  // No wire is between us: a query waits for what has arrived, so one "absent" is proof.
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: QTY_ZERO,
};

/**
 * The built-in exchange: price-time matching, house makers and takers, its own durable truth. To
 * everything outside this folder it is a venue like any other.
 *
 * `start` may be called once. Requests before it or after `stop` are `unsent`.
 */
export function createDemo(deps: DemoDeps): Venue {
  const settings: DemoSettings = { ...DEFAULT_DEMO_SETTINGS, ...deps.settings };
  let floor: DemoExchangeCore | null = null;
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;

  return {
    name: deps.name,
    capabilities: CAPABILITIES,
    async start(listener) {
      floor = await restoreExchange(deps, settings, listener);
    },
    clientIdFor: ({ clientId }) => clientId,
    place: async (order) => (await floor?.place(order)) ?? unsent,
    amend: async (amend) => (await floor?.amend(amend)) ?? unsent,
    cancel: async (clientId) => (await floor?.cancel(clientId)) ?? unsent,
    order: async (clientId) => (await floor?.order(clientId)) ?? { kind: 'failed', why: unsent.why },
    async reconcile(mark) {
      if (floor === null) throw new Error(unsent.why);
      return floor.reconcile(mark);
    },
    // Its orders are the only ones there, so it holds for us what our fills add up to.
    positions: () => Promise.resolve(null),
    watch: () => undefined,
    unwatch: () => undefined,
    health: () => Promise.resolve(floor?.health() ?? { healthy: false, latencyMs: null, reason: unsent.why }),
    async stop() {
      const stopping = floor;
      floor = null;
      await stopping?.stop();
    },
  };
}
