import { Button, Kbd, Modal, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { type Choice, useChoices } from './menu-choices.ts';

/** Ctrl K: finds a page, market, order or action by a few letters. */
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
      <Modal
        opened={isOpen}
        onClose={close}
        withCloseButton={false}
        title="Find a market, page, order or action"
        size="lg"
      >
        <Palette onDone={close} />
      </Modal>
    </>
  );
}

function Palette({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries: choices, note } = useChoices(text);
  const follow = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onDone();
    choice.act();
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
        aria-label="Market, page, order or action"
        placeholder="rain, fed, positions, ord_12, kill, dark …"
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
      />
      <Text size="sm" c="dimmed" role="status" mih="1.5em">
        {note}
      </Text>
      <div role="listbox" aria-label="Found">
        {choices.map((choice, index) => (
          <NavLink
            key={choice.key}
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
