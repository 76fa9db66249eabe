import type { Route } from '../route.ts';
import { accountRoutes } from './account-routes.ts';
import { bookRoutes } from './book-routes.ts';
import { cancelAllRoutes } from './cancel-all-routes.ts';
import { fillRoutes } from './fill-routes.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { assetRoutes, marketRoutes } from './market-routes.ts';
import { batchRoutes, orderRoutes } from './order-routes.ts';
import { pnlRoutes } from './pnl-routes.ts';
import { positionRoutes, riskRoutes } from './risk-routes.ts';
import { tradeRoutes } from './trade-routes.ts';
import { venueRoutes } from './venue-routes.ts';

/** All signed routes of the API. The server, the OpenAPI document and the reference are generated from them. */
export const routes: readonly Route[] = [
  ...marketRoutes,
  ...bookRoutes,
  ...tradeRoutes,
  ...venueRoutes,
  ...assetRoutes,
  ...mappingRoutes,
  ...orderRoutes,
  ...batchRoutes,
  ...cancelAllRoutes,
  ...fillRoutes,
  ...positionRoutes,
  ...pnlRoutes,
  ...riskRoutes,
  ...accountRoutes,
];
