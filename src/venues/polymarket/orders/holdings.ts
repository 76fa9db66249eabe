import { complement, PRICE_ONE, type Price } from '#contract';
import type { VenueListener, VenuePosition } from '#ports';
import { type ListPage, readPages, type Unread } from '#venues/shared';
import { DATA_APIS, type PositionRow } from '../codec/data-api.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface HoldingsDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'dataApi'>;
  readonly wallet: { readonly maker: string }; // the address that holds the funds
  readonly listings: {
    byToken(tokenId: string): Listing | null;
    recheck(conditionId: string): void;
  };
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

/** Tokens of one outcome in the wallet. */
export interface Holding {
  readonly tokenId: string;
  readonly venueInstrumentId: string; // the condition
  readonly isYes: boolean;
  readonly size: bigint; // 1e-8 shares
  readonly avgPrice: Price | null; // of this outcome
}

const PAGE = 500;
const READS_MAX = 3; // of a list of several pages that changes meanwhile

/**
 * Reads the wallet's tokens. Tokens of resolved markets are left out: they are claims on a payout, and our
 * position is settled already. Null if not all pages could be read.
 */
export async function readHoldings(deps: HoldingsDeps): Promise<readonly Holding[] | null> {
  const { listings, listener } = deps;
  const holdings: Holding[] = [];
  const take = (row: PositionRow): boolean => {
    const holding = toHolding(row, listings);
    if (holding !== null && holding !== 'none') holdings.push(holding);
    return holding !== null;
  };
  const isComplete = await readPositionRows(deps, take, (count) => {
    const detail = `the wallet has more than ${count} positions, which the venue does not list`;
    listener.onAnomaly({ kind: 'unknown_shape', detail });
  });
  return isComplete ? holdings : null;
}

/**
 * Reads the list of the wallet's positions. Its pages are counted in rows of a list that moves with each trade: a row that leaves
 * hides one of the next page, and one that comes repeats one. A list of several pages is therefore read until two reads in
 * a row have the same tokens.
 *
 * Source  qualiaenjoyer/polymarket-apis#4 (2025-11): beyond some offset the venue has repeated rows
 *
 * @param take       returns false for a row that cannot be read
 * @param onTooMany  is called when the wallet has more positions than the venue lists
 * @returns          false if the list was not read completely
 */
export async function readPositionRows(
  deps: Pick<HoldingsDeps, 'client' | 'wallet'>,
  take: (row: PositionRow) => boolean,
  onTooMany: (count: number) => void = () => undefined,
): Promise<boolean> {
  let before: PositionList['rows'] | null = null;
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const list = await readOnce(deps, onTooMany);
    if (list === null) return false;
    const { rows, pages } = list;
    if (pages === 1 || isOfSameTokens(rows, before)) return rows.values().every(take);
    before = rows;
  }
  return false;
}

interface PositionList {
  readonly rows: ReadonlyMap<string, PositionRow>; // by token
  readonly pages: number;
}

const isOfSameTokens = (rows: PositionList['rows'], before: PositionList['rows'] | null): boolean =>
  rows.size === before?.size && rows.keys().every((token) => before.has(token));

/** Null if a page could not be read, a row has an unknown form, or a token is listed twice. */
async function readOnce(
  { client, wallet }: Pick<HoldingsDeps, 'client' | 'wallet'>,
  onTooMany: (count: number) => void,
): Promise<PositionList | null> {
  const list = DATA_APIS[client.dataApi].positions(wallet.maker);
  const rows = new Map<string, PositionRow>();
  let pages = 0;
  const read = async (cursor: string | null): Promise<ListPage<PositionRow | null> | Unread> => {
    if (cursor !== null && list.isOutOfReach(cursor)) {
      onTooMany(rows.size);
      return { why: 'the venue does not list all positions' };
    }
    const answer = await client.read('data', list.path(cursor, PAGE), 'public');
    const page =
      answer.kind === 'answer' && answer.status === 200 ? list.page(answer.value, cursor, PAGE) : null;
    return page ?? { why: 'the positions could not be read' };
  };
  const add = (row: PositionRow | null): boolean => {
    if (row === null || rows.has(row.tokenId)) return false;
    rows.set(row.tokenId, row);
    return true;
  };
  const end = await readPages({ name: 'positions', getId: () => null, read }, ({ items }) => {
    pages += 1;
    return items.every(add) ? 'more' : { why: 'a position could not be read, or is listed twice' };
  });
  return end.kind === 'complete' ? { rows, pages } : null;
}

/** Null if the outcome is not known. */
function toHolding(row: PositionRow, listings: HoldingsDeps['listings']): Holding | 'none' | null {
  const { tokenId, conditionId, outcome, size, avgPrice: paid, isRedeemable } = row;
  if (isRedeemable === true || size === 0n) return 'none';
  // A market that closed before the start may be in no list that the catalogue reads.
  const listing = listings.byToken(tokenId);
  if (listing === null) listings.recheck(conditionId);
  if (listing === null && outcome === null) return null;
  const isYes = outcome === null ? tokenId === listing?.yes : outcome === 0;
  const avgPrice = paid !== null && paid > 0n && paid <= PRICE_ONE ? paid : null;
  return {
    tokenId,
    venueInstrumentId: listing?.instrument.venueInstrumentId ?? conditionId,
    isYes,
    size,
    avgPrice,
  };
}

/** The net and the pairs of each market, with the average price of the outcome that is held more of. */
export function computePositions(holdings: readonly Holding[]): readonly VenuePosition[] {
  return [...Map.groupBy(holdings, ({ venueInstrumentId }) => venueInstrumentId)].map(
    ([venueInstrumentId, held]) => {
      const yes = sumSizes(held, true);
      const no = sumSizes(held, false);
      const pairs = yes < no ? yes : no;
      const more = held.find(({ isYes }) => yes !== no && isYes === yes > no);
      const paid = more?.avgPrice ?? null;
      return {
        venueInstrumentId,
        netQty: yes - no,
        ...(pairs > 0n && { pairs }),
        ...(paid !== null && { avgPrice: yes > no ? paid : complement(paid) }),
      };
    },
  );
}

const sumSizes = (held: readonly Holding[], isYes: boolean): bigint =>
  held.reduce((sum, each) => (each.isYes === isYes ? sum + each.size : sum), 0n);
