import { type ComponentType, lazy } from 'react';
import { MarketsPage } from '../pages/markets/markets-page.tsx';

interface PageEntry {
  readonly path: string;
  readonly title: string;
  readonly inMenu: boolean;
  readonly onPhone: boolean; // shown in the bottom navigation on a phone
  readonly Page: ComponentType;
}

const TradePage = lazy(() => import('../pages/trade/trade-page.tsx'));
const OrdersPage = lazy(() => import('../pages/orders/orders-page.tsx'));
const PositionsPage = lazy(() => import('../pages/positions/positions-page.tsx'));
const RiskPage = lazy(() => import('../pages/risk/risk-page.tsx'));
const AssetsPage = lazy(() => import('../pages/assets/assets-page.tsx'));
const OpportunitiesPage = lazy(() => import('../pages/opportunities/opportunities-page.tsx'));
const PerformancePage = lazy(() => import('../pages/performance/performance-page.tsx'));
const GridPage = lazy(() => import('../pages/grid/grid-page.tsx'));
const TapePage = lazy(() => import('../pages/tape/tape-page.tsx'));
const SettingsPage = lazy(() => import('../pages/settings/settings-page.tsx'));
const EventsPage = lazy(() => import('../pages/events/events-page.tsx'));
const ReviewPage = lazy(() => import('../pages/review/review-page.tsx'));
const ApprovalsPage = lazy(() => import('../pages/approvals/approvals-page.tsx'));
const VenuesPage = lazy(() => import('../pages/venues/venues-page.tsx'));

/** Every page in menu order. The first is in the main bundle; the others are loaded when they are opened. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', title: 'Markets', inMenu: true, onPhone: true, Page: MarketsPage },
  { path: '/events/:id?', title: 'Events', inMenu: true, onPhone: false, Page: EventsPage },
  { path: '/opportunities', title: 'Opportunities', inMenu: true, onPhone: false, Page: OpportunitiesPage },
  { path: '/tape', title: 'Tape', inMenu: true, onPhone: false, Page: TapePage },
  { path: '/grid', title: 'Grid', inMenu: true, onPhone: false, Page: GridPage },
  { path: '/trade/:id', title: 'Trade', inMenu: false, onPhone: false, Page: TradePage },
  { path: '/orders/:id?', title: 'Orders', inMenu: true, onPhone: true, Page: OrdersPage },
  { path: '/positions', title: 'Positions', inMenu: true, onPhone: true, Page: PositionsPage },
  { path: '/performance', title: 'Performance', inMenu: true, onPhone: false, Page: PerformancePage },
  { path: '/risk', title: 'Risk', inMenu: true, onPhone: true, Page: RiskPage },
  { path: '/assets', title: 'Matched', inMenu: true, onPhone: false, Page: AssetsPage },
  { path: '/review', title: 'Match review', inMenu: true, onPhone: false, Page: ReviewPage },
  { path: '/approvals', title: 'Approvals', inMenu: true, onPhone: false, Page: ApprovalsPage },
  { path: '/venues', title: 'Venues', inMenu: true, onPhone: false, Page: VenuesPage },
  { path: '/settings', title: 'Settings', inMenu: true, onPhone: false, Page: SettingsPage },
];

/** The link target of a page: its path without optional parameters. */
export const toHref = (path: string): string => path.replace(/\/:.*$/, '');
