import { Button, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Order } from '../../../../sdk/src/index.ts';
import { computeShare, showAmount } from '../../components/amounts.ts';
import { Bar } from '../../components/figures.tsx';
import { reasonLabel } from '../../components/labels.ts';
import { showAverage, showPrice } from '../../components/prices.ts';
import { asError } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { type Titles, toSubject } from '../../components/use-titles.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { AmendForm } from './amend-form.tsx';

export interface OrderRowProps {
  readonly order: Order;
  readonly titles: Titles;
  readonly choice?: { readonly isChosen: boolean; readonly toggle: () => void }; // if several orders can be selected
  readonly isOfPage?: boolean; // the page shows one market, so its title is omitted
  readonly onReceipt: () => void;
}

const WIDE_ONLY = { visibleFrom: 'sm' } as const;

/** One order. A second line below it holds the amend form or the error of a failed action. */
export function OrderRow({ order, titles, choice, isOfPage = false, onReceipt }: OrderRowProps) {
  const [format] = usePriceFormat();
  const [isAmending, setAmending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const price = order.price === null ? 'market' : showPrice(order.price, format);
  const isLive = isLiveOrder(order);
  return (
    <>
      <Table.Tr>
        {choice !== undefined && (
          <Table.Td>
            {isLive && (
              <Checkbox
                size="xs"
                aria-label={`Select ${order.id}`}
                checked={choice.isChosen}
                onChange={choice.toggle}
              />
            )}
          </Table.Td>
        )}
        <Table.Td {...(isOfPage ? {} : WIDE_ONLY)}>
          <UnstyledButton className="quiet-link" onClick={onReceipt} aria-label={`Receipt of ${order.id}`}>
            {order.id}
          </UnstyledButton>
          <Text size="xs" c="dimmed">
            {showClock(order.created_at)}
          </Text>
        </Table.Td>
        {!isOfPage && (
          <Table.Td className="wide">
            <MarketCell order={order} titles={titles} />
            <Text size="xs" hiddenFrom="sm" className={order.side === 'BUY' ? 'buy' : 'sell'}>
              {order.side} {order.outcome} at {price}
            </Text>
            <UnstyledButton hiddenFrom="sm" className="quiet-link" fz="xs" onClick={onReceipt}>
              {order.id}
            </UnstyledButton>
          </Table.Td>
        )}
        <Table.Td {...(isOfPage ? {} : WIDE_ONLY)} className={order.side === 'BUY' ? 'buy' : 'sell'}>
          {order.side} {order.outcome}
        </Table.Td>
        {!isOfPage && (
          <Table.Td visibleFrom="sm">
            {order.type} {order.tif}
          </Table.Td>
        )}
        <Table.Td visibleFrom="sm" ta="right">
          {price}
        </Table.Td>
        <Table.Td ta="right">
          {showAmount(order.filled_qty)} / {showAmount(order.qty)}
          <Bar share={computeShare(order.filled_qty, order.qty)} />
        </Table.Td>
        {!isOfPage && (
          <Table.Td visibleFrom="lg" ta="right">
            {order.avg_fill_price === null ? '–' : showAverage(order.avg_fill_price, format)}
          </Table.Td>
        )}
        <Table.Td>
          <Status order={order} />
        </Table.Td>
        <Table.Td>
          {isLive && <Actions order={order} onAmend={() => setAmending(!isAmending)} onError={setError} />}
        </Table.Td>
      </Table.Tr>
      {(error !== null || (isAmending && isLive)) && (
        <Table.Tr className="below">
          <Table.Td colSpan={10}>
            {error !== null && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {error.message}
              </Text>
            )}
            {isAmending && isLive && <AmendForm order={order} onDone={() => setAmending(false)} />}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function MarketCell({ order, titles }: Pick<OrderRowProps, 'order' | 'titles'>) {
  const { title, place, instrumentId } = toSubject(order, titles);
  return (
    <>
      {instrumentId === null ? (
        <Text size="sm">{title}</Text>
      ) : (
        <Link className="quiet-link" href={`/trade/${instrumentId}`}>
          {title}
        </Link>
      )}
      <Text size="xs" c="dimmed">
        {place}
      </Text>
    </>
  );
}

const PENDING_WORDS = { cancel: 'cancelling …', amend: 'changing …' } as const;

export function Status({ order: { status, reason, pending_action: pending } }: { order: Order }) {
  return (
    <>
      <Text size="sm" span className={`status status-${status}`}>
        {status}
      </Text>
      {(reason !== null || pending !== null) && (
        <Text size="xs" c="dimmed">
          {pending === null ? reasonLabel(reason ?? '') : PENDING_WORDS[pending]}
        </Text>
      )}
    </>
  );
}

interface ActionsProps {
  readonly order: Order;
  readonly onAmend: () => void;
  readonly onError: (error: Error | null) => void;
}

function Actions({ order: { id, status, price }, onAmend, onError }: ActionsProps) {
  const { client } = useSession();
  const cancel = (): void => {
    onError(null);
    client.orders.cancel(id).catch((failure: unknown) => onError(asError(failure)));
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {price !== null && status !== 'PENDING_SUBMISSION' && (
        <Button size="compact-xs" variant="default" onClick={onAmend} aria-label={`Amend ${id}`}>
          Amend
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={cancel} aria-label={`Cancel ${id}`}>
        Cancel
      </Button>
    </Group>
  );
}
