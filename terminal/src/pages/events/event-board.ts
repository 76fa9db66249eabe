import type {
  EventMember,
  GenericAsset,
  Instrument,
  MarketEvent,
  Outcome,
  Position,
} from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { flipPrice, type PriceFormat, showPrice } from '../../components/prices.ts';

/** The same outcome at another venue. `isInverted`: its YES is this outcome's NO. */
export interface OtherVenue {
  readonly venue: string;
  readonly instrumentId: number;
  readonly isInverted: boolean;
}

/** One outcome of an event. */
export interface BoardRow {
  readonly member: EventMember;
  readonly name: string;
  readonly held: Pick<Position, 'qty' | 'side'> | null;
  readonly others: readonly OtherVenue[];
}

interface BoardParts {
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly assets: ReadonlyMap<number, GenericAsset>;
  readonly positions: readonly Position[];
}

/** The outcomes of an event, the highest share first; those without one keep the order of the venue, and settled ones are last. */
export function toBoard(
  { members }: MarketEvent,
  { markets, assets, positions }: BoardParts,
): readonly BoardRow[] {
  const rows = members.map((member): BoardRow => {
    const { instrument_id: id } = member;
    const market = markets.get(id);
    const asset = assets.get(market?.generic_asset_id ?? 0);
    const isInverted = asset?.members.find((each) => each.instrument_id === id)?.inverted ?? false;
    return {
      member,
      name: member.outcome_name ?? market?.title ?? `Instrument ${id}`,
      held: positions.find((each) => each.instrument_id === id) ?? null,
      others: (asset?.members ?? [])
        .filter((each) => each.instrument_id !== id)
        .map(({ venue, instrument_id: instrumentId, inverted }) => ({
          venue,
          instrumentId,
          isInverted: inverted !== isInverted,
        })),
    };
  });
  return rows.toSorted(
    (one, other) =>
      rank(one) - rank(other) || compareAmounts(other.member.implied ?? '0', one.member.implied ?? '0'),
  );
}

const rank = ({ member }: BoardRow): number => (member.status === 'OPEN' ? 0 : 1);

/** Best prices of YES, with their quantities; null where there is none. */
export interface Best {
  readonly price: string | null;
  readonly qty: string | null;
}

interface Sides {
  readonly bids: readonly { readonly price: string; readonly qty: string }[];
  readonly asks: readonly { readonly price: string; readonly qty: string }[];
}

/** The best bid and ask of an outcome, from a book in YES terms. */
export function bestOf(book: Sides | null, outcome: Outcome): { readonly bid: Best; readonly ask: Best } {
  const [first, second] = [book?.bids[0], book?.asks[0]];
  const of = (level: typeof first): Best =>
    level === undefined
      ? { price: null, qty: null }
      : { price: outcome === 'YES' ? level.price : flipPrice(level.price), qty: level.qty };
  return outcome === 'YES' ? { bid: of(first), ask: of(second) } : { bid: of(second), ask: of(first) };
}

const EXCLUSIVE_WORDS: Readonly<Record<MarketEvent['exclusive'], string>> = {
  EXACTLY_ONE: 'exactly one outcome pays',
  AT_MOST_ONE: 'at most one outcome pays',
  NONE: 'any number of outcomes may pay',
  UNKNOWN: 'the venue does not state how many outcomes pay',
};

/** What the venue states about the outcomes: it decides what the sum of YES means. */
export const describeEvent = ({ exclusive, complete, augmented }: MarketEvent): string =>
  [
    EXCLUSIVE_WORDS[exclusive],
    ...(complete === true ? ['all outcomes are listed'] : []),
    ...(augmented === true ? ['the venue may add outcomes'] : []),
  ].join(', ');

/** A share of 1 as a percentage with one decimal: `0.43283582` as `43.3 %`. */
export const showShare = (share: string): string => `${(Number(share) * 100).toFixed(1)} %`;

/** A sum of prices, which may be above 1; `–` if a book is missing. Sums of odds have no meaning, so they are in cents. */
export const showSum = (sum: string | null, format: PriceFormat): string =>
  sum === null ? '–' : showPrice(sum, format === 'odds' ? 'cents' : format);
