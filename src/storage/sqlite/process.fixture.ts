// Another process on a data folder, for store.test.ts. `hold` opens the store and stays; `append`
// appends for ever and prints the number of each entry once it is acknowledged; so does `fill`, until
// the disk refuses, and then prints what the store says to the next append.
import { once } from 'node:events';
import { FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { openStore } from './sqlite-store.ts';

const [mode = '', dataDir = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, clock: new FixedClock(), pid: process.pid });
const lived = new LedgerBuilder(store.journal);
lived.resume(await store.journal.load());
console.log('opened');

if (mode === 'hold') await once(process.stdin, 'end');
// Several appends are always on their way, so that the end falls between any of them.
if (mode === 'append') await Promise.all([trade(), trade(), trade(), trade()]);
if (mode === 'fill') {
  await Promise.allSettled([trade(), trade(), trade(), trade()]);
  await lived.accept().catch((error: Error) => console.log(`refused ${error.name}: ${error.message}`));
}
await store.close();

async function trade(): Promise<never> {
  for (;;) {
    const accepted = lived.accept();
    const acknowledged = lived.acknowledge();
    const { seq } = lived.state;
    await Promise.all([accepted, acknowledged]);
    console.log(String(seq));
  }
}
