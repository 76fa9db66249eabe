import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { openSqliteDemoStore } from '../../storage/sqlite/demo/sqlite-demo-store.ts';
import { createDemoHarness } from './demo-harness.fixture.ts';

venueConformance('Demo on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossbook-demo-'));
  const harness = await createDemoHarness(
    () => openSqliteDemoStore(join(folder, 'demo.db')),
    (store) => store.close(),
  );
  return {
    ...harness,
    async close() {
      await harness.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
