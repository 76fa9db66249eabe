import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { hrefOf, PAGES } from './pages.tsx';

const MENU = PAGES.filter(({ inMenu }) => inMenu);

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K  /', 'find a market, page, order or act'],
  ...MENU.map(({ title }, index) => [String(index + 1), `go to ${title}`] as const),
  ['Ctrl ⇧ K', 'kill switch: no new order leaves'],
  ['?', 'these keys'],
  ['↑ ↓', 'in the book: choose a price'],
  ['Enter  B  S', 'in the book: the price into the ticket, to buy or to sell'],
  ['⇧ B  ⇧ S', 'in the book: buy or sell the contracts of the ticket at the price, at once'],
  ['M', 'in the book: carry your orders at the price to another; Enter puts them down'],
  ['X', 'in the book: cancel your orders at the price'],
  ['Enter', 'in the ticket: send the order'],
  ['Esc', 'leave a dialog, a change or a move'],
];

/** The keys, and those of them that go to pages. */
export function KeyHelp() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [, go] = useLocation();
  useHotkeys([
    ['shift+?', toggle],
    ...MENU.map(({ path }, index) => [String(index + 1), () => go(hrefOf(path))] as [string, () => void]),
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
