import { useLocalStorage } from '@mantine/hooks';
import type { PriceFormat } from './prices.ts';

/** How prices are written, remembered by this browser. */
export const usePriceFormat = () =>
  useLocalStorage<PriceFormat>({
    key: 'crossbook.prices',
    defaultValue: 'cents',
    getInitialValueInEffect: false,
  });

/** The lists of instruments that this browser keeps an eye on, by name. */
export const useWatchlists = () =>
  useLocalStorage<Readonly<Record<string, readonly number[]>>>({
    key: 'crossbook.watchlists',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
