import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { FixedClock } from '../../storage/ledger.fixture.ts';
import { openStore, type Store } from '../../storage/sqlite/sqlite-store.ts';
import { createDemoHarness, DEMO_TRAITS } from './demo-harness.fixture.ts';

venueConformance('Demo on SQLite', DEMO_TRAITS, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossbook-demo-'));
  let ledger: Store | null = null;
  const harness = await createDemoHarness(
    async () => {
      const clock = new FixedClock();
      ledger = await openStore({ dataDir: folder, profile: 'sandbox', clock, pid: process.pid });
      return ledger.demo('demo', 'demo.db');
    },
    async () => ledger?.close(),
  );
  return {
    ...harness,
    async close() {
      await harness.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
