import { Button, Checkbox, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'wouter';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { showAmount, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { flipPrice, showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { computePayoff } from './payoff.ts';

interface PositionsTableProps {
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly chosen: ReadonlySet<number>;
  readonly onAll: (isOn: boolean) => void;
  readonly onToggle: (instrumentId: number) => void; // the same function each time, as onClose
  readonly onClose: (position: Position) => void;
}

/** The table of positions, each in terms of the held outcome. */
export function PositionsTable({
  positions,
  markets,
  chosen,
  onAll,
  onToggle,
  onClose,
}: PositionsTableProps) {
  const picked = positions.filter(({ instrument_id: id }) => chosen.has(id)).length;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table className="rows" aria-label="Positions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={32}>
              <Checkbox
                size="xs"
                aria-label="Select all positions"
                checked={picked === positions.length}
                indeterminate={picked > 0 && picked < positions.length}
                onChange={(event) => onAll(event.currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th>Market</Table.Th>
            <Table.Th ta="right">Held</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Average
            </Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Mark
            </Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Worth
            </Table.Th>
            <Table.Th ta="right">Unrealised</Table.Th>
            <Table.Th visibleFrom="md" ta="right">
              Realised
            </Table.Th>
            <Table.Th visibleFrom="md" ta="right">
              If YES
            </Table.Th>
            <Table.Th visibleFrom="md" ta="right">
              If NO
            </Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {positions.map((position) => (
            <Row
              key={position.instrument_id}
              position={position}
              market={markets.get(position.instrument_id)}
              isChosen={chosen.has(position.instrument_id)}
              onToggle={onToggle}
              onClose={onClose}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  readonly position: Position;
  readonly market: Instrument | undefined;
  readonly isChosen: boolean;
  readonly onToggle: PositionsTableProps['onToggle'];
  readonly onClose: PositionsTableProps['onClose'];
}

/** Rendered again only when its own values change, so that hundreds of positions cost no more than their changes. */
const Row = memo(function Row({ position, market, isChosen, onToggle, onClose }: RowProps) {
  const [format] = usePriceFormat();
  const { instrument_id: id, qty, venue, unrealized_pnl: open, realized_pnl: done } = position;
  const outcome = heldOutcome(position);
  const { worth, ifYes, ifNo } = computePayoff(position);
  const ofHeld = (price: string): string => (outcome === 'YES' ? price : flipPrice(price));
  const name = market?.title ?? `instrument ${id}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox size="xs" aria-label={`Select ${name}`} checked={isChosen} onChange={() => onToggle(id)} />
      </Table.Td>
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/trade/${id}`}>
          {market?.title ?? `Instrument ${id}`}
        </Link>
        <Text size="xs" c="dimmed">
          {venue}
          {market === undefined || market.status === 'OPEN' ? '' : ` · ${market.status}`}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        {showAmount(qty)} <span className={outcome === 'YES' ? 'buy' : 'sell'}>{outcome}</span>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {showAverage(ofHeld(position.avg_price), format)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {position.mark_price === null ? '–' : showPrice(ofHeld(position.mark_price), format)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {showMoney(worth)}
      </Table.Td>
      <Gain amount={open} />
      <Gain amount={done} isWide />
      <Gain amount={ifYes} isWide />
      <Gain amount={ifNo} isWide />
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onClose(position)}
          aria-label={`Close ${name}`}
        >
          Close
        </Button>
      </Table.Td>
    </Table.Tr>
  );
});

function Gain({ amount, isWide = false }: { amount: string; isWide?: boolean }) {
  return (
    <Table.Td ta="right" className={gainClass(amount)} {...(isWide ? { visibleFrom: 'md' } : {})}>
      {showGain(amount)}
    </Table.Td>
  );
}
