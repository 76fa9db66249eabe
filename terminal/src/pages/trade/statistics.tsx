import { Table } from '@mantine/core';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const UNKNOWN = 'not known';

/** The statistics and contract terms of a market. */
export function Statistics({ market }: { market: Instrument }) {
  const { client } = useSession();
  const [format] = usePriceFormat();
  const { instrument_id: id } = market;
  const { data } = useQuery(`stats/${id}`, (signal) => client.markets.stats(id, { signal }), {
    everyMs: 10_000,
  });
  const amount = (text: string | undefined): string => (text === undefined ? UNKNOWN : showAmount(text));
  const rows: readonly (readonly [string, string])[] = [
    ['Last price', data?.last_price === undefined ? 'unknown' : showPrice(data.last_price, format)],
    ['Volume in 24 h', amount(data?.volume_24h)],
    ['Open interest', amount(data?.open_interest)],
    ['Price tick', market.price_tick],
    ['Price range', `${market.min_price} to ${market.max_price}`],
    ['Quantity step', market.qty_step],
    ['Smallest order', market.min_qty],
    ['Opened', market.open_time === null ? UNKNOWN : showDay(market.open_time)],
    ['Closes', market.close_time === null ? UNKNOWN : showDay(market.close_time)],
    ['Instrument', `${id} · ${market.venue}:${market.venue_instrument_id}`],
  ];
  return (
    <Table fz="sm">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th fw={500}>{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
