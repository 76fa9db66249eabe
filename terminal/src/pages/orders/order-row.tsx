import { Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import type { Order, Outcome } from '../../../../sdk/src/index.ts';
import { computeShare, showAmount } from '../../components/amounts.ts';
import { Bar } from '../../components/figures.tsx';
import { showAverage, showPrice } from '../../components/prices.ts';
import { asError } from '../../components/rejection-text.ts';
import { RowActions, RowBelow } from '../../components/row-actions.tsx';
import { usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import type { OrderSubject } from '../../components/use-titles.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { AmendForm } from './amend-form.tsx';
import { effectiveQty } from './effective-qty.ts';
import { Status } from './order-status.tsx';

export interface OrderRowProps extends OrderSubject {
  readonly order: Order;
  readonly isNarrow: boolean; // a phone: one cell with everything, and the actions next to it
  readonly outcomeHere?: Outcome; // the page shows one market: its title is omitted, and the outcome is that market's
  readonly isChosen?: boolean;
  readonly onToggle?: (orderId: string) => void; // if several orders can be selected
  readonly onReceipt: (orderId: string) => void;
}

/**
 * One order. A second line below it holds the amend form or the error of a failed action. The row is rendered again only
 * when its own values change, so that a list of thousands stays idle.
 */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, isNarrow, isChosen = false, onToggle } = props;
  const [isAmending, setAmending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const { client } = useSession();
  const { id, status, price } = order;
  const isLive = isLiveOrder(order);
  const cancel = (): void => {
    setError(null);
    client.orders.cancel(id).catch((failure: unknown) => setError(asError(failure)));
  };
  const canAmend = price !== null && status !== 'PENDING_SUBMISSION';
  const actions = [
    ...(canAmend ? [{ name: 'Amend', act: () => setAmending(!isAmending) }] : []),
    { name: 'Cancel', act: cancel },
  ];
  const Cells = isNarrow ? NarrowCells : WideCells;
  const isWide = !useNarrow('75em'); // as `lg`
  return (
    <>
      <Table.Tr>
        {onToggle !== undefined && (
          <Table.Td>
            {isLive && (
              <Checkbox
                size="xs"
                aria-label={`Select ${order.id}`}
                checked={isChosen}
                onChange={() => onToggle(order.id)}
              />
            )}
          </Table.Td>
        )}
        <Cells {...props} />
        <Table.Td className="order-actions">
          {isLive && <RowActions id={id} actions={actions} isNarrow={isNarrow} />}
        </Table.Td>
      </Table.Tr>
      <RowBelow
        columns={countColumns(props, isWide)}
        error={error}
        form={isAmending && isLive ? <AmendForm order={order} onDone={() => setAmending(false)} /> : null}
      />
    </>
  );
});

/** How many columns the row has: a line below it that spans more would add some to the table. */
const countColumns = ({ isNarrow, outcomeHere, onToggle }: OrderRowProps, isWide: boolean): number => {
  const selection = onToggle === undefined ? 0 : 1;
  if (isNarrow) return selection + 2;
  const onlyOnLists = isWide ? 3 : 1;
  return selection + 6 + (outcomeHere === undefined ? onlyOnLists : 0);
};

function WideCells({ order, outcomeHere, onReceipt, ...subject }: OrderRowProps) {
  const [format] = usePriceFormat();
  const isOfPage = outcomeHere !== undefined;
  const limit = order.price === null ? 'market' : showPrice(order.price, format);
  return (
    <>
      <Table.Td>
        <ReceiptLink order={order} onReceipt={onReceipt} />
        <Text size="xs" c="dimmed">
          {showClock(order.created_at)}
        </Text>
      </Table.Td>
      {!isOfPage && (
        <Table.Td className="wide">
          <Subject {...subject} />
        </Table.Td>
      )}
      <Table.Td className={order.side === 'BUY' ? 'buy' : 'sell'}>
        {order.side} {outcomeHere ?? order.outcome}
        {isOfPage && <Place {...toPlaceHere(subject, order, outcomeHere)} />}
      </Table.Td>
      {!isOfPage && (
        <Table.Td visibleFrom="lg">
          {order.type} {order.tif}
        </Table.Td>
      )}
      <Table.Td ta="right">{limit}</Table.Td>
      <Table.Td ta="right">
        {showAmount(order.filled_qty)} / {showAmount(effectiveQty(order))}
        <Bar share={computeShare(order.filled_qty, effectiveQty(order))} />
      </Table.Td>
      {!isOfPage && (
        <Table.Td visibleFrom="lg" ta="right">
          {order.avg_fill_price === null ? '–' : showAverage(order.avg_fill_price, format)}
        </Table.Td>
      )}
      <Table.Td className="wide">
        <Status order={order} />
      </Table.Td>
    </>
  );
}

function NarrowCells({ order, outcomeHere, onReceipt, ...subject }: OrderRowProps) {
  const [format] = usePriceFormat();
  const isOfPage = outcomeHere !== undefined;
  const limit = order.price === null ? 'market' : showPrice(order.price, format);
  return (
    <Table.Td className="wide">
      {isOfPage ? <Place {...toPlaceHere(subject, order, outcomeHere)} /> : <Subject {...subject} />}
      <Text size="sm">
        <span className={order.side === 'BUY' ? 'buy' : 'sell'}>
          {order.side} {outcomeHere ?? order.outcome}
        </span>{' '}
        at {limit} · {showAmount(order.filled_qty)} / {showAmount(effectiveQty(order))}
      </Text>
      <Status order={order} />
      <div>
        <ReceiptLink order={order} onReceipt={onReceipt} />{' '}
        <Text size="xs" c="dimmed" span>
          {showClock(order.created_at)}
        </Text>
      </div>
    </Table.Td>
  );
}

const ReceiptLink = ({ order: { id }, onReceipt }: Pick<OrderRowProps, 'order' | 'onReceipt'>) => (
  <UnstyledButton className="quiet-link" onClick={() => onReceipt(id)} aria-label={`Receipt of ${id}`}>
    {id}
  </UnstyledButton>
);

function Subject({ title, place, instrumentId }: OrderSubject) {
  return (
    <>
      {instrumentId === null ? (
        <Text size="sm">{title}</Text>
      ) : (
        <Link className="quiet-link" href={`/trade/${instrumentId}`}>
          {title}
        </Link>
      )}
      <Place place={place} />
    </>
  );
}

/** An order in terms of an inverted listing or asset says which outcome it names. */
const toPlaceHere = (
  { place }: Pick<OrderSubject, 'place'>,
  { outcome }: Order,
  outcomeHere: Outcome,
): Pick<OrderSubject, 'place'> => ({
  place: outcome === outcomeHere ? place : `${place} · placed as ${outcome}`,
});

const Place = ({ place }: Pick<OrderSubject, 'place'>) => (
  <Text size="xs" c="dimmed">
    {place}
  </Text>
);
