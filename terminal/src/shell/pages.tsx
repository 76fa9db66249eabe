import type { ComponentType } from 'react';
import { VenuesPage } from '../pages/venues/venuespage.tsx';

interface PageEntry {
  readonly path: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** Every page, in the order of the menu. */
export const PAGES: readonly PageEntry[] = [{ path: '/', title: 'Venues', Page: VenuesPage }];
