import { Button, Kbd, Modal, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { showBinding } from '../components/hotkeys.ts';
import { useBindings, useKeys } from '../components/use-keys.ts';
import { type Choice, useChoices } from './menu-choices.ts';

/** Ctrl K: finds a page, market, order or action by a few letters. */
export function PaletteButton() {
  const [isOpen, { open, close }] = useDisclosure();
  const keys = useBindings().bindings.get('find') ?? '';
  useKeys({ find: open, 'find.too': open });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={open}
        rightSection={keys === '' ? undefined : <Kbd size="xs">{showBinding(keys)}</Kbd>}
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
  const [isEntered, setIsEntered] = useState(false); // Enter was pressed before the search ended
  const { entries: choices, note, isKnown } = useChoices(text);
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
    } else if (event.key === 'Enter') setIsEntered(true);
  };
  // Until the search for this text ends, the list has the markets of an earlier text.
  useEffect(() => {
    if (!isEntered || !isKnown) return;
    setIsEntered(false);
    follow(choices[at]);
  });
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
          setIsEntered(false);
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
