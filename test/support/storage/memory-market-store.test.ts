import { marketStoreConformance } from '../../conformance/storage/market-store.conformance.ts';
import { pnlStoreConformance } from '../../conformance/storage/pnl-store.conformance.ts';
import { createMemoryMarketStore } from './memory-market-store.ts';

marketStoreConformance('memory', async () => createMemoryMarketStore());
pnlStoreConformance('memory', async () => createMemoryMarketStore());
