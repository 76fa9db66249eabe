import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLocation } from 'wouter';
import type { Instrument } from '../../../sdk/src/index.ts';
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
const WORDS_MAX = 4; // searched one by one if no market has all of them

/** The entries of the palette, and what to say about them. */
export interface Choices {
  readonly entries: readonly Choice[];
  readonly note: string; // '' if the entries need no explanation
  readonly isKnown: boolean; // the markets are those of this text, not of an earlier one
}

/** Entries that match the text: an order by id, pages and actions by title, markets by the service's search. */
export function useChoices(text: string): Choices {
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
  const entries = [
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
    ...markets.entries,
  ];
  const { isKnown } = markets;
  if (entries.length === 0)
    return { entries, note: isKnown ? `Nothing found for “${text.trim()}”.` : '', isKnown };
  return { entries, note: markets.note, isKnown };
}

const NEAR = 'No market has these words. These have words that differ by one letter:';
const SOME_WORDS = 'No market has all these words. These have some of them:';

/** Parses an order id from `ord_12` or `12`. */
function parseOrderId(text: string): string | null {
  const found = /^(?:ord_)?(\d+)$/.exec(text);
  return found === null ? null : `ord_${found[1]}`;
}

interface FoundMarkets {
  readonly entries: readonly Choice[];
  readonly note: string; // how they were found, when they do not have all words
  readonly isKnown: boolean; // the search for this text is complete
}

function useMarkets(wanted: string): FoundMarkets {
  const { client } = useSession();
  const [, go] = useLocation();
  const [debounced] = useDebouncedValue(wanted, 120);
  const { data } = useQuery(`palette/${debounced}`, async (signal) => {
    if (debounced === '') return { text: '', items: [], note: '' };
    const limit = FOUND_MAX;
    const page = await client.markets.search({ q: debounced, limit, spelling: 'near' }, { signal });
    const words = debounced.split(/\s+/);
    if (page.items.length > 0 || words.length < 2)
      return { text: debounced, items: page.items, note: page.near === true ? NEAR : '' };
    const search = async (q: string): Promise<readonly Instrument[]> =>
      (await client.markets.search({ q, limit }, { signal })).items;
    const parts = (await Promise.all(words.slice(0, WORDS_MAX).map(search))).flat();
    const items = [...new Map(parts.map((each) => [each.instrument_id, each])).values()];
    return { text: debounced, items, note: items.length > 0 ? SOME_WORDS : '' };
  });
  const entries = openFirst(data?.items ?? [])
    .slice(0, FOUND_MAX)
    .map(({ instrument_id: id, title, venue, status }) => ({
      key: `market/${id}`,
      label: title,
      description: `${venue} · ${status}`,
      act: () => go(`/trade/${id}`),
    }));
  return { entries, note: data?.note ?? '', isKnown: data?.text === wanted };
}

/** Markets that can be traded come first; both groups keep their order. */
const openFirst = (markets: readonly Instrument[]): readonly Instrument[] => [
  ...markets.filter(({ status }) => status === 'OPEN'),
  ...markets.filter(({ status }) => status !== 'OPEN'),
];

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
