import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALICE, QUESTIONS, TICKER } from '../../../../simulators/kalshi/kalshi-simulator.fixture.ts';
import { KalshiSimulator } from '../../../../simulators/kalshi/kalshi-simulator.ts';
import { TIERS } from '../../../../simulators/kalshi/request-costs.ts';
import { MemoryExchangeStore } from '../../../../simulators/shared/exchange-store.ts';
import { listen } from '../../../../simulators/shared/http-host.ts';
import { systemClock, systemRandom } from '../../../../simulators/shared/process-environment.ts';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { requirePresent } from '../../../contract/model/assert.ts';
import type { VenueClientId, VenueName } from '../../../contract/model/ids.ts';
import { parsePrice, parseQty } from '../../../contract/model/money.ts';
import { createNetwork } from '../../../platform/network-client.ts';
import type { VenueBookUpdate } from '../../../ports/venue.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';
import { createKalshi } from '../kalshi-venue.ts';

/** Resolves when the published book first has a given number of bids. */
class BookWaiter extends RecordingListener {
  #waiting: { readonly bids: number; readonly resolve: () => void } | null = null;

  bids(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { bids: count, resolve };
    });
  }

  override onBook(update: VenueBookUpdate): void {
    super.onBook(update);
    if (this.#waiting?.bids === this.levels(TICKER, 'BUY').length) this.#waiting.resolve();
  }
}

test('over real sockets an order rests, shows in the book, and disappears when it is cancelled', async () => {
  const exchange = new KalshiSimulator({
    clock: systemClock,
    random: systemRandom,
    store: new MemoryExchangeStore(),
    events: QUESTIONS,
    keys: [ALICE.key],
    tier: requirePresent(
      TIERS.find(({ name }) => name === 'prime'),
      'the tier',
    ),
    precision: 'direct',
    readLagMs: 0,
    seed: 7,
    marketMaker: null,
    funds: { 0: '1000' },
  });
  exchange.start();
  const host = await listen(exchange, 0);
  const venue = createKalshi(
    {
      name: 'Kalshi' as VenueName,
      network: createNetwork(systemClock),
      clock: systemClock,
      random: systemRandom,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    {
      ...KALSHI_DEFAULTS,
      restUrl: `${host.url}/trade-api/v2`,
      wsUrl: `${host.url.replace('http', 'ws')}/trade-api/ws/v2`,
      keyId: ALICE.key.keyId,
      privateKeyPem: ALICE.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      simulated: true,
      clientIdSpace: 'a'.repeat(32),
    },
  );
  const listener = new BookWaiter();
  const empty = listener.bids(0);
  await venue.start(listener);
  venue.watch(TICKER);
  await empty;
  const clientId = 'cb-1-1-1' as VenueClientId;
  const published = listener.bids(1);
  const placed = await venue.place({
    clientId,
    venueInstrumentId: TICKER,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    price: requirePresent(parsePrice('0.4'), 'a price'),
    qty: requirePresent(parseQty('2.5'), 'a quantity'),
    expiresAt: null,
  });
  assert.equal(placed.kind === 'report' && placed.report.status, 'OPEN');
  await published;
  const gone = listener.bids(0);
  const cancelled = await venue.cancel(clientId, TICKER);
  assert.equal(cancelled.kind === 'report' && cancelled.report.status, 'CANCELLED');
  await gone;
  assert.deepEqual(listener.anomalies, []);
  await venue.stop();
  exchange.stop();
  await host.stop();
});
