/** An action that has a key. `keys` is its default: modifiers and the key, such as `mod+shift+K`; '' for none. */
export interface KeyAction {
  readonly id: string;
  readonly does: string;
  readonly keys: string;
}

/** The actions of the ladder. Their keys act while the book has the focus. */
export const BOOK_ACTIONS = [
  { id: 'book.buy', does: 'in the book: copy the price into the ticket, to buy', keys: 'B' },
  { id: 'book.sell', does: 'in the book: copy the price into the ticket, to sell', keys: 'S' },
  { id: 'book.send-buy', does: 'in the book: send a buy order at the price immediately', keys: 'shift+B' },
  { id: 'book.send-sell', does: 'in the book: send a sell order at the price immediately', keys: 'shift+S' },
  { id: 'book.move', does: 'in the book: move your orders at the price; Enter confirms', keys: 'M' },
  { id: 'book.cancel', does: 'in the book: cancel your orders at the price', keys: 'X' },
  { id: 'book.centre', does: 'in the book: centre the ladder', keys: 'Home' },
] as const satisfies readonly KeyAction[];
export type BookAction = (typeof BOOK_ACTIONS)[number]['id'];

/** Keys that have a fixed meaning in pages and dialogs. */
const RESERVED = new Set([
  'Enter',
  'Escape',
  'Tab',
  ' ',
  '+',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
]);
const MODIFIERS = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Unidentified',
]);

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * The pressed keys as an action has them; null for a modifier alone and for a key with a fixed meaning. Ctrl and ⌘ are the
 * same. A sign such as `?` needs no Shift, because keyboards differ.
 */
export function toBinding({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): string | null {
  if (RESERVED.has(key) || MODIFIERS.has(key)) return null;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const parts = [
    ...(ctrlKey || metaKey ? ['mod'] : []),
    ...(altKey ? ['alt'] : []),
    ...(shiftKey && !isSign ? ['shift'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ];
  return parts.join('+');
}

const NAMES: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: '⇧' };

/** `mod+shift+K` as `Ctrl ⇧ K`. */
export const showBinding = (binding: string): string =>
  binding
    .split('+')
    .map((part) => NAMES[part] ?? part)
    .join(' ');

/** Keys by action, as they are now. */
export type Bindings = ReadonlyMap<string, string>;

/** The defaults with the stored changes. */
export const bindKeys = (actions: readonly KeyAction[], stored: Readonly<Record<string, string>>): Bindings =>
  new Map(actions.map(({ id, keys }) => [id, stored[id] ?? keys]));

/** Another action that has these keys; null if they are free. */
export const findConflict = (
  actions: readonly KeyAction[],
  bindings: Bindings,
  id: string,
  binding: string,
): KeyAction | null => actions.find((each) => each.id !== id && bindings.get(each.id) === binding) ?? null;
