import { Ledger } from '../engine/ledger.ts';
import { Operations } from '../engine/operations.ts';
import { createMemoryStore } from '../store/memory/journal.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';

/** The real accounts and keys, over a ledger without a disk. */
export async function memoryOperating() {
  const store = await createMemoryStore(systemClock);
  const ledger = new Ledger({
    journal: store.journal,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    terminalInMemoryMax: 0,
  });
  await ledger.load();
  return { operating: new Operations(ledger, systemRandom()), state: ledger.state };
}
