import { Button, Kbd, Modal, NavLink, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useQuery } from '../kit/usequery.ts';
import { useSession } from '../session/session.tsx';
import { PAGES } from './pages.tsx';

interface Choice {
  readonly label: string;
  readonly description: string;
  readonly path: string;
}

/** Ctrl K: any page or market by a few letters. */
export function PaletteButton() {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([
    ['mod+K', open],
    ['/', open],
  ]);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={open}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        visibleFrom="sm"
      >
        Find
      </Button>
      <Modal opened={isOpen} onClose={close} withCloseButton={false} title="Find a market or page" size="lg">
        <Palette onDone={close} />
      </Modal>
    </>
  );
}

function Palette({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const choices = useChoices(text);
  const follow = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    go(choice.path);
    onDone();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => Math.max(0, Math.min(choices.length - 1, before + step)));
    } else if (event.key === 'Enter') follow(choices[at]);
  };
  return (
    <Stack gap="xs">
      <TextInput
        data-autofocus
        aria-label="Market or page"
        placeholder="rain, fed, btc, positions …"
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div role="listbox" aria-label="Found">
        {choices.map((choice, index) => (
          <NavLink
            key={choice.path}
            role="option"
            aria-selected={index === at}
            active={index === at}
            label={choice.label}
            description={choice.description}
            onClick={() => follow(choice)}
          />
        ))}
      </div>
    </Stack>
  );
}

function useChoices(text: string): readonly Choice[] {
  const { client } = useSession();
  const [asked] = useDebouncedValue(text.trim(), 120);
  const found = useQuery(`palette/${asked}`, async (signal) =>
    asked === '' ? [] : (await client.markets.search({ q: asked, limit: 8 }, { signal })).items,
  );
  const pages = PAGES.filter(
    ({ inMenu, title }) => inMenu && title.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return [
    ...pages.map(({ title, path }) => ({ label: title, description: 'page', path })),
    ...(found.data ?? []).map(({ instrument_id: id, title, venue, status }) => ({
      label: title,
      description: `${venue} · ${status}`,
      path: `/trade/${id}`,
    })),
  ];
}
