import { accountRoutes } from './account.ts';
import { assetRoutes } from './assets.ts';
import { batchRoutes } from './batch.ts';
import { bookRoutes } from './books.ts';
import { cancelAllRoutes } from './cancelall.ts';
import { fillRoutes } from './fills.ts';
import { marketRoutes } from './markets.ts';
import { matchingRoutes } from './matching.ts';
import { orderRoutes } from './orders.ts';
import { pnlRoutes } from './pnl.ts';
import { positionRoutes } from './positions.ts';
import { riskRoutes } from './risk.ts';
import type { Route } from './route.ts';
import { tradeRoutes } from './trades.ts';
import { venueRoutes } from './venues.ts';

/** Every signed call of the API: the server, the OpenAPI document and the reference are made from it. */
export const routes: readonly Route[] = [
  ...marketRoutes,
  ...bookRoutes,
  ...tradeRoutes,
  ...venueRoutes,
  ...assetRoutes,
  ...matchingRoutes,
  ...orderRoutes,
  ...batchRoutes,
  ...cancelAllRoutes,
  ...fillRoutes,
  ...positionRoutes,
  ...pnlRoutes,
  ...riskRoutes,
  ...accountRoutes,
];
