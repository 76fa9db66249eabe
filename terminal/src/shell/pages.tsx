import { type ComponentType, lazy } from 'react';
import { MarketsPage } from '../pages/markets/marketspage.tsx';

interface PageEntry {
  readonly path: string;
  readonly title: string;
  readonly inMenu: boolean;
  readonly Page: ComponentType;
}

const TradePage = lazy(() => import('../pages/trade/tradepage.tsx'));
const VenuesPage = lazy(() => import('../pages/venues/venuespage.tsx'));

/** Every page, in the order of the menu. The first is there at once; the others are fetched when they are opened. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', title: 'Markets', inMenu: true, Page: MarketsPage },
  { path: '/trade/:id', title: 'Trade', inMenu: false, Page: TradePage },
  { path: '/venues', title: 'Venues', inMenu: true, Page: VenuesPage },
];
