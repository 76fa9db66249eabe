import type { Fields } from '../support/order-bodies.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import type { Terms } from './caller-records.ts';

export const SUBACCOUNTS = ['sa_1', 'sa_2'];

/** The traded markets: instruments by name, assets through routing. */
export interface TradableListings {
  readonly instruments: readonly number[];
  readonly assets: readonly number[];
  readonly hasShortExpiry: boolean; // Demo accepts a lifetime of seconds; Polymarket needs more than a minute
}

// Open for months, with a tick of one cent and whole lots. Only two, so that the traders also fill each
// other.
export const DEMO: TradableListings = {
  instruments: [1001, 1002],
  assets: [501, 502, 503, 504, 505, 506],
  hasShortExpiry: true,
};

const LIMIT = { type: 'LIMIT', tif: 'GTC' };

/** Every way in which an order can end or stay open, so that each is interrupted sometimes. */
const SHAPES: readonly ((dice: SeededRandom, listings: TradableListings) => Fields)[] = [
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...far(dice) }),
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...far(dice), ...lifetime(dice, listings) }),
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...sided(dice), price: cents(dice, 40, 60) }),
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...sided(dice), price: cents(dice, 30, 70) }),
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...crossing(dice) }),
  (dice, listings) => ({
    ...LIMIT,
    ...direct(dice, listings),
    ...crossing(dice),
    tif: dice.pick(['IOC', 'FOK']),
  }),
  (dice, listings) => ({ ...LIMIT, ...direct(dice, listings), ...crossing(dice), tif: 'FOK', qty: '900000' }),
  (dice, listings) => ({ type: 'MARKET', ...direct(dice, listings), ...sided(dice) }),
  (dice, listings) => ({ type: 'MARKET', ...routed(dice, listings), ...sided(dice) }),
  (dice, listings) => ({ ...LIMIT, ...routed(dice, listings), ...crossing(dice) }),
  (dice, listings) => ({ ...LIMIT, ...routed(dice, listings), ...far(dice) }),
];

/** An order of any shape. Its quantity is a multiple of every lot that may apply. */
export function anyOrder(dice: SeededRandom, listings: TradableListings, key: string | null): Fields {
  const common = {
    subaccount_id: dice.pick(SUBACCOUNTS),
    outcome: dice.pick(['YES', 'NO']),
    qty: `${10 * dice.between(1, 30)}`,
  };
  const shaped = { ...common, ...dice.pick(SHAPES)(dice, listings) };
  return key === null ? shaped : { ...shaped, client_order_id: key };
}

/** Other terms for an order: some cross, some are refused, some are reached before the crash is over. */
export function anyAmend(dice: SeededRandom, listings: TradableListings): Partial<Terms> {
  const price = cents(dice, 1, 99);
  const qty = `${10 * dice.between(1, 30)}`;
  return dice.pick([{ price, qty }, { price }, { qty }, { tif: 'GTC' }, lifetime(dice, listings)]);
}

const direct = (dice: SeededRandom, { instruments }: TradableListings): Fields => ({
  instrument_id: dice.pick(instruments),
  routing: { mode: 'DIRECT' },
});

const routed = (dice: SeededRandom, { assets }: TradableListings): Fields => ({
  generic_asset_id: dice.pick(assets),
  routing: { mode: dice.pick(['BEST_PRICE', 'SPLIT']) },
});

const sided = (dice: SeededRandom): Fields => ({ side: dice.pick(['BUY', 'SELL']) });

/** So far from the market that only a cancel or its expiry closes it. */
const far = (dice: SeededRandom): Fields =>
  dice.happens(0.5)
    ? { side: 'BUY', price: cents(dice, 1, 3) }
    : { side: 'SELL', price: cents(dice, 97, 99) };

const crossing = (dice: SeededRandom): Fields =>
  dice.happens(0.5)
    ? { side: 'BUY', price: cents(dice, 55, 95) }
    : { side: 'SELL', price: cents(dice, 5, 45) };

const cents = (dice: SeededRandom, least: number, most: number): string =>
  `0.${String(dice.between(least, most)).padStart(2, '0')}`;

/** A short expiry at the venues that accept one. */
const lifetime = (dice: SeededRandom, { hasShortExpiry }: TradableListings) =>
  hasShortExpiry ? ({ tif: 'GTD', expires_at: soon(dice) } as const) : ({ tif: 'GTC' } as const);

/** Before or after the next crash. */
const soon = (dice: SeededRandom): string => new Date(Date.now() + dice.between(300, 5_000)).toISOString();
