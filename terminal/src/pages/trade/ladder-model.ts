import { useCallback, useMemo } from 'react';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type HeldContracts, sumHeld } from './close-profit.ts';
import { type LadderBook, type OwnLevels, placeBook, placeOrders, type TradedVolume } from './ladder-view.ts';
import { type BookPlace, type Resting, restingIn, toLevels } from './open-orders.ts';
import { buildAxis, findRow, type PriceAxis } from './price-axis.ts';
import { useTraded } from './use-traded.ts';

/** Everything that the ladder shows, by row of its axis. */
export interface LadderModel {
  readonly axis: PriceAxis;
  readonly own: OwnLevels;
  readonly held: HeldContracts | null;
  readonly traded: TradedVolume;
  readonly ordersAt: (row: number) => readonly Resting[];
  /** The newest book. It changes without React. */
  readonly readBook: () => LadderBook;
}

export interface LadderPlace {
  readonly market: Instrument;
  readonly place: BookPlace;
  readonly outcome: Outcome; // of the market
  readonly bookOutcome: Outcome; // the same outcome in terms of the shown book
}

export function useLadderModel({ market, place, outcome, bookOutcome }: LadderPlace): LadderModel {
  const { feed } = useSession();
  const orders = useAccount('orders');
  const positions = useAccount('positions');
  const { price_tick, min_price, max_price, price_bands } = market;
  const terms = JSON.stringify({ price_tick, min_price, max_price, price_bands });
  // The market is read again every few seconds; its axis stays while its ticks do.
  const axis = useMemo(() => buildAxis(JSON.parse(terms) as Instrument, outcome), [terms, outcome]);
  const resting = useMemo(() => restingIn(orders, place, bookOutcome), [orders, place, bookOutcome]);
  const own = useMemo(() => placeOrders(toLevels(resting), axis), [resting, axis]);
  const held = useMemo(() => sumHeld(positions, place, outcome), [positions, place, outcome]);
  const ordersAt = useCallback(
    (row: number) =>
      resting.filter(({ side, price }) => findRow(axis, price, side === 'BUY' ? 'bid' : 'ask') === row),
    [resting, axis],
  );
  const readBook = useCallback(
    () => placeBook(feed.book(place.subject), bookOutcome, axis),
    [feed, place.subject, bookOutcome, axis],
  );
  const traded = useTraded(market.instrument_id, outcome, axis);
  return { axis, own, held, traded, ordersAt, readBook };
}
