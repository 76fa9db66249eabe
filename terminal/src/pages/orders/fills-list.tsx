import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Fill, Instrument } from '../../../../sdk/src/index.ts';
import {
  computeCost,
  FEE_PLACES,
  showAmount,
  showFee,
  showGain,
  showMoney,
} from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { download } from '../../components/csv.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { asError } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { MarketSelect } from './market-select.tsx';
import { fillsCsv } from './order-csv.ts';

const PAGE_SIZE = 100;
const ALL_MARKETS = { market: '' } as const;

/** Fills, newest first: recent ones from the stream, older ones page by page. */
export function FillsList({ onReceipt }: { onReceipt: (orderId: string) => void }) {
  const [choice, choose] = useUrlState(ALL_MARKETS);
  const market = choice.market === '' ? null : Number(choice.market);
  const { all, isKnown, older, error, hasOlder } = useFills();
  const fills = all.filter(({ instrument_id: id }) => market === null || id === market);
  const markets = useInstruments(all.map(({ instrument_id: id }) => id));
  if (isKnown && all.length === 0) return <EmptyNote>No fills yet.</EmptyNote>;
  return (
    <>
      <Group gap="xs" mb="xs">
        <MarketSelect
          markets={markets}
          value={market}
          onChange={(id) => choose({ market: id === null ? '' : String(id) })}
        />
        <Button
          size="xs"
          ml="auto"
          variant="default"
          disabled={fills.length === 0}
          onClick={() => download('crossbook-fills.csv', fillsCsv(fills))}
        >
          CSV
        </Button>
      </Group>
      {error !== null && <ErrorNote error={error} onRetry={older} />}
      <Table className="rows" aria-label="Fills">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Market</Table.Th>
            <Table.Th visibleFrom="sm">Side</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th ta="right">Contracts</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Value
            </Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Fee
            </Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Realised
            </Table.Th>
            <Table.Th visibleFrom="sm">Order</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fills.map((fill) => (
            <Row key={fill.id} fill={fill} market={markets.get(fill.instrument_id)} onReceipt={onReceipt} />
          ))}
        </Table.Tbody>
      </Table>
      {hasOlder && (
        <Button size="xs" variant="default" mt="xs" onClick={older}>
          Older fills
        </Button>
      )}
    </>
  );
}

interface RowProps {
  readonly fill: Fill;
  readonly market: Instrument | undefined;
  readonly onReceipt: (orderId: string) => void;
}

function Row({ fill, market, onReceipt }: RowProps) {
  const [format] = usePriceFormat();
  const { order_id: orderId, side, outcome, price, qty, fee, realized_pnl: pnl, liquidity } = fill;
  return (
    <Table.Tr className={fill.settlement === 'VOID' ? 'void' : undefined}>
      <Table.Td>{showClock(fill.timestamp)}</Table.Td>
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/trade/${fill.instrument_id}`}>
          {market?.title ?? `Instrument ${fill.instrument_id}`}
        </Link>
        <Text size="xs" c="dimmed">
          {fill.venue} · {liquidity.toLowerCase()}
          {fill.settlement === 'FINAL' ? '' : ` · ${fill.settlement}`}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={side === 'BUY' ? 'buy' : 'sell'}>
        {side} {outcome}
      </Table.Td>
      <Table.Td ta="right">{showPrice(price, format)}</Table.Td>
      <Table.Td ta="right">{showAmount(qty)}</Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {showMoney(computeCost(price, qty) ?? '0')}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {fee === null ? 'unknown' : showFee(fee, FEE_PLACES)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className={gainClass(pnl)}>
        {showGain(pnl)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {orderId === null ? (
          liquidity.toLowerCase()
        ) : (
          <UnstyledButton
            className="quiet-link"
            onClick={() => onReceipt(orderId)}
            aria-label={`Receipt of ${orderId}`}
          >
            {orderId}
          </UnstyledButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function useFills() {
  const { client, subaccountId } = useSession();
  const fills = useAccount('fills');
  const isKnown = useAccount('isKnown');
  const [past, setPast] = useState<{ items: readonly Fill[]; cursor: string | null | undefined }>({
    items: [],
    cursor: undefined, // not requested yet
  });
  const [error, setError] = useState<Error | null>(null);
  const older = (): void => {
    const cursor = past.cursor ?? undefined;
    client.fills.listPage({ subaccount_id: subaccountId, limit: PAGE_SIZE, cursor }).then(
      ({ items, next_cursor: next }) => {
        setError(null);
        setPast((before) => ({ items: [...before.items, ...items], cursor: next }));
      },
      (failure: unknown) => setError(asError(failure)),
    );
  };
  const seen = new Set(fills.map(({ id }) => id));
  const all = [...fills, ...past.items.filter(({ id }) => !seen.has(id))];
  const hasOlder = past.cursor === undefined ? fills.length >= PAGE_SIZE : past.cursor !== null;
  return { all, isKnown, older, error, hasOlder };
}
