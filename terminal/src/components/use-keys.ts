import { useLocalStorage } from '@mantine/hooks';
import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { type Bindings, bindKeys, type KeyAction, toBinding } from './hotkeys.ts';

/** Every action that has a key, in the order of the list of keys. */
export const KeyActions = createContext<readonly KeyAction[]>([]);

interface Keys {
  readonly actions: readonly KeyAction[];
  readonly bindings: Bindings;
  /** Changes the keys of an action; null restores its default. */
  readonly change: (id: string, keys: string | null) => void;
  readonly reset: () => void;
}

/** The keys of all actions, stored in this browser. */
export function useBindings(): Keys {
  const actions = useContext(KeyActions);
  const [stored, store, reset] = useLocalStorage<Readonly<Record<string, string>>>({
    key: 'crossbook.keys',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const bindings = useMemo(() => bindKeys(actions, stored), [actions, stored]);
  const change = (id: string, keys: string | null): void => {
    const { [id]: _, ...others } = stored;
    store(keys === null ? others : { ...others, [id]: keys });
  };
  return { actions, bindings, change, reset };
}

/** Runs these actions when their keys are pressed, outside of fields unless `inFields`. */
export function useKeys(acts: Readonly<Record<string, () => void>>, inFields = false): void {
  const { bindings } = useBindings();
  const latest = useRef({ acts, bindings });
  latest.current = { acts, bindings };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!inFields && isField(event.target)) return;
      const pressed = toBinding(event);
      const found = Object.entries(latest.current.acts).find(
        ([id]) => pressed !== null && latest.current.bindings.get(id) === pressed,
      );
      if (found === undefined) return;
      event.preventDefault();
      found[1]();
    };
    document.documentElement.addEventListener('keydown', onKey);
    return () => document.documentElement.removeEventListener('keydown', onKey);
  }, [inFields]);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
