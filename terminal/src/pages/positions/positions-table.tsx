import { Button, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { showAmount, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { flipPrice, showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { computePayoff } from './payoff.ts';

interface PositionsTableProps {
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly onClose: (position: Position) => void;
}

/** The table of positions, each in terms of the held outcome. */
export function PositionsTable({ positions, markets, onClose }: PositionsTableProps) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table className="rows" aria-label="Positions">
        <Table.Thead>
          <Table.Tr>
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
              onClose={() => onClose(position)}
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
  readonly onClose: () => void;
}

function Row({ position, market, onClose }: RowProps) {
  const [format] = usePriceFormat();
  const { instrument_id: id, outcome, qty, venue, unrealized_pnl: open, realized_pnl: done } = position;
  const { worth, ifYes, ifNo } = computePayoff(position);
  const ofHeld = (price: string): string => (outcome === 'YES' ? price : flipPrice(price));
  return (
    <Table.Tr>
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
        {showPrice(ofHeld(position.mark_price), format)}
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
          onClick={onClose}
          aria-label={`Close ${market?.title ?? `instrument ${id}`}`}
        >
          Close
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function Gain({ amount, isWide = false }: { amount: string; isWide?: boolean }) {
  return (
    <Table.Td ta="right" className={gainClass(amount)} {...(isWide ? { visibleFrom: 'md' } : {})}>
      {showGain(amount)}
    </Table.Td>
  );
}
