// A process that trades on Demo, for demo-kill.test.ts. It keeps placing orders, several at a time. Before each order
// it gives an intent to the journal, and after it a report, and waits for neither in between. It prints the client id
// once the report is durable.

import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import type { VenueClientId, VenueName } from '../../contract/model/ids.ts';
import { seededRandom } from '../../matching-engine/seeded-noise.ts';
import { systemClock } from '../../platform/system-environment.ts';
import { LedgerBuilder } from '../../storage/ledger.fixture.ts';
import { openStore } from '../../storage/sqlite/sqlite-store.ts';
import { STILL_DEMO_SETTINGS } from './demo-settings.ts';
import { createDemo } from './demo-venue.ts';

const [dataDir = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, profile: 'sandbox', clock: systemClock, pid: process.pid });
const ledger = new LedgerBuilder(store.journal);
ledger.resume(await store.journal.load());
const venue = createDemo({
  name: 'Demo' as VenueName,
  store: await store.demo('demo', 'demo.db'),
  clock: systemClock,
  random: seededRandom(1),
  log: { info: () => undefined, warn: console.error, error: console.error },
  seed: 1,
  settings: { ...STILL_DEMO_SETTINGS, hasMarketMaker: false },
});
const listener = new RecordingListener();
await venue.start(listener);
const { mark } = await venue.reconcile(null);
console.log('open', mark);
await Promise.all([1, 2, 3, 4, 5, 6].map((lane) => trade(`${mark}-${lane}`)));

async function trade(prefix: string): Promise<never> {
  const [market] = listener.instruments.values();
  if (market === undefined) throw new Error('no instrument');
  for (let number = 1; ; number += 1) {
    const clientId = `${prefix}-${number}` as VenueClientId;
    const side = number % 2 === 0 ? 'BUY' : 'SELL';
    const terms = { outcome: 'YES', type: 'LIMIT', tif: 'GTC', expiresAt: null } as const;
    const { venueInstrumentId, priceMin: price, qtyMin: qty } = market;
    const intended = ledger.record(`intent ${clientId}`, []);
    await venue.place({ clientId, venueInstrumentId, side, price, qty, ...terms });
    await Promise.all([intended, ledger.record(`report ${clientId}`, [])]);
    console.log('answered', clientId);
  }
}
