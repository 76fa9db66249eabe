import { Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Trade } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { EmptyNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const SHOWN_MAX = 40;

/** The latest trades, newest first. */
export function Tape({ instrumentId }: { instrumentId: number }) {
  const trades = useTrades(instrumentId);
  const [format] = usePriceFormat();
  if (trades.length === 0) return <EmptyNote>No trades yet.</EmptyNote>;
  return (
    <Table fz="xs" verticalSpacing={2} ff="monospace">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Taker</Table.Th>
          <Table.Th ta="right">Price of YES</Table.Th>
          <Table.Th ta="right">Contracts</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trades.map(({ id, timestamp, side, price, qty }) => (
          <Table.Tr key={id}>
            <Table.Td>{showClock(timestamp)}</Table.Td>
            <Table.Td className={side === 'BUY' ? 'buy' : 'sell'}>
              {side === 'BUY' ? 'buys' : 'sells'}
            </Table.Td>
            <Table.Td ta="right">{showPrice(price, format)}</Table.Td>
            <Table.Td ta="right">{showAmount(qty)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Past trades followed by new ones, without duplicates. */
function useTrades(instrumentId: number): readonly Trade[] {
  const { client, feed } = useSession();
  const [trades, setTrades] = useState<readonly Trade[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async (): Promise<void> => {
      const past = await client.markets.trades(instrumentId, { limit: SHOWN_MAX }, { signal });
      setTrades(past);
      const stream = feed.streams.tradeprints({
        instrumentIds: [instrumentId],
        afterId: past[0]?.id ?? 0,
        signal,
      });
      for await (const print of stream) setTrades((before) => [print, ...before].slice(0, SHOWN_MAX));
    };
    follow().catch(() => undefined); // the stream indicator shows the failure; shown trades stay
    return () => stop.abort();
  }, [client, feed, instrumentId]);
  return trades;
}
