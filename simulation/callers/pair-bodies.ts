import type { GenericAssetId, VenueClientId } from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import { floorToTick, ONE, type Price, type Qty, renderDecimal } from '../../src/contract/model/money.ts';
import type { Outcome } from '../../src/contract/model/order.ts';
import { FIRST_REVIEW_ID } from '../../src/domain/instruments/asset-review.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import { DEMO } from '../environment/remote-demo.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { Body } from './random-bodies.ts';

const FIRST_ASSET = 501;
const ASSETS_MAX = 6;
const CROSSING = 0.8; // probability that another trader offers a leg cheaply before the pair
const GAP = 9_000_000n; // nine cents
const OFFERED = 60n; // contracts, beyond what such an order takes from the book

interface PairLegTerms {
  readonly instrument: Instrument;
  readonly outcome: Outcome;
}

type Legs = readonly [PairLegTerms, PairLegTerms];

/** Hedged pairs on approved assets, mostly in the direction whose books cross, or are made to. */
export class PairBodies {
  readonly #environment: SimulationEnvironment;
  readonly #dice: SeededChoice;
  #others = 0;

  constructor(environment: SimulationEnvironment, dice: SeededChoice) {
    this.#environment = environment;
    this.#dice = dice;
  }

  /** Null when no asset has two open markets. */
  draw({ subaccount_id }: Body): Body | null {
    const { market } = this.#environment;
    const legs = market === null ? null : this.#drawLegs(market);
    if (market === null || legs === null) return null;
    if (this.#dice.chance(CROSSING)) this.#cross(this.#dice.pick(legs), market);
    const onLegRisk = this.#dice.pick(['CHASE', 'UNWIND', 'HOLD']);
    return {
      subaccount_id,
      qty: this.#dice.pick(['10', '20', '50']),
      type: 'HEDGED_PAIR',
      params: {
        legs: legs.map(({ instrument: { instrumentId }, outcome }) => ({
          instrument_id: instrumentId,
          side: 'BUY',
          outcome,
          price: '0.95',
        })),
        min_edge: this.#dice.pick(['0', '0.02']),
        mode: this.#dice.pick(['SEQUENTIAL', 'SIMULTANEOUS']),
        unhedged_qty_max: this.#dice.pick(['5', '10', '20']),
        unhedged_ms_max: this.#dice.pick([500, 3_000]),
        on_leg_risk: onLegRisk,
        ...(onLegRisk === 'HOLD' ? {} : { chase_price: this.#dice.pick(['1.02', '1.3']) }),
        accept_settlement_risk: true,
      },
    };
  }

  /** Two members of one asset, in outcomes of which one pays. */
  #drawLegs(market: MarketView): Legs | null {
    const first = this.#environment.externals === null ? FIRST_ASSET : FIRST_REVIEW_ID;
    const members = Array.from({ length: ASSETS_MAX }, (_, index) =>
      market.asset((first + index) as GenericAssetId),
    )
      .map((asset) =>
        (asset?.members ?? []).flatMap(({ instrumentId, inverted }) => {
          const instrument = market.instrument(instrumentId);
          return instrument?.status === 'OPEN' ? [{ instrument, inverted }] : [];
        }),
      )
      .filter((open) => open.length > 1);
    if (members.length === 0) return null;
    const asset = this.#dice.pick(members);
    const one = this.#dice.pick(asset);
    const other = this.#dice.pick(asset.filter(({ instrument }) => instrument !== one.instrument));
    const toLegs = (isYes: boolean): Legs => [
      { instrument: one.instrument, outcome: isYes === one.inverted ? 'NO' : 'YES' },
      { instrument: other.instrument, outcome: isYes === other.inverted ? 'YES' : 'NO' },
    ];
    const [yes, no] = [toLegs(true), toLegs(false)];
    const isCheaper = sumAsks(yes, market) <= sumAsks(no, market);
    return isCheaper === this.#dice.chance(0.85) ? yes : no;
  }

  /** Another trader sells this outcome at Demo below its price, after taking what is better. */
  #cross({ instrument, outcome }: PairLegTerms, market: MarketView): void {
    const { venue, monitor } = this.#environment;
    const { instrumentId, venueInstrumentId, priceTick, priceMin, priceMax, qtyMin, ticker } = instrument;
    const book = market.book(instrumentId)?.book;
    if (venue === null || instrument.venue !== DEMO || book === undefined) return;
    const isSale = outcome === 'YES';
    const near = (isSale ? book.asks[0] : book.bids[0])?.price ?? ONE / 2n;
    const wanted = floorToTick((isSale ? near - GAP : near + GAP) as Price, priceTick);
    const price = wanted < priceMin ? priceMin : wanted > priceMax ? priceMax : wanted;
    const taken = (isSale ? book.bids : book.asks)
      .filter((level) => (isSale ? level.price >= price : level.price <= price))
      .reduce((sum, level) => sum + level.qty, 0n);
    const lots = (taken + OFFERED * ONE) / qtyMin + 1n;
    this.#others += 1;
    const side = isSale ? 'SELL' : 'BUY';
    monitor.note(
      `other ${side} ${renderDecimal(lots * qtyMin)} ${ticker} @ ${renderDecimal(price)} before a pair`,
    );
    // The answer belongs to the other trader. If the venue runs in our process, a crash may lose it.
    void venue.place({
      clientId: `other-pair-${this.#others}` as VenueClientId,
      venueInstrumentId,
      side,
      price,
      qty: (lots * qtyMin) as Qty,
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      expiresAt: null,
    });
  }
}

/** What a contract of each leg costs now; an absent book counts as one. */
function sumAsks(legs: Legs, market: MarketView): bigint {
  return legs.reduce((sum, { instrument, outcome }) => {
    const book = market.book(instrument.instrumentId)?.book;
    const yes = outcome === 'YES' ? book?.asks[0]?.price : book?.bids[0]?.price;
    return sum + (yes === undefined ? ONE : outcome === 'YES' ? yes : ONE - yes);
  }, 0n);
}
