import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { PRICE_FORMATS } from '../components/prices.ts';
import { usePriceFormat } from '../components/settings.tsx';
import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useEmergency } from './emergency.ts';
import { hrefOf, PAGES } from './pages.tsx';

/** Something that can be found by a few letters, and what happens when it is chosen. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly act: () => void;
}

const FOUND_MAX = 8;

/** What fits the text: an order by its id, pages and acts by their words, markets as the service finds them. */
export function useChoices(text: string): readonly Choice[] {
  const [, go] = useLocation();
  const wanted = text.trim().toLowerCase();
  const acts = useActs();
  const markets = useMarkets(wanted);
  const fits = ({ label }: Choice): boolean => label.toLowerCase().includes(wanted);
  const pages = PAGES.filter(({ inMenu }) => inMenu).map(({ title, path }) => ({
    key: path,
    label: title,
    description: 'page',
    act: () => go(hrefOf(path)),
  }));
  const order = orderIdOf(wanted);
  return [
    ...(order === null
      ? []
      : [
          {
            key: order,
            label: `Receipt of ${order}`,
            description: 'order',
            act: () => go(`/orders/${order}`),
          },
        ]),
    ...pages.filter(fits),
    ...(wanted === '' ? [] : acts.filter(fits)),
    ...markets,
  ];
}

/** `ord_12` or `12` means an order. */
function orderIdOf(text: string): string | null {
  const found = /^(?:ord_)?(\d+)$/.exec(text);
  return found === null ? null : `ord_${found[1]}`;
}

function useMarkets(wanted: string): readonly Choice[] {
  const { client } = useSession();
  const [, go] = useLocation();
  const [asked] = useDebouncedValue(wanted, 120);
  const found = useQuery(`palette/${asked}`, async (signal) =>
    asked === '' ? [] : (await client.markets.search({ q: asked, limit: FOUND_MAX }, { signal })).items,
  );
  return (found.data ?? []).map(({ instrument_id: id, title, venue, status }) => ({
    key: `market/${id}`,
    label: title,
    description: `${venue} · ${status}`,
    act: () => go(`/trade/${id}`),
  }));
}

/** What can be done from anywhere. */
function useActs(): readonly Choice[] {
  const { subaccounts, choose } = useSession();
  const { isOn, kill, killAndCancel, cancel, open } = useEmergency();
  const { setColorScheme } = useMantineColorScheme();
  const [, setFormat] = usePriceFormat();
  const acts: readonly (readonly [label: string, description: string, act: () => void])[] = [
    isOn
      ? ['Kill switch: switch off …', 'takes a reason', open]
      : ['Kill switch', 'no new order leaves; orders that rest stay', kill],
    ['Kill and cancel all', 'no new order leaves, and what rests is cancelled', killAndCancel],
    ['Cancel all orders', 'of every subaccount of this key', cancel],
    ...subaccounts.map(
      ({ subaccount_id: id, name }) => [`Subaccount ${name}`, id, () => choose(id)] as const,
    ),
    ...PRICE_FORMATS.map((each) => [`Prices in ${each}`, 'setting', () => setFormat(each)] as const),
    ...(['light', 'dark', 'auto'] as const).map(
      (scheme) => [`Colours: ${scheme}`, 'setting', () => setColorScheme(scheme)] as const,
    ),
  ];
  return acts.map(([label, description, act]) => ({ key: label, label, description, act }));
}
