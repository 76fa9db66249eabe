import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sharedPostgres, whyNoPostgres } from '../../test/support/postgres/postgres-server.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { DemoStore } from '../ports/demo-store.ts';
import { FixedClock } from './ledger.fixture.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openStore, type Store } from './sqlite/sqlite-store.ts';

/** A store that can be closed and opened again with its data. */
interface StoreSubject {
  readonly store: Pick<Store, 'journal' | 'replay' | 'notifications' | 'close'>;
  readonly openDemo: (section: string) => Promise<DemoStore>;
  reopen(): Promise<StoreSubject>;
}

const KINDS: Readonly<Record<string, (t: TestContext, clock: FixedClock) => Promise<StoreSubject>>> = {
  async sqlite(t, clock) {
    const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-journal-'));
    const open = async (): Promise<StoreSubject> => {
      const store = await openStore({ dataDir, profile: 'sandbox', clock, pid: process.pid });
      t.after(() => store.close());
      const openDemo = (section: string) => store.demo(section, join(dataDir, 'none.db'));
      return { store, openDemo, reopen: () => store.close().then(open) };
    };
    return open();
  },
  async memory(_, clock) {
    const wrap = (store: Awaited<ReturnType<typeof createMemoryStore>>): StoreSubject => ({
      store,
      openDemo: (section) => store.demo(section),
      reopen: async () => {
        await store.close();
        return wrap(await store.restart());
      },
    });
    return wrap(await createMemoryStore(clock));
  },
  async postgres(t, clock) {
    const url = await (await sharedPostgres()).createDatabase();
    const open = async (): Promise<StoreSubject> => {
      const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock });
      t.after(() => store.close());
      return { store, openDemo: (section) => store.demo(section), reopen: () => store.close().then(open) };
    };
    return open();
  },
};
const SKIPPED: Readonly<Record<string, string | null>> = { postgres: whyNoPostgres() };

type Conforms = (name: string, run: (subject: StoreSubject, clock: FixedClock) => Promise<void>) => void;

/** One function for each kind of store: it defines a test with an empty store. */
export const STORE_KINDS: readonly Conforms[] = Object.entries(KINDS).map(([kind, open]) => (name, run) => {
  void test(`${kind}: ${name}`, { skip: SKIPPED[kind] ?? false }, async (t) => {
    const clock = new FixedClock();
    await run(await open(t, clock), clock);
  });
});
