import { useLocalStorage } from '@mantine/hooks';
import type { PriceFormat } from './prices.ts';

// Settings are stored in this browser. All its tabs have the same.

const useSetting = <Value,>(name: string, defaultValue: Value) =>
  useLocalStorage<Value>({ key: `crossbook.${name}`, defaultValue, getInitialValueInEffect: false });

/** The price format. */
export const usePriceFormat = () => useSetting<PriceFormat>('prices', 'cents');

/** The watchlists by name. */
export const useWatchlists = () => useSetting<Readonly<Record<string, readonly number[]>>>('watchlists', {});

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** How close the rows of lists, the ladder and the cards are. */
export const useDensity = () => useSetting<Density>('density', 'comfortable');

/** The time zone of all times: an IANA name, or '' for that of this computer. */
export const useTimeZone = () => useSetting('time-zone', '');

/** The size buttons of the ladder as typed: `10, 50, 250`; '' for those that fit the market. */
export const useSizePresets = () => useSetting('sizes', '');

/** Whether a one-click order is confirmed before it is sent. */
export const useConfirmOneClick = () => useSetting('confirm-one-click', false);

/** Whether a sound is played at a fill and at a rejected order. */
export const useSound = () => useSetting('sound', false);

export type Notifications = 'off' | 'silent' | 'sound';

/** Whether this browser shows notifications. */
export const useNotifications = () => useSetting<Notifications>('notifications', 'off');
