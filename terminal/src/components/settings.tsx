import { useLocalStorage } from '@mantine/hooks';
import type { PriceFormat } from './prices.ts';

/** The price format, stored in this browser. */
export const usePriceFormat = () =>
  useLocalStorage<PriceFormat>({
    key: 'crossbook.prices',
    defaultValue: 'cents',
    getInitialValueInEffect: false,
  });

/** The watchlists by name, stored in this browser. */
export const useWatchlists = () =>
  useLocalStorage<Readonly<Record<string, readonly number[]>>>({
    key: 'crossbook.watchlists',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
