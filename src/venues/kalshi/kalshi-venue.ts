import { QTY_ZERO } from '../../domain/model/money.ts';
import type { ExternalVenue, VenueCapabilities } from '../../ports/venue.ts';
import { checkAccount } from './account-check.ts';
import { UnknownFields } from './codec/kalshi-decoder.ts';
import { createSigner } from './http/kalshi-auth.ts';
import { KalshiClient } from './http/kalshi-client.ts';
import { KalshiAdapter } from './kalshi-adapter.ts';
import type { KalshiDeps, KalshiSettings } from './kalshi-settings.ts';

const LAG_MS = 10_000;
const ABSENCE_GAP_MS = 5_000;

/**
 * Kalshi's event contracts as a venue; README.md lists its capabilities and the date of its facts. `start`
 * resolves when every tradable market has been published, or on `stop`; until then the venue is unhealthy.
 *
 * Throws for an unreadable private key, before anything is sent.
 */
export function createKalshi(deps: KalshiDeps, settings: KalshiSettings): ExternalVenue {
  let running: KalshiAdapter | null = null;
  const watched = new Set<string>(); // includes tickers watched before `start`
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;
  const signer = createSigner(settings.keyId, settings.privateKeyPem);
  const capabilities: VenueCapabilities = {
    trading: true,
    simulated: settings.simulated,
    amend: 'native',
    amendQtyIncrease: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    notFoundPolicy: {
      settleMs: settings.writeWaitMsMax + settings.writeMs + LAG_MS,
      confirmations: 2,
      gapMs: ABSENCE_GAP_MS,
    },
    bookDelivery: 'on_subscribe',
    dustQty: QTY_ZERO,
  };
  return {
    name: deps.name,
    capabilities,
    async start(listener) {
      running = new KalshiAdapter(deps, settings, signer, listener);
      for (const ticker of watched) running.marketData.watch(ticker);
      await running.start();
    },
    clientIdFor: ({ clientId }) => clientId,
    place: async (order) => (await running?.place(order)) ?? unsent,
    amend: async (amend) => (await running?.amend(amend)) ?? unsent,
    cancel: async (clientId, ticker) => (await running?.cancel(clientId, ticker)) ?? unsent,
    order: async (clientId, ticker) =>
      (await running?.reconciliation.order(clientId, ticker)) ?? { kind: 'failed', why: unsent.why },
    async reconcile(mark) {
      if (running === null) throw new Error(unsent.why);
      return running.reconciliation.reconcile(mark);
    },
    positions: async () => (await running?.reconciliation.positions()) ?? null,
    watch(ticker) {
      watched.add(ticker);
      running?.marketData.watch(ticker);
    },
    unwatch(ticker) {
      watched.delete(ticker);
      running?.marketData.unwatch(ticker);
    },
    budgets: () => running?.budgets() ?? [],
    health: async () => (await running?.health()) ?? { healthy: false, latencyMs: null, reason: unsent.why },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
    async check() {
      const unknownFields = new UnknownFields(() => undefined);
      const client = new KalshiClient({
        ...deps,
        signer,
        settings,
        unknownFields,
        onCredentials: () => undefined,
      });
      try {
        return await checkAccount(client, unknownFields);
      } finally {
        await client.close();
      }
    },
  };
}

export type { KalshiDeps } from './kalshi-settings.ts';
