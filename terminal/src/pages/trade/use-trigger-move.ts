import { useCallback, useRef, useState } from 'react';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { flipPrice } from '../../components/prices.ts';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { stepPrice } from '../../components/ticks.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import type { TriggerLine } from './chart-triggers.ts';

/** A trigger that the user moves, by the pointer or by keys, until it is sent or given up. */
export interface TriggerMove {
  readonly triggers: readonly TriggerLine[]; // with the moved one at its new price
  readonly moving: TriggerLine | null;
  readonly error: string | null;
  readonly start: (id: string) => void;
  readonly moveTo: (price: string) => void;
  readonly step: (direction: 1 | -1) => void;
  /** Amends the trigger to where it was moved. */
  readonly send: () => void;
  readonly giveUp: () => void;
}

export function useTriggerMove(
  known: readonly TriggerLine[],
  market: Instrument,
  outcome: Outcome,
): TriggerMove {
  const { client, complexFeed } = useSession();
  const [move, setMove] = useState<Moved | null>(null);
  const [error, setError] = useState<string | null>(null);
  const newest = useRef<Moved | null>(null); // a key or the end of a drag may come before the move is drawn
  const set = (next: Moved | null): void => {
    newest.current = next;
    setMove(next);
  };
  const found = known.find(({ id }) => id === move?.id) ?? null;
  const moving = found === null || move === null ? null : { ...found, price: move.price };
  const send = (): void => {
    const { id, price } = newest.current ?? { id: '', price: '' };
    const trigger = known.find((each) => each.id === id);
    set(null);
    if (trigger === undefined || trigger.price === price) return;
    client.complexOrders
      .amend(id, { params: { trigger_price: trigger.isFlipped ? flipPrice(price) : price } })
      .then(complexFeed.put, (failure: unknown) => setError(`${id}: ${toSentence(asError(failure))}`));
  };
  const giveUp = useCallback(() => {
    newest.current = null;
    setMove(null);
  }, []);
  const moveTo = (price: string): void => {
    if (newest.current !== null) set({ ...newest.current, price });
  };
  return {
    triggers: known.map((each) => (each.id === moving?.id ? moving : each)),
    moving,
    error,
    start: (id) => {
      const trigger = known.find((each) => each.id === id && each.canMove);
      setError(null);
      if (trigger !== undefined) set({ id, price: trigger.price });
    },
    moveTo,
    step: (direction) => {
      const { price } = newest.current ?? { price: null };
      if (price !== null) moveTo(stepPrice(market, price, outcome, direction));
    },
    send,
    giveUp,
  };
}

interface Moved {
  readonly id: string;
  readonly price: string;
}
