import './grid.css';
import { Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { EmptyNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { readQty } from '../trade/typed-figures.ts';
import { GridCell } from './grid-cell.tsx';
import { CELLS_MAX, movedForward, readLayout, renderLayout, withMarket } from './grid-layout.ts';

const LAYOUT = { markets: '' } as const;

/** Up to twelve markets side by side. The layout is in the URL, so that it can be kept as a bookmark. */
export default function GridPage() {
  const [choice, choose] = useUrlState(LAYOUT);
  const ids = useMemo(() => readLayout(choice.markets), [choice.markets]);
  const markets = useInstruments(ids);
  const [qty, setQty] = useState('10');
  const [isArmed, setArmed] = useState(false);
  const typed = readQty(qty);
  const show = (next: readonly number[]): void => choose({ markets: renderLayout(next) });
  useEffect(() => {
    const disarm = (): void => {
      if (document.hidden) setArmed(false);
    };
    document.addEventListener('visibilitychange', disarm);
    return () => document.removeEventListener('visibilitychange', disarm);
  }, []);
  return (
    <>
      <PageTitle>Grid</PageTitle>
      <Group gap="sm" mb="sm" align="flex-end">
        <AddMarket isFull={ids.length >= CELLS_MAX} onAdd={(id) => show(withMarket(ids, id))} />
        <TextInput
          label="Contracts"
          size="xs"
          w={90}
          inputMode="decimal"
          value={qty}
          error={typed.issue}
          onChange={(event) => setQty(event.currentTarget.value)}
        />
        <Switch
          size="xs"
          mb={6}
          label="One-click trading"
          checked={isArmed}
          onChange={(event) => setArmed(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed" mb={6}>
          {isArmed ? 'A press sends an IOC order at the shown price.' : 'A price opens its market.'}
        </Text>
      </Group>
      {ids.length === 0 && (
        <EmptyNote>Find markets above to put them side by side. The address keeps them.</EmptyNote>
      )}
      <div className={isArmed ? 'grid grid-armed' : 'grid'}>
        {ids.map((id) => (
          <GridCell
            key={id}
            id={id}
            market={markets.get(id)}
            qty={isArmed ? typed.value : null}
            onForward={id === ids[0] ? null : () => show(movedForward(ids, id))}
            onRemove={() => show(ids.filter((each) => each !== id))}
          />
        ))}
      </div>
    </>
  );
}

const FOUND_MAX = 12;
const SETTLE_MS = 150;

function AddMarket({ isFull, onAdd }: { isFull: boolean; onAdd: (id: number) => void }) {
  const { client } = useSession();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, SETTLE_MS);
  const query = { status: 'OPEN', limit: FOUND_MAX, ...(wanted === '' ? {} : { q: wanted }) } as const;
  const found = useQuery(`grid/${wanted}`, (signal) => client.markets.search(query, { signal }));
  return (
    <Select
      label="Add a market"
      placeholder={isFull ? 'the grid is full' : 'words of its title'}
      size="xs"
      w={300}
      searchable
      disabled={isFull}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage="No open market has these words."
      onChange={(id) => {
        if (id !== null) onAdd(Number(id));
        setText('');
      }}
      data={(found.data?.items ?? []).map(({ instrument_id: id, title, venue }) => ({
        value: String(id),
        label: `${title} · ${venue}`,
      }))}
    />
  );
}
