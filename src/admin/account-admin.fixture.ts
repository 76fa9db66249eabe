import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import { AccountAdminService } from '../oms/account-admin.ts';
import { StateStore } from '../orders/state-store.ts';
import { systemClock, systemRandom } from '../platform/system-environment.ts';

/** The production accounts and keys, over an in-memory ledger. */
export async function createMemoryAccountAdmin() {
  const store = await createMemoryStore(systemClock);
  const ledger = new StateStore({
    journal: store.journal,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    terminalInMemoryMax: 0,
  });
  await ledger.load();
  return {
    operating: new AccountAdminService({
      store: ledger,
      random: systemRandom(),
      notifications: store.notifications,
    }),
    state: ledger.state,
  };
}
