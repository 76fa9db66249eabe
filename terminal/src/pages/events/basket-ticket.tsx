import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { MarketEvent, Outcome } from '../../../../sdk/src/index.ts';
import { showGain, showMoney } from '../../components/amounts.ts';
import { Figures } from '../../components/figures.tsx';
import { flipPrice } from '../../components/prices.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { SendOutcome } from '../trade/send-result.tsx';
import { readPrice, readQty, toTypedPrice } from '../trade/typed-figures.ts';
import {
  type Basket,
  changeItem,
  chooseOutcome,
  computeResult,
  type LegOutcome,
  type LegPreview,
  toOrders,
} from './basket.ts';
import type { BoardRow } from './event-board.ts';
import { type LegState, useBasketPreview, useBasketSubmission } from './use-basket.ts';

interface BasketTicketProps {
  readonly event: MarketEvent;
  readonly rows: readonly BoardRow[];
  readonly start: Basket;
  readonly onClose: () => void;
}

const READERS = {
  readQty: (text: string) => readQty(text).value,
  readPrice: (text: string) => readPrice(text, 'cents', '0.0001').value,
};

/** Buys several outcomes of an event with one batch, after a preview of cost, worst and best result. */
export function BasketTicket({ event, rows, start, onClose }: BasketTicketProps) {
  const { subaccountId } = useSession();
  const [basket, setBasket] = useState(start);
  const [isConfirming, setConfirming] = useState(false);
  const { sent, doubt, check, isSending, submit, report } = useBasketSubmission();
  const orders = toOrders(basket, subaccountId, READERS);
  const { legs, isCurrent } = useBasketPreview(orders);
  const isReady =
    orders !== null && isCurrent && legs.length > 0 && legs.every(({ error }) => error === null);
  const change = (next: Basket): void => {
    setBasket(next);
    setConfirming(false);
    report({ order: null, error: null });
  };
  const onSubmit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (orders === null || !isReady) return;
    setConfirming(!isConfirming);
    if (isConfirming) void submit({ subaccount_id: subaccountId, orders });
  };
  const open = rows.filter(({ member }) => member.status === 'OPEN');
  const nameOf = (id: number): string =>
    rows.find(({ member }) => member.instrument_id === id)?.name ?? `${id}`;
  return (
    <form onSubmit={onSubmit} aria-label="Basket" className="basket">
      <Stack gap="xs" mb="md">
        <TextInput
          size="xs"
          w={140}
          label="Sets"
          inputMode="decimal"
          value={basket.sets}
          onChange={({ currentTarget }) => change({ ...basket, sets: currentTarget.value })}
        />
        {open.map((row) => (
          <ItemFields key={row.member.instrument_id} row={row} basket={basket} onChange={change} />
        ))}
        <Result event={event} legs={legs} isCurrent={isCurrent} nameOf={nameOf} />
        <Group gap="xs">
          <Button type="submit" size="xs" disabled={!isReady} loading={isSending}>
            {isConfirming ? `Confirm: buy ${orders?.length} outcomes` : 'Buy the basket'}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
        <SendOutcome
          sent={sent}
          doubt={doubt}
          check={check}
          show={(outcomes) => <Outcomes outcomes={outcomes} nameOf={nameOf} />}
        />
      </Stack>
    </form>
  );
}

interface ItemFieldsProps {
  readonly row: BoardRow;
  readonly basket: Basket;
  readonly onChange: (basket: Basket) => void;
}

function ItemFields({ row: { member, name }, basket, onChange }: ItemFieldsProps) {
  const { instrument_id: id, yes_ask: ask, yes_bid: bid } = member;
  const item = basket.items.find(({ instrumentId }) => instrumentId === id);
  const choose = (value: string): void => {
    const outcome = value === '' ? null : (value as Outcome);
    const present = outcome === 'NO' ? (bid === null ? null : flipPrice(bid)) : ask;
    onChange(chooseOutcome(basket, id, outcome, present === null ? '' : toTypedPrice(present)));
  };
  return (
    <div className="basket-item">
      <Text size="sm">{name}</Text>
      <SegmentedControl
        size="xs"
        aria-label={`Buy of ${name}`}
        value={item?.outcome ?? ''}
        onChange={choose}
        data={[
          { value: '', label: 'None' },
          { value: 'YES', label: 'YES' },
          { value: 'NO', label: 'NO' },
        ]}
      />
      {item !== undefined && (
        <>
          <TextInput
            size="xs"
            w={110}
            aria-label={`Highest price of ${name}`}
            leftSection="≤"
            placeholder="at the market"
            value={item.price}
            onChange={({ currentTarget }) => onChange(changeItem(basket, id, { price: currentTarget.value }))}
          />
          <TextInput
            size="xs"
            w={110}
            aria-label={`Contracts of ${name}`}
            leftSection="×"
            placeholder={basket.sets === '' ? 'contracts' : basket.sets}
            inputMode="decimal"
            value={item.qty}
            onChange={({ currentTarget }) => onChange(changeItem(basket, id, { qty: currentTarget.value }))}
          />
        </>
      )}
    </div>
  );
}

interface ResultProps {
  readonly event: MarketEvent;
  readonly legs: readonly LegState[];
  readonly isCurrent: boolean;
  readonly nameOf: (id: number) => string;
}

function Result({ event, legs, isCurrent, nameOf }: ResultProps) {
  const previews = legs.flatMap(({ preview }): LegPreview[] => (preview === null ? [] : [preview]));
  if (legs.length === 0) return null;
  const { cost, worst, best, isBounded } = computeResult(previews, event, event.members);
  return (
    <section aria-label="Preview" aria-busy={!isCurrent} className={isCurrent ? undefined : 'older'}>
      <Figures
        rows={[
          ['Cost with fees', showMoney(cost)],
          ['Worst result', showGain(worst)],
          ['Best result', showGain(best)],
        ]}
      />
      {!isBounded && (
        <Text size="xs" c="dimmed">
          The venue does not state how many outcomes pay: at worst none does, at best all do.
        </Text>
      )}
      {legs.map(({ item, qty, preview, error }) => (
        <LegNote
          key={item.instrumentId}
          name={nameOf(item.instrumentId)}
          text={describe(qty, preview, error)}
        />
      ))}
    </section>
  );
}

/** What is wrong with a leg; null if the book offers all of it. */
function describe(qty: string, preview: LegPreview | null, error: string | null): string | null {
  if (error !== null) return error;
  if (preview === null) return 'no live book: cost not known';
  return preview.takes === qty ? null : `only ${preview.takes} of ${qty} on offer`;
}

const LegNote = ({ name, text }: { readonly name: string; readonly text: string | null }) =>
  text === null ? null : (
    <Text size="xs" className="warning">
      ▲ {name}: {text}
    </Text>
  );

interface OutcomesProps {
  readonly outcomes: readonly LegOutcome[];
  readonly nameOf: (id: number) => string;
}

function Outcomes({ outcomes, nameOf }: OutcomesProps) {
  const isComplete = outcomes.every((each) => each.isComplete);
  return (
    <div role="status">
      <Text size="sm" fw={600} className={isComplete ? 'buy' : 'warning'}>
        {isComplete ? 'All outcomes are bought.' : '▲ Not all outcomes are bought.'}
      </Text>
      {outcomes.map(({ item, text }) => (
        <Text key={item.instrumentId} size="sm">
          {item.outcome} {nameOf(item.instrumentId)}: {text}
        </Text>
      ))}
    </div>
  );
}
