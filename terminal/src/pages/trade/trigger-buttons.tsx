import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import type { TriggerMove } from './use-trigger-move.ts';

/** The triggers on the chart as buttons: Enter picks one up, the arrow keys move it, Enter sends it and Esc gives it up. */
export function TriggerButtons({ move }: { move: TriggerMove }) {
  const [format] = usePriceFormat();
  const { triggers, moving, error } = move;
  const isByKeys = useRef(false); // a drag goes on when a button loses the focus
  if (triggers.length === 0 && error === null) return null;
  const onKey = (event: KeyboardEvent): void => {
    const act = ACTS[event.key];
    if (moving === null || act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === 'Escape') isByKeys.current = false;
    act(move);
  };
  return (
    <Group gap={4} mt={4} role="group" aria-label="Triggers" onKeyDown={onKey}>
      {triggers.map(({ id, title, price, canMove }) => (
        <Button
          key={id}
          size="compact-xs"
          variant={moving?.id === id ? 'filled' : 'default'}
          disabled={!canMove}
          title={canMove ? 'move its trigger' : 'its trigger cannot be moved'}
          aria-pressed={moving?.id === id}
          onClick={() => {
            isByKeys.current = moving?.id !== id;
            if (isByKeys.current) move.start(id);
            else move.send();
          }}
          onBlur={() => {
            if (isByKeys.current) move.giveUp();
            isByKeys.current = false;
          }}
        >
          {id} {title} at {showPrice(price, format)}
        </Button>
      ))}
      {moving !== null && (
        <Text size="xs" c="dimmed" role="status">
          ↑ ↓ move it, Enter sends, Esc gives up
        </Text>
      )}
      {error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Group>
  );
}

const ACTS: Readonly<Record<string, (move: TriggerMove) => void>> = {
  ArrowUp: (move) => move.step(1),
  ArrowDown: (move) => move.step(-1),
  Enter: (move) => move.send(),
  Escape: (move) => move.giveUp(),
};
