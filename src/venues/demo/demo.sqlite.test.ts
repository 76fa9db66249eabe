import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDemoStore } from '../../store/sqlite/demostore.ts';
import { venueConformance } from '../conformance.ts';
import { demoWorld } from './world.fixture.ts';

venueConformance('Demo on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossbook-demo-'));
  const world = await demoWorld(
    () => openSqliteDemoStore(join(folder, 'demo.db')),
    (store) => store.close(),
  );
  return {
    ...world,
    async close() {
      await world.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
