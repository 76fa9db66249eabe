import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { BOOK_ACTIONS, type KeyAction, showBinding } from '../components/hotkeys.ts';
import { useBindings, useKeys } from '../components/use-keys.ts';
import { PAGES, toHref } from './pages.tsx';

const NUMBERED = 10; // the first pages have a number key: 1 to 9, then 0
const MENU_PAGES = PAGES.filter(({ inMenu }) => inMenu);
const toId = (path: string): string => `page${path}`;

/** Every action with a key, with its default. The settings change them. */
export const KEY_ACTIONS: readonly KeyAction[] = [
  { id: 'find', does: 'find a market, page, order or action', keys: 'mod+K' },
  { id: 'find.too', does: 'find, with a second key', keys: '/' },
  ...MENU_PAGES.map(({ path, title }, index) => ({
    id: toId(path),
    does: `go to ${title}`,
    keys: index < NUMBERED ? String((index + 1) % NUMBERED) : '',
  })),
  { id: 'kill', does: 'kill switch; Enter confirms', keys: 'mod+shift+K' },
  { id: 'help', does: 'show these keys', keys: '?' },
  ...BOOK_ACTIONS,
];

const FIXED: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓  Page ↑ ↓', 'in the book: select a price'],
  ['Enter', 'in the book: copy the price into the ticket'],
  ['Enter', 'on a trigger below the chart: pick it up; ↑ ↓ move it, Enter amends it'],
  ['Enter', 'in the ticket: send the order'],
  ['Esc', 'close a dialog, or cancel a change or move'],
];

/** The table of keys, and the keys that open pages. */
export function KeyHelp() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [, go] = useLocation();
  const { actions, bindings } = useBindings();
  useKeys({
    help: toggle,
    ...Object.fromEntries(MENU_PAGES.map(({ path }) => [toId(path), () => go(toHref(path))])),
  });
  const bound = actions.flatMap(({ id, does }) => {
    const keys = bindings.get(id) ?? '';
    return keys === '' ? [] : [[showBinding(keys), does] as const];
  });
  return (
    <Modal opened={isOpen} onClose={close} title="Keys" size="lg">
      <Table className="rows" aria-label="Keys">
        <Table.Tbody>
          {[...bound, ...FIXED].map(([keys, does]) => (
            <Table.Tr key={does}>
              <Table.Td>
                <Kbd size="xs">{keys}</Kbd>
              </Table.Td>
              <Table.Td className="wide">{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
