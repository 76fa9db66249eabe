import { Button, Group, Popover, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useWatchlists } from '../../components/settings.tsx';
import { FIRST_LIST, withList, withoutList } from './watchlists.ts';

interface WatchlistChoiceProps {
  readonly chosen: string | null;
  readonly onChoose: (list: string | null) => void;
}

/** Selects the watchlist to show, and creates or removes watchlists. */
export function WatchlistChoice({ chosen, onChoose }: WatchlistChoiceProps) {
  const [lists, setLists] = useWatchlists();
  const names = [FIRST_LIST, ...Object.keys(lists).filter((name) => name !== FIRST_LIST)];
  const remove = (name: string): void => {
    setLists(withoutList(lists, name));
    onChoose(name === FIRST_LIST ? name : null);
  };
  return (
    <Group gap={4}>
      <Select
        aria-label="Watchlist"
        placeholder="No watchlist"
        clearable
        w={150}
        value={chosen}
        onChange={onChoose}
        data={names.map((name) => ({ value: name, label: `${name} (${lists[name]?.length ?? 0})` }))}
      />
      <NewList
        onName={(name) => {
          setLists(withList(lists, name));
          onChoose(name.trim());
        }}
      />
      {chosen !== null && (
        <Button size="compact-xs" variant="default" onClick={() => remove(chosen)}>
          {chosen === FIRST_LIST ? 'Clear list' : 'Remove list'}
        </Button>
      )}
    </Group>
  );
}

function NewList({ onName }: { onName: (name: string) => void }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onName(name);
    setName('');
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} trapFocus position="bottom-end">
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={toggle} aria-label="New watchlist">
          +
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            size="xs"
            label="Name of the new list"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
