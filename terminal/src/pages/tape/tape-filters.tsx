import { Group, Select, TextInput } from '@mantine/core';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { useWatchlists } from '../../components/settings.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { countCategories } from '../markets/facets.ts';
import { FIRST_LIST } from '../markets/watchlists.ts';

/** The choices of the page, as the URL has them: an empty text is no choice. */
export const NO_CHOICE = { venue: '', category: '', list: '', min: '', large: '1000' } as const;
export type TapeChoice = Readonly<Record<keyof typeof NO_CHOICE, string>>;

interface TapeFiltersProps {
  readonly choice: TapeChoice;
  readonly onChange: (change: Partial<TapeChoice>) => void;
  readonly markets: readonly Instrument[]; // of the prints so far
  readonly issues: { readonly min: string | null; readonly large: string | null };
}

/** Which prints are shown, and from which amount on they are highlighted. */
export function TapeFilters({ choice, onChange, markets, issues }: TapeFiltersProps) {
  const { client } = useSession();
  const [lists] = useWatchlists();
  const venues = useQuery('venues', (signal) => client.venues.list({ signal }));
  const names = [FIRST_LIST, ...Object.keys(lists).filter((name) => name !== FIRST_LIST)];
  const categories = countCategories(markets).map(({ name }) => name);
  const selects = [
    ['venue', 'Venue', 'All venues', venues.data?.map(({ name }) => name) ?? []],
    ['category', 'Category', 'All categories', categories],
    ['list', 'Watchlist', 'All markets', names],
  ] as const;
  return (
    <Group gap="xs" align="flex-start" className="tape-filters">
      {selects.map(([name, label, none, values]) => (
        <Select
          key={name}
          label={label}
          placeholder={none}
          size="xs"
          clearable
          value={choice[name] || null}
          onChange={(value) => onChange({ [name]: value ?? '' })}
          data={withChosen(values, choice[name])}
        />
      ))}
      {(['min', 'large'] as const).map((name) => (
        <TextInput
          key={name}
          label={name === 'min' ? 'From $' : 'Highlight from $'}
          size="xs"
          w={130}
          inputMode="decimal"
          value={choice[name]}
          error={issues[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

/** The value of the URL is shown even if no print has it yet. */
const withChosen = (values: readonly string[], chosen: string): string[] =>
  chosen === '' || values.includes(chosen) ? [...values] : [...values, chosen];
