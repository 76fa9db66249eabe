import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { VenueClientId } from '../src/contract/model/ids.ts';
import type { VenueInstrument } from '../src/contract/model/instrument.ts';
import { parsePrice, parseQty } from '../src/contract/model/money.ts';
import { createNetwork } from '../src/platform/network-client.ts';
import { attachOrStart, type OriginUrls } from '../src/platform/simulator-process.ts';
import { systemClock, systemRandom } from '../src/platform/system-environment.ts';
import type { Log } from '../src/ports/telemetry.ts';
import type { Venue, VenueListener, VenueOrder } from '../src/ports/venue.ts';
import { temporaryDataDir } from './bench-service.ts';

/** A client that rests one order at the exchange. Its cancel is not part of a measurement. */
export interface OrderClient {
  /** Returns the cancel of the placed order. */
  readonly place: () => Promise<() => Promise<unknown>>;
  readonly stop: () => Promise<void>;
}

/** A local exchange in a separate process. */
export interface Exchange {
  readonly url: string;
  readonly origins: OriginUrls;
  readonly stop: () => Promise<void>;
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error };

/** The dependencies that an adapter gets from the service. */
export const MACHINE = {
  network: createNetwork(systemClock),
  clock: systemClock,
  random: systemRandom(),
  log: quiet,
};

/** Starts a local exchange as a separate process with its state on disk. */
export async function startExchange(
  name: 'kalshi' | 'polymarket',
  argsIn: (dataDir: string) => readonly string[],
): Promise<Exchange> {
  const { dir, remove } = temporaryDataDir();
  const main = join(import.meta.dirname, '..', 'simulators', name, 'main.ts');
  const exchange = await attachOrStart({ main, args: argsIn(dir), dataDir: dir }, systemClock);
  return {
    url: exchange.url,
    origins: exchange.origins,
    async stop() {
      await exchange.stop();
      remove();
    },
  };
}

/** Starts an adapter as a client of its exchange. */
export async function adapterClient(venue: Venue, ticker: string): Promise<OrderClient> {
  const listed = new Map<string, VenueInstrument>();
  await venue.start(listenerInto(listed));
  await venue.reconcile(null);
  const instrument = [...listed.values()].find((each) => each.ticker === ticker);
  if (instrument === undefined) throw new Error(`${venue.name} does not list ${ticker}`);
  let orders = 0;
  return {
    place: async () => {
      orders += 1;
      const order = createOrder(instrument, `cb-${orders}-1-1` as VenueClientId);
      const clientId = venue.clientIdFor(order);
      const outcome = await venue.place({ ...order, clientId });
      if (outcome.kind !== 'report' || outcome.report.status !== 'OPEN') {
        throw new Error(`${venue.name} did not accept an order: ${JSON.stringify(outcome, asText)}`);
      }
      return () => venue.cancel(clientId, instrument.venueInstrumentId);
    },
    stop: () => venue.stop(),
  };
}

/**
 * Places one order, cancels it, and returns the milliseconds until the answer to the order.
 *
 * @param onCpu  gets the processor time in milliseconds that this process used until the answer
 */
export async function timeOrder(client: OrderClient, onCpu?: (usedMs: number) => void): Promise<number> {
  const before = process.cpuUsage();
  const start = performance.now();
  const cancel = await client.place();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  onCpu?.((user + system) / 1_000);
  await cancel();
  return took;
}

export const createHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** BUY YES 60 at 0.02, far from the market. */
function createOrder({ venueInstrumentId }: VenueInstrument, clientId: VenueClientId): VenueOrder {
  const [price, qty] = [parsePrice('0.02'), parseQty('60')];
  if (price === null || qty === null) throw new Error('the order is not well formed');
  const terms = { side: 'BUY', outcome: 'YES', type: 'LIMIT', tif: 'GTC', expiresAt: null } as const;
  return { clientId, venueInstrumentId, price, qty, ...terms };
}

const listenerInto = (listed: Map<string, VenueInstrument>): VenueListener => ({
  onInstruments: (instruments) => {
    for (const each of instruments) listed.set(each.venueInstrumentId, each);
  },
  waitForCapacity: () => Promise.resolve(),
  onAssets: () => undefined,
  onBook: () => undefined,
  onTrades: () => undefined,
  onReport: () => undefined,
  onAnomaly: () => undefined, // orders of the official client, which shares the account at Kalshi
});

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
