import { Ledger } from '../engine/ledger.ts';
import { Operations } from '../engine/operations.ts';
import type { Operating } from '../engine/trading.ts';
import { openStore } from '../store/sqlite/store.ts';
import { machineDeps, type Session } from './session.ts';

/** The accounts and keys of a stopped service. */
export interface StoppedStore {
  readonly operating: Operating;
  close(): Promise<void>;
}

/**
 * Opens the ledger of a stopped service for the operator's commands; neither market data nor a venue
 * is started.
 *
 * Refuses  (StoreOpenError) a folder in use, a file that is damaged or of a newer version.
 */
export async function openStoppedStore(session: Session): Promise<StoppedStore> {
  const { clock, random, log, config } = machineDeps(session);
  const store = await openStore({ dataDir: config.dataDir, clock, pid: process.pid });
  try {
    const { terminalInMemoryMax } = config.orders;
    const ledger = new Ledger({ journal: store.journal, clock, log, terminalInMemoryMax });
    await ledger.load();
    return { operating: new Operations(ledger, random), close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
