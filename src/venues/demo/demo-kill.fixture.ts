// A process that trades on Demo, for demo-kill.test.ts. It keeps placing orders, several at a time, writes each
// answer to a separate file as the journal does, and prints the client id once that note is durable.

import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { seededRandom } from '../../domain/matching-engine/seeded-noise.ts';
import type { VenueClientId, VenueName } from '../../domain/model/ids.ts';
import { systemClock } from '../../platform/system-environment.ts';
import { openSqliteDemoStore } from '../../storage/sqlite/demo/sqlite-demo-store.ts';
import { openSqliteWriter, WriterThread } from '../../storage/sqlite/writer-thread.ts';
import { STILL_DEMO_SETTINGS } from './demo-settings.ts';
import { createDemo } from './demo-venue.ts';

const [file = '', notesFile = ''] = process.argv.slice(2);
const thread = new WriterThread();
const notes = await openSqliteWriter(
  {
    file: notesFile,
    schema: ['CREATE TABLE notes (client_id TEXT PRIMARY KEY) STRICT'],
    statements: { note: 'INSERT INTO notes VALUES (?)' },
    rank: 1,
  },
  thread,
);
const venue = createDemo({
  name: 'Demo' as VenueName,
  store: await openSqliteDemoStore(file, thread),
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
    await venue.place({ clientId, venueInstrumentId, side, price, qty, ...terms });
    await notes.write([['note', clientId]]);
    console.log('answered', clientId);
  }
}
