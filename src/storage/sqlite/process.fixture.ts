// A second process on a data folder, for sqlite-store.test.ts. `hold` opens the store and waits. `append` appends
// in a loop and prints the number of each acknowledged entry. `fill` does the same until the disk is full, and then
// prints the error of the next append.
import { once } from 'node:events';
import { FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { openStore } from './sqlite-store.ts';

const [mode = '', dataDir = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
const ledger = new LedgerBuilder(store.journal);
ledger.resume(await store.journal.load());
console.log('opened');

if (mode === 'hold') await once(process.stdin, 'end');
// Several appends are always pending, so that the kill can hit any of them.
if (mode === 'append') await Promise.all([trade(), trade(), trade(), trade()]);
if (mode === 'fill') {
  await Promise.allSettled([trade(), trade(), trade(), trade()]);
  await ledger.accept().catch((error: Error) => console.log(`refused ${error.name}: ${error.message}`));
}
await store.close();

async function trade(): Promise<never> {
  for (;;) {
    const accepted = ledger.accept();
    const acknowledged = ledger.acknowledge();
    const { seq } = ledger.state;
    await Promise.all([accepted, acknowledged]);
    console.log(String(seq));
  }
}
