import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import type { ComplexOrder, Instrument } from '../../../../sdk/src/index.ts';
import { computeShare, showAmount } from '../../components/amounts.ts';
import { Bar } from '../../components/figures.tsx';
import { showAverage, showPrice } from '../../components/prices.ts';
import { asError } from '../../components/rejection-text.ts';
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

export interface ComplexRowProps {
  readonly order: ComplexOrder;
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly isNarrow: boolean;
  readonly onReceipt: (orderId: string) => void;
}

/** A complex order. Its children and decisions are below it while it is open. */
export const ComplexRow = memo(function ComplexRow(props: ComplexRowProps) {
  const { order, markets, isNarrow, onReceipt } = props;
  const [isOpen, setOpen] = useState(false);
  const [isAmending, setAmending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const isLive = isLiveComplex(order);
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
            <Subject order={order} markets={markets} />
            <Filled order={order} />
            <Watch order={order} />
            <Status order={order} />
          </Table.Td>
        ) : (
          <>
            <Table.Td className="complex-name">
              {name}
              <Kind order={order} />
            </Table.Td>
            <Table.Td className="wide">
              <Subject order={order} markets={markets} />
            </Table.Td>
            <Table.Td>
              <Watch order={order} />
            </Table.Td>
            <Table.Td ta="right">
              <Filled order={order} />
            </Table.Td>
            <Table.Td className="wide">
              <Status order={order} />
            </Table.Td>
          </>
        )}
        <Table.Td>
          {isLive && (
            <Actions
              order={order}
              isNarrow={isNarrow}
              onAmend={() => setAmending(!isAmending)}
              onError={setError}
            />
          )}
        </Table.Td>
      </Table.Tr>
      {(error !== null || (isAmending && isLive)) && (
        <Table.Tr className="below">
          <Table.Td colSpan={6}>
            {error !== null && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {error.message}
              </Text>
            )}
            {isAmending && isLive && <ComplexAmend order={order} onDone={() => setAmending(false)} />}
          </Table.Td>
        </Table.Tr>
      )}
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

function Subject({ order, markets }: Pick<ComplexRowProps, 'order' | 'markets'>) {
  return findLegs(order).map(({ instrumentId: id, side, outcome }) => (
    <div key={`${id} ${side} ${outcome}`}>
      <span className={side === 'BUY' ? 'buy' : 'sell'}>
        {side} {outcome}
      </span>{' '}
      <Link className="quiet-link" href={`/trade/${id}`}>
        {markets.get(id)?.title ?? `Instrument ${id}`}
      </Link>
    </div>
  ));
}

function Watch({ order }: { order: ComplexOrder }) {
  const [format] = usePriceFormat();
  if (!isLiveComplex(order)) return null;
  return describeWatch(order, format).map((line, at) => (
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

interface ActionsProps {
  readonly order: ComplexOrder;
  readonly isNarrow: boolean;
  readonly onAmend: () => void;
  readonly onError: (error: Error | null) => void;
}

function Actions({ order, isNarrow, onAmend, onError }: ActionsProps) {
  const { client, complexFeed } = useSession();
  const { id, status } = order;
  const look = { size: 'compact-xs', variant: 'default' } as const;
  const act = (answer: Promise<ComplexOrder>): void => {
    onError(null);
    answer.then(complexFeed.put, (failure: unknown) => onError(asError(failure)));
  };
  if (status === 'CANCELLING') return null;
  return (
    <Group gap={4} justify="flex-end" wrap={isNarrow ? 'wrap' : 'nowrap'}>
      {needsResume(order) && (
        <Button {...look} aria-label={`Resume ${id}`} onClick={() => act(client.complexOrders.resume(id))}>
          Resume
        </Button>
      )}
      {findAmendable(order).length > 0 && (
        <Button {...look} aria-label={`Amend ${id}`} onClick={onAmend}>
          Amend
        </Button>
      )}
      <Button {...look} aria-label={`Cancel ${id}`} onClick={() => act(client.complexOrders.cancel(id))}>
        Cancel
      </Button>
    </Group>
  );
}
