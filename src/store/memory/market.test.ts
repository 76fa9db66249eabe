import { marketStoreConformance } from './market.conformance.ts';
import { createMemoryMarketStore } from './market.ts';
import { pnlStoreConformance } from './pnl.conformance.ts';

marketStoreConformance('memory', async () => createMemoryMarketStore());
pnlStoreConformance('memory', async () => createMemoryMarketStore());
