import { Table, Text, UnstyledButton } from '@mantine/core';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import type { ComplexOrder, GenericAsset, Instrument, Order } from '../../../../sdk/src/index.ts';
import { computeShare, showAmount } from '../../components/amounts.ts';
import { Bar } from '../../components/figures.tsx';
import { showAverage, showPrice } from '../../components/prices.ts';
import { asError } from '../../components/rejection-text.ts';
import { RowActions, RowBelow } from '../../components/row-actions.tsx';
import { usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { isLiveComplex } from '../../feed/complex-feed.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { ComplexAmend } from './complex-amend.tsx';
import { ComplexChildren } from './complex-children.tsx';
import {
  describeWatch,
  endLabel,
  findAmendable,
  findLegs,
  needsResume,
  pauseLabel,
} from './complex-words.ts';
import { describeWork } from './work-words.ts';

export interface ComplexRowProps {
  readonly order: ComplexOrder;
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly assets: ReadonlyMap<number, GenericAsset>;
  readonly child: Order | undefined; // that is live now
  readonly isNarrow: boolean;
  readonly onReceipt: (orderId: string) => void;
}

/** A complex order. Its children and decisions are below it while it is open. */
export const ComplexRow = memo(function ComplexRow(props: ComplexRowProps) {
  const { order, isNarrow, onReceipt } = props;
  const [isOpen, setOpen] = useState(false);
  const [isAmending, setAmending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const { client, complexFeed } = useSession();
  const isLive = isLiveComplex(order);
  const run = (answer: Promise<ComplexOrder>): void => {
    setError(null);
    answer.then(complexFeed.put, (failure: unknown) => setError(asError(failure)));
  };
  const actions =
    order.status === 'CANCELLING'
      ? []
      : [
          ...(needsResume(order)
            ? [{ name: 'Resume', act: () => run(client.complexOrders.resume(order.id)) }]
            : []),
          ...(findAmendable(order).length > 0
            ? [{ name: 'Amend', act: () => setAmending(!isAmending) }]
            : []),
          { name: 'Cancel', act: () => run(client.complexOrders.cancel(order.id)) },
        ];
  const name = (
    <UnstyledButton
      aria-expanded={isOpen}
      aria-label={`Children of ${order.id}`}
      className="quiet-link"
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? '▾' : '▸'} {order.id}
    </UnstyledButton>
  );
  return (
    <Table.Tbody>
      <Table.Tr>
        {isNarrow ? (
          <Table.Td className="wide">
            {name} <Kind order={order} />
            <Subject {...props} />
            <Filled order={order} />
            <Watch {...props} />
            <Status order={order} />
          </Table.Td>
        ) : (
          <>
            <Table.Td className="complex-name">
              {name}
              <Kind order={order} />
            </Table.Td>
            <Table.Td className="wide">
              <Subject {...props} />
            </Table.Td>
            <Table.Td className="wide">
              <Watch {...props} />
            </Table.Td>
            <Table.Td ta="right">
              <Filled order={order} />
            </Table.Td>
            <Table.Td className="wide">
              <Status order={order} />
            </Table.Td>
          </>
        )}
        <Table.Td>{isLive && <RowActions id={order.id} actions={actions} isNarrow={isNarrow} />}</Table.Td>
      </Table.Tr>
      <RowBelow
        columns={6}
        error={error}
        form={isAmending && isLive ? <ComplexAmend order={order} onDone={() => setAmending(false)} /> : null}
      />
      {isOpen && <ComplexChildren order={order} isNarrow={isNarrow} onReceipt={onReceipt} />}
    </Table.Tbody>
  );
});

const Kind = ({ order: { type, created_at: at } }: { order: ComplexOrder }) => (
  <Text size="xs" c="dimmed" span>
    {' '}
    {type.replaceAll('_', ' ')} · {showClock(at)}
  </Text>
);

function Subject({ order, markets, assets }: ComplexRowProps) {
  const asset = order.generic_asset_id === null ? undefined : assets.get(order.generic_asset_id);
  return findLegs(order, asset).map(({ instrumentId: id, side, outcome }) => (
    <div key={`${id} ${side} ${outcome}`}>
      <span className={side === 'BUY' ? 'buy' : 'sell'}>
        {side} {outcome}
      </span>{' '}
      <Link className="quiet-link" href={`/trade/${id}`}>
        {asset?.title ?? markets.get(id)?.title ?? `Instrument ${id}`}
      </Link>
    </div>
  ));
}

function Watch({ order, markets, child }: ComplexRowProps) {
  const [format] = usePriceFormat();
  if (!isLiveComplex(order)) return null;
  const lines = describeWork(order, markets.get(order.instrument_id ?? 0), child, format);
  return (lines ?? describeWatch(order, format)).map((line, at) => (
    <Text key={line} size={at === 0 ? 'sm' : 'xs'} {...(at === 0 ? {} : { c: 'dimmed' })}>
      {line}
    </Text>
  ));
}

function Filled({
  order: { filled_qty: filled, qty, avg_fill_price: average, unprotected_qty: open, price },
}: {
  order: ComplexOrder;
}) {
  const [format] = usePriceFormat();
  return (
    <>
      {showAmount(filled)} / {showAmount(qty)}
      <Bar share={computeShare(filled, qty)} />
      <Text size="xs" c="dimmed">
        {average !== null && `at ${showAverage(average, format)} `}
        {price !== null && `limit ${showPrice(price, format)}`}
      </Text>
      {open !== '0' && (
        <Text size="xs" className="warning">
          {showAmount(open)} unprotected
        </Text>
      )}
    </>
  );
}

function Status({ order }: { order: ComplexOrder }) {
  const { status, paused_by: cause, paused_at: since, reason } = order;
  return (
    <>
      <Text size="sm" span className={`status status-${status}`}>
        {status}
      </Text>
      {status === 'PAUSED' && (
        <Text size="xs" className="warning">
          {pauseLabel(cause ?? '')}
          {since !== null && `, since ${showClock(since)}`}
          {needsResume(order) ? '. Resume it to continue.' : '. It continues by itself.'}
        </Text>
      )}
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {endLabel(reason)}
        </Text>
      )}
    </>
  );
}
