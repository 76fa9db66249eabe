import { useLocalStorage } from '@mantine/hooks';
import type { PriceFormat } from './prices.ts';

/** How prices are written, remembered by this browser. */
export const usePriceFormat = () =>
  useLocalStorage<PriceFormat>({
    key: 'crossbook.prices',
    defaultValue: 'cents',
    getInitialValueInEffect: false,
  });

/** The instruments that this browser keeps an eye on. */
export const useWatchlist = () =>
  useLocalStorage<readonly number[]>({
    key: 'crossbook.watchlist',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
