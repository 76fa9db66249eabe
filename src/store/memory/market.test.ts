import { marketStoreConformance } from './market.conformance.ts';
import { createMemoryMarketStore } from './market.ts';

marketStoreConformance('memory', async () => createMemoryMarketStore());
