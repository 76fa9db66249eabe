import { Chip, Group } from '@mantine/core';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { countCategories } from './facets.ts';

interface CategoriesProps {
  readonly markets: readonly Instrument[];
  readonly chosen: string | null;
  readonly onChoose: (category: string | null) => void;
}

const SHOWN_MAX = 8;

/** The categories of the found markets with their counts. Selecting one narrows the search. */
export function Categories({ markets, chosen, onChoose }: CategoriesProps) {
  const facets = countCategories(markets).slice(0, SHOWN_MAX);
  const isElsewhere = chosen !== null && facets.every(({ name }) => name !== chosen);
  const shown = isElsewhere ? [{ name: chosen, count: 0 }, ...facets] : facets;
  if (shown.length < 2 && chosen === null) return null;
  return (
    <Group gap={6} className="categories" role="group" aria-label="Categories">
      {shown.map(({ name, count }) => (
        <Chip
          key={name}
          size="xs"
          checked={name === chosen}
          onChange={(isOn) => onChoose(isOn ? name : null)}
        >
          {name} {count}
        </Chip>
      ))}
    </Group>
  );
}
