import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Side } from '../../../../sdk/src/index.ts';
import { useOrderConfirm } from '../../components/order-confirm.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { BookState } from './book-status.tsx';
import { COLUMNS } from './dom-draw.ts';
import { type LadderPlace, useLadderModel } from './ladder-model.ts';
import { LadderTools } from './ladder-tools.tsx';
import { useLadderActions } from './use-ladder-actions.ts';
import { useLadderCanvas } from './use-ladder-canvas.ts';
import { type LadderMove, useLadderKeys } from './use-ladder-keys.ts';
import { useLadderPointer } from './use-ladder-pointer.ts';
import type { Sent } from './use-submission.ts';

export interface LadderProps extends LadderPlace {
  /** Copies a price, and the side if known, into the ticket. */
  readonly onPrice: (price: string, side: Side | null) => void;
  /** Sends an order for the ticket's quantity at this price. */
  readonly onPlace: (side: Side, price: string) => Promise<Sent>;
  readonly qty: string; // of the ticket, as typed
  readonly onQty: (qty: string) => void;
}

/**
 * The DOM ladder: every price of the market at its own place, with the book, the user's orders, the latest trades and the
 * PnL of a close. Keys, and clicks while armed, place, move and cancel orders.
 */
export function Ladder({ onPrice, onPlace, qty, onQty, ...where }: LadderProps) {
  const { market, place, outcome, bookOutcome } = where;
  const { subject } = place;
  const [picked, setPicked] = useState<number | null>(null);
  const [isArmed, setArmed] = useArming();
  const model = useLadderModel(where);
  const sending = useLadderActions(subject, onPlace);
  const [confirm, ask] = useOrderConfirm();
  const [format] = usePriceFormat();
  const actions = {
    ...sending,
    place: (side: Side, price: string): void =>
      ask(
        `${side === 'BUY' ? 'Buy' : 'Sell'} ${qty} ${outcome} at ${showPrice(price, format)}: ${market.title}`,
        () => sending.place(side, price),
      ),
  };

  const [move, setMove] = useState<LadderMove | null>(null);
  const view = useLadderCanvas(subject, model, move?.to ?? picked);
  const pick = (row: number): void => {
    view.reveal(row);
    setPicked(row);
  };
  const shared = { ...model, actions, setPicked: pick, move, setMove, onPrice };
  const keys = useLadderKeys({ ...shared, picked, onCentre: view.centre });
  const pointer = useLadderPointer({ ...shared, findCell: view.findCell, isArmed });
  return (
    <>
      {confirm}
      <BookState subject={subject} venue={market.venue} outcome={bookOutcome} />
      <LadderTools
        market={market}
        isArmed={isArmed}
        onArm={setArmed}
        qty={qty}
        onQty={onQty}
        onCentre={view.centre}
      />
      <div className={isArmed ? 'ladder-frame ladder-armed' : 'ladder-frame'}>
        <div className="ladder-head" aria-hidden="true">
          {COLUMNS.map(({ name, title, share }) => (
            <span key={name} className={`ladder-head-${name}`} style={{ width: `${share * 100}%` }}>
              {title}
            </span>
          ))}
        </div>
        <canvas
          ref={view.canvas}
          className="ladder"
          tabIndex={0}
          role="application"
          aria-label="Book: arrow keys select a price, Enter copies it into the ticket"
          aria-describedby="ladder-keys"
          onKeyDown={keys.onKey}
          {...pointer}
        />
      </div>
      <Text size="xs" role="status" aria-label="Ladder" mih="1.5em">
        {keys.words}
      </Text>
      <Text size="xs" c="dimmed" id="ladder-keys" visibleFrom="sm">
        ↑↓ choose · Home centres · Enter, B, S into the ticket · ⇧B ⇧S send · M moves yours · X cancels yours
      </Text>
    </>
  );
}

/** One-click trading is off at first, and again when the page is left or hidden. */
function useArming(): readonly [boolean, (isArmed: boolean) => void] {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const disarm = (): void => {
      if (document.hidden) setArmed(false);
    };
    document.addEventListener('visibilitychange', disarm);
    return () => document.removeEventListener('visibilitychange', disarm);
  }, []);
  return [isArmed, setArmed];
}
