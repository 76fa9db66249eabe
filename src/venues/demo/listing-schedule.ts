import { requirePresent } from '../../domain/model/assert.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { DemoListing } from '../../ports/demo-store.ts';
import type { VenueAsset } from '../../ports/venue.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';
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

/** Editions that live for months come seldom: the last two are far enough back. */
const LONG_LIVED_KEPT = 2;
const ENTRIES = new Map(CATALOGUE.map((entry) => [entry.code, entry]));

/** Lists new editions, moves markets through their statuses and lets go of those long settled. */
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

  /** Opens the book of a listing that the store remembers. */
  restore(listing: DemoListing): void {
    this.#listed = Math.max(this.#listed, listing.number);
    const last = this.#lastEdition.get(listing.code) ?? listing.edition;
    this.#lastEdition.set(listing.code, Math.max(last, listing.edition));
    this.#open(listing, requirePresent(ENTRIES.get(listing.code), `the catalogue entry ${listing.code}`));
  }

  /** One step: everything whose time has come since the last. */
  step(turn: DemoTransaction): void {
    for (const market of this.#exchange.markets()) this.#advance(turn, market);
    for (const entry of CATALOGUE) this.#listDue(turn, entry);
  }

  /** The generic assets of the editions that are not settled. */
  assets(): VenueAsset[] {
    const editions = new Map<string, Market>();
    for (const market of this.#exchange.markets()) {
      const { code, edition, instrument } = market.listing;
      if (instrument.status !== 'SETTLED') editions.set(`${code}/${edition}`, market);
    }
    return ASSETS.flatMap((asset) => this.#assetsOf(asset, editions));
  }

  #advance(turn: DemoTransaction, market: Market): void {
    const due = market.book.nextExpiryAt();
    const next = market.listing.ahead[0];
    if (next !== undefined && next.at <= turn.at) {
      this.#move(turn, market, applyDueTransitions(market.listing, turn.at));
    } else if (due !== null && due <= turn.at) {
      this.#exchange.apply(turn, market, market.book.expire(turn.at));
    }
  }

  #move(turn: DemoTransaction, market: Market, moved: DemoListing): void {
    market.listing = moved;
    turn.listings.set(moved.instrument.venueInstrumentId, moved);
    const { status, closeTime } = moved.instrument;
    if (status === 'PAUSED') market.book.pause();
    else if (status === 'OPEN') market.book.resume();
    else if (status !== 'UNOPENED' && market.book.state !== 'CLOSED') {
      // What expired before the closing time expired, even if we were not there to see it.
      const change = market.book.close(closeTime ?? turn.at);
      this.#exchange.apply(turn, market, change);
    }
    if (status === 'SETTLED') this.#letGo(turn, moved.code);
    market.isUnquoted = true;
  }

  #listDue(turn: DemoTransaction, entry: CatalogueEntry): void {
    const { startedAt } = this.#context;
    const last = this.#lastEdition.get(entry.code) ?? null;
    let edition = (last ?? this.#beforeFirst(entry)) + 1;
    if (last !== null) {
      // Editions that came and went while nobody was here are not worth telling of.
      while (computeEditionTimes(entry, edition, startedAt).settles <= turn.at) edition += 1;
    }
    while (computeEditionTimes(entry, edition, startedAt).listed <= turn.at) {
      this.#list(turn, entry, edition);
      edition += 1;
    }
  }

  /** Short-lived entries begin with a past, so that settled editions can be seen at once. */
  #beforeFirst({ plan }: CatalogueEntry): number {
    return plan.aligned ? -this.#settledKept - 2 : -1;
  }

  #list(turn: DemoTransaction, entry: CatalogueEntry, edition: number): void {
    this.#listed += 1;
    this.#lastEdition.set(entry.code, edition);
    const listing = applyDueTransitions(createListing(this.#context, entry, edition, this.#listed), turn.at);
    this.#open(listing, entry);
    turn.listings.set(listing.instrument.venueInstrumentId, listing);
    turn.listed.push(listing.instrument.venueInstrumentId);
    const isLastOfAsset = ASSETS.some(({ codes }) => codes.at(-1) === entry.code);
    if (isLastOfAsset) turn.assets = this.assets();
    if (listing.instrument.status === 'SETTLED') this.#letGo(turn, entry.code);
  }

  #open(listing: DemoListing, entry: CatalogueEntry): void {
    const market = createMarket(listing, entry, createFairValue(this.#context.seed, entry));
    const { status } = listing.instrument;
    if (status === 'PAUSED' || status === 'UNOPENED') market.book.pause();
    if (status === 'CLOSED' || status === 'SETTLED') market.book.close(listing.instrument.updatedAt);
    this.#exchange.addMarket(market);
  }

  /** Keeps the last settled editions of an entry, so that whoever was away still hears the result. */
  #letGo(turn: DemoTransaction, code: string): void {
    const settled = [...this.#exchange.markets()].filter(
      ({ listing }) => listing.code === code && listing.instrument.status === 'SETTLED',
    );
    settled.sort((a, b) => a.listing.edition - b.listing.edition);
    const kept = settled[0]?.entry.plan.aligned === true ? this.#settledKept : LONG_LIVED_KEPT;
    for (const { listing } of settled.slice(0, -kept)) {
      const { venueInstrumentId } = listing.instrument;
      this.#exchange.removeMarket(venueInstrumentId);
      turn.listings.delete(venueInstrumentId);
      turn.delisted.push(venueInstrumentId);
    }
  }

  #assetsOf(asset: AssetEntry, editions: ReadonlyMap<string, Market>): VenueAsset[] {
    const { codes, ...words } = asset;
    const first = [...editions.values()].filter(({ listing }) => listing.code === codes[0]);
    return first.map(({ listing }) => ({
      ...words,
      members: codes.flatMap((code) => {
        const member = editions.get(`${code}/${listing.edition}`);
        if (member === undefined) return [];
        const { venueInstrumentId } = member.listing.instrument;
        return [{ venueInstrumentId, inverted: member.entry.inverted }];
      }),
    }));
  }
}

/** Since when the edition could trade, in pieces without its pause; for the making of history. */
export function openSpans(
  entry: CatalogueEntry,
  edition: number,
  startedAt: TimestampMs,
): readonly (readonly [from: number, to: number])[] {
  const { opens, closes } = computeEditionTimes(entry, edition, startedAt);
  const { pause } = entry.plan;
  if (pause === null) return [[opens, closes]];
  const from = opens + pause.after * 60_000;
  return [
    [opens, from],
    [from + pause.life * 60_000, closes],
  ];
}
