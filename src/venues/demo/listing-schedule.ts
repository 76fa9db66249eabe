import { requirePresent, type TimestampMs } from '#contract';
import type { DemoListing, VenueAsset } from '#ports';
import type { CatalogueEntry } from './catalogue/demo-catalogue.ts';
import { ASSETS, type AssetEntry, CATALOGUE } from './catalogue/demo-catalogue.ts';
import type { DemoExchange } from './demo-exchange.ts';
import { createMarket, type Market } from './demo-market.ts';
import type { DemoTransaction } from './demo-transaction.ts';
import {
  applyDueTransitions,
  computeEditionTimes,
  createFairValue,
  createListing,
  type EditionContext,
} from './market-series.ts';

/**
 * The number of settled editions kept of each long-lived entry, which has a new edition only every few
 * months.
 */
const LONG_LIVED_KEPT = 2;
const ENTRIES = new Map(CATALOGUE.map((entry) => [entry.code, entry]));

/** Lists new editions, moves markets through their statuses and removes old settled ones. */
export class ListingSchedule {
  readonly #context: EditionContext;
  readonly #exchange: DemoExchange;
  readonly #settledKept: number;
  readonly #lastEdition = new Map<string, number>();
  #listed = 0;

  constructor(context: EditionContext, exchange: DemoExchange, settledKept: number) {
    this.#context = context;
    this.#exchange = exchange;
    this.#settledKept = settledKept;
  }

  /** Restores a listing from the store. */
  restore(listing: DemoListing): void {
    this.#listed = Math.max(this.#listed, listing.number);
    const last = this.#lastEdition.get(listing.code) ?? listing.edition;
    this.#lastEdition.set(listing.code, Math.max(last, listing.edition));
    this.#open(listing, requirePresent(ENTRIES.get(listing.code), `the catalogue entry ${listing.code}`));
  }

  /** Applies everything that fell due since the last step. */
  step(transaction: DemoTransaction): void {
    for (const market of this.#exchange.markets()) this.#advance(transaction, market);
    for (const entry of CATALOGUE) this.#listDue(transaction, entry);
  }

  /** Generic assets of the editions that are not settled. */
  assets(): VenueAsset[] {
    const editions = new Map<string, Market>();
    for (const market of this.#exchange.markets()) {
      const { code, edition, instrument } = market.listing;
      if (instrument.status !== 'SETTLED') editions.set(`${code}/${edition}`, market);
    }
    return ASSETS.flatMap((asset) => this.#toAssets(asset, editions));
  }

  #advance(transaction: DemoTransaction, market: Market): void {
    const due = market.book.nextExpiryAt();
    const next = market.listing.ahead[0];
    if (next !== undefined && next.at <= transaction.at) {
      this.#move(transaction, market, applyDueTransitions(market.listing, transaction.at));
    } else if (due !== null && due <= transaction.at) {
      this.#exchange.apply(transaction, market, market.book.expire(transaction.at));
    }
  }

  #move(transaction: DemoTransaction, market: Market, moved: DemoListing): void {
    market.listing = moved;
    transaction.listings.set(moved.instrument.venueInstrumentId, moved);
    const { status, closeTime } = moved.instrument;
    if (status === 'PAUSED') market.book.pause();
    else if (status === 'OPEN') market.book.resume();
    else if (status !== 'UNOPENED' && market.book.state !== 'CLOSED') {
      // An order that expired before the closing time is EXPIRED, even if Demo was stopped then.
      const change = market.book.close(closeTime ?? transaction.at);
      this.#exchange.apply(transaction, market, change);
    }
    if (status === 'SETTLED') this.#removeOldEditions(transaction, moved.code);
    market.isUnquoted = true;
  }

  #listDue(transaction: DemoTransaction, entry: CatalogueEntry): void {
    const { startedAt } = this.#context;
    const last = this.#lastEdition.get(entry.code) ?? null;
    let edition = (last ?? this.#beforeFirst(entry)) + 1;
    if (last !== null) {
      // Editions that were listed and settled while Demo was stopped are skipped.
      while (computeEditionTimes(entry, edition, startedAt).settles <= transaction.at) edition += 1;
    }
    while (computeEditionTimes(entry, edition, startedAt).listed <= transaction.at) {
      this.#list(transaction, entry, edition);
      edition += 1;
    }
  }

  /** Short-lived entries start with past editions, so settled markets exist from the first start. */
  #beforeFirst({ plan }: CatalogueEntry): number {
    return plan.isAligned ? -this.#settledKept - 2 : -1;
  }

  #list(transaction: DemoTransaction, entry: CatalogueEntry, edition: number): void {
    this.#listed += 1;
    this.#lastEdition.set(entry.code, edition);
    const listing = applyDueTransitions(
      createListing(this.#context, entry, edition, this.#listed),
      transaction.at,
    );
    this.#open(listing, entry);
    transaction.listings.set(listing.instrument.venueInstrumentId, listing);
    transaction.listed.push(listing.instrument.venueInstrumentId);
    const isLastOfAsset = ASSETS.some(({ codes }) => codes.at(-1) === entry.code);
    if (isLastOfAsset) transaction.assets = this.assets();
    if (listing.instrument.status === 'SETTLED') this.#removeOldEditions(transaction, entry.code);
  }

  #open(listing: DemoListing, entry: CatalogueEntry): void {
    const market = createMarket(listing, entry, createFairValue(this.#context.seed, entry));
    const { status } = listing.instrument;
    if (status === 'PAUSED' || status === 'UNOPENED') market.book.pause();
    if (status === 'CLOSED' || status === 'SETTLED') market.book.close(listing.instrument.updatedAt);
    this.#exchange.addMarket(market);
  }

  /** Removes all but the last settled editions, which are kept so that late clients still see the result. */
  #removeOldEditions(transaction: DemoTransaction, code: string): void {
    const settled = [...this.#exchange.markets()].filter(
      ({ listing }) => listing.code === code && listing.instrument.status === 'SETTLED',
    );
    settled.sort((a, b) => a.listing.edition - b.listing.edition);
    const kept = settled[0]?.entry.plan.isAligned === true ? this.#settledKept : LONG_LIVED_KEPT;
    for (const { listing } of settled.slice(0, -kept)) {
      const { venueInstrumentId } = listing.instrument;
      this.#exchange.removeMarket(venueInstrumentId);
      transaction.listings.delete(venueInstrumentId);
      transaction.delisted.push(venueInstrumentId);
    }
  }

  #toAssets(asset: AssetEntry, editions: ReadonlyMap<string, Market>): VenueAsset[] {
    const { codes, ...fields } = asset;
    const first = [...editions.values()].filter(({ listing }) => listing.code === codes[0]);
    return first.map(({ listing }) => ({
      ...fields,
      members: codes.flatMap((code) => {
        const member = editions.get(`${code}/${listing.edition}`);
        if (member === undefined) return [];
        const { venueInstrumentId } = member.listing.instrument;
        return [{ venueInstrumentId, inverted: member.entry.inverted }];
      }),
    }));
  }
}

/** Time spans, Unix ms, in which the edition is open for trading: from opening to closing, without its pause. */
export function openSpans(
  entry: CatalogueEntry,
  edition: number,
  startedAt: TimestampMs,
): readonly (readonly [from: number, to: number])[] {
  const { opens, closes } = computeEditionTimes(entry, edition, startedAt);
  const { pause } = entry.plan;
  if (pause === null) return [[opens, closes]];
  const from = opens + pause.afterMin * 60_000;
  return [
    [opens, from],
    [from + pause.durationMin * 60_000, closes],
  ];
}
