import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { PRICE_FORMATS } from '../components/prices.ts';
import { usePriceFormat } from '../components/settings.tsx';
import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useEmergency } from './emergency.ts';
import { PAGES, toHref } from './pages.tsx';

/** An entry of the command palette and its action. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly act: () => void;
}

const FOUND_MAX = 8;

/** Entries that match the text: an order by id, pages and actions by title, markets by the service's search. */
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
    act: () => go(toHref(path)),
  }));
  const order = parseOrderId(wanted);
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

/** Parses an order id from `ord_12` or `12`. */
function parseOrderId(text: string): string | null {
  const found = /^(?:ord_)?(\d+)$/.exec(text);
  return found === null ? null : `ord_${found[1]}`;
}

function useMarkets(wanted: string): readonly Choice[] {
  const { client } = useSession();
  const [, go] = useLocation();
  const [debounced] = useDebouncedValue(wanted, 120);
  const found = useQuery(`palette/${debounced}`, async (signal) =>
    debounced === ''
      ? []
      : (await client.markets.search({ q: debounced, limit: FOUND_MAX }, { signal })).items,
  );
  return (found.data ?? []).map(({ instrument_id: id, title, venue, status }) => ({
    key: `market/${id}`,
    label: title,
    description: `${venue} · ${status}`,
    act: () => go(`/trade/${id}`),
  }));
}

/** The actions that are available on every page. */
function useActs(): readonly Choice[] {
  const { subaccounts, choose } = useSession();
  const { isOn, open, openCancel } = useEmergency();
  const { setColorScheme } = useMantineColorScheme();
  const [, setFormat] = usePriceFormat();
  const acts: readonly (readonly [label: string, description: string, act: () => void])[] = [
    isOn
      ? ['Kill switch: switch off …', 'needs a reason', open]
      : ['Kill switch …', 'stops new orders; can also cancel the resting ones', open],
    ['Cancel all orders …', 'of this subaccount, or of all', openCancel],
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
