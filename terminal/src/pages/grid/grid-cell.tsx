import { ActionIcon, Button, Card, Group, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { Instrument, Side } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { useOrderConfirm } from '../../components/order-confirm.tsx';
import { showPrice } from '../../components/prices.ts';
import { toSentence } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useAccount } from '../../feed/use-account.ts';
import { useBook } from '../../feed/use-book.ts';
import { useStreamState } from '../../feed/use-stream-state.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { bestOf } from '../events/event-board.ts';
import { Sparkline } from '../markets/sparkline.tsx';
import { useSubmission } from '../trade/use-submission.ts';

interface GridCellProps {
  readonly id: number;
  readonly market: Instrument | undefined;
  readonly qty: string | null; // of a one-click order; null: a price opens the market
  readonly onForward: (() => void) | null; // null for the first one
  readonly onRemove: () => void;
}

/** One market of the grid: its best prices as buttons, its price of two days, and what is held. */
export function GridCell({ id, market, qty, onForward, onRemove }: GridCellProps) {
  const shown = useBook(`instrument/${id}`);
  const held = useAccount('positions').find((each) => each.instrument_id === id);
  const { bid, ask } = bestOf(shown?.kind === 'book' ? shown.book : null, 'YES');
  const title = market?.title ?? `Instrument ${id}`;
  return (
    <Card withBorder padding="xs" component="section" aria-label={title}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <div className="grid-title">
          <Link className="quiet-link" href={`/trade/${id}`}>
            {title}
          </Link>
          <Text size="xs" c="dimmed">
            {market?.venue}
            {held === undefined ? '' : ` · ${showAmount(held.qty)} ${heldOutcome(held)}`}
          </Text>
        </div>
        {onForward !== null && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Move ${title} forward`}
            onClick={onForward}
          >
            ‹
          </ActionIcon>
        )}
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Remove ${title}`} onClick={onRemove}>
          ×
        </ActionIcon>
      </Group>
      <Group justify="space-between" my={4} wrap="nowrap">
        <Sparkline instrumentId={id} />
        {shown?.kind === 'unavailable' && (
          <Text size="xs" className="warning">
            no book
          </Text>
        )}
      </Group>
      <Prices id={id} title={title} qty={qty} bid={bid} ask={ask} />
    </Card>
  );
}

interface PricesProps extends Pick<GridCellProps, 'id' | 'qty'>, ReturnType<typeof bestOf> {
  readonly title: string;
}

function Prices({ id, title, qty, bid, ask }: PricesProps) {
  const { subaccountId } = useSession();
  const [, go] = useLocation();
  const [format] = usePriceFormat();
  const { isLive } = useStreamState(); // prices that no longer move are not traded on
  const { sent, doubt, isSending, submit } = useSubmission();
  const [confirm, askFirst] = useOrderConfirm();
  const press = (side: Side, price: string): void => {
    if (qty === null) return go(`/trade/${id}`);
    const order = {
      subaccount_id: subaccountId,
      instrument_id: id,
      side,
      outcome: 'YES',
      qty,
      price,
    } as const;
    const send = (): void =>
      void submit({ ...order, type: 'LIMIT', tif: 'IOC', routing: { mode: 'DIRECT' } });
    askFirst(`${side === 'BUY' ? 'Buy' : 'Sell'} ${qty} YES at ${showPrice(price, format)}: ${title}`, send);
  };
  const sides = [
    { side: 'SELL', word: 'Sell', best: bid, color: 'red' },
    { side: 'BUY', word: 'Buy', best: ask, color: 'teal' },
  ] as const;
  const showBest = (price: string | null): string => (price === null ? '–' : showPrice(price, format));
  return (
    <>
      {confirm}
      <div className="grid-prices">
        {sides.map(({ side, word, best, color }) => (
          <div key={side}>
            <Button
              fullWidth
              size="xs"
              variant={qty === null ? 'default' : 'filled'}
              color={color}
              disabled={best.price === null || isSending || (qty !== null && !isLive)}
              aria-label={`${word} ${showBest(best.price)}: ${title}`}
              onClick={() => best.price !== null && press(side, best.price)}
            >
              {word} {showBest(best.price)}
            </Button>
            <Text size="xs" c="dimmed" ta="center">
              {best.qty === null ? ' ' : showAmount(best.qty)}
            </Text>
          </div>
        ))}
      </div>
      {doubt !== null && (
        <Text size="xs" className="warning" role="alert">
          Outcome unknown: the order is looked up by its id.
        </Text>
      )}
      {doubt === null && sent.order !== null && (
        <Text size="xs" role="status">
          {sent.order.id} {sent.order.status}: {showAmount(sent.order.filled_qty)} of{' '}
          {showAmount(sent.order.qty)}
        </Text>
      )}
      {doubt === null && sent.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {toSentence(sent.error)}
        </Text>
      )}
    </>
  );
}
