import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { PAGES, toHref } from './pages.tsx';

// The first ten pages have a number key: 1 to 9, then 0.
const NUMBERED = PAGES.filter(({ inMenu }) => inMenu)
  .slice(0, 10)
  .map((page, index) => ({ ...page, digit: String((index + 1) % 10) }));

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K  /', 'find a market, page, order or action'],
  ...NUMBERED.map(({ title, digit }) => [digit, `go to ${title}`] as const),
  ['Ctrl ⇧ K', 'kill switch; Enter confirms'],
  ['?', 'show these keys'],
  ['↑ ↓  Page ↑ ↓', 'in the book: select a price'],
  ['Home', 'in the book: centre the ladder'],
  ['Enter  B  S', 'in the book: copy the price into the ticket, to buy or to sell'],
  ['⇧ B  ⇧ S', 'in the book: send an order for the ticket’s quantity at the price immediately'],
  ['M', 'in the book: move your orders at the price; Enter confirms'],
  ['X', 'in the book: cancel your orders at the price'],
  ['Enter', 'on a trigger below the chart: pick it up; ↑ ↓ move it, Enter amends it'],
  ['Enter', 'in the ticket: send the order'],
  ['Esc', 'close a dialog, or cancel a change or move'],
];

/** The table of keys, and the number keys that open pages. */
export function KeyHelp() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [, go] = useLocation();
  useHotkeys([
    ['shift+?', toggle],
    ...NUMBERED.map(({ path, digit }) => [digit, () => go(toHref(path))] as [string, () => void]),
  ]);
  return (
    <Modal opened={isOpen} onClose={close} title="Keys" size="lg">
      <Table className="rows" aria-label="Keys">
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
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
