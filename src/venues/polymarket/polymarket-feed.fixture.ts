import type { ManualClock } from '../../../test/support/manual-clock.ts';
import type { UnresponsiveNetwork } from '../../../test/support/unresponsive-network.ts';
import type { VenueName } from '../../contract/model/ids.ts';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { MissedTrades, VenueBookUpdate, VenueTrade } from '../../ports/venue.ts';
import type { Listing } from './codec/polymarket-mapping.ts';
import type { ReadResult } from './http/polymarket-client.ts';
import { PolymarketMarketData } from './market-data/polymarket-market-data.ts';

export interface FeedOptions {
  readonly network: UnresponsiveNetwork;
  readonly clock: ManualClock;
  readonly listings: readonly Listing[];
  readonly onBook: (update: VenueBookUpdate) => void;
  readonly onTrades?: (trades: readonly VenueTrade[]) => void;
  readonly onTradesMissed?: (missed: MissedTrades) => void;
  readonly lastTradeAt?: number;
  /** Answers requests for books; by default none is answered. */
  readonly answer?: () => unknown;
  /** Answers other requests; by default none is answered. */
  readonly read?: (origin: string, path: string) => Promise<ReadResult>;
  readonly warn?: (text: string) => void;
  /** How far the clock of the venue is ahead. */
  readonly offsetMs?: number;
  /** Whether the catalogue has a listing yet; by default it has all. */
  readonly isListed?: (listing: Listing) => boolean;
}

/** The adapter's market data over its market channel, subscribed to every listing. */
export function createFeed(options: FeedOptions): PolymarketMarketData {
  const { network, clock, listings, onBook, onTrades = () => undefined, answer, offsetMs = 0 } = options;
  const { isListed = () => true } = options;
  const onlyListed = (listing: Listing | undefined): Listing | null =>
    listing !== undefined && isListed(listing) ? listing : null;
  const byCondition = new Map(listings.map((each) => [each.instrument.venueInstrumentId, each]));
  const byToken = new Map(listings.flatMap((each) => [each.yes, each.no].map((token) => [token, each])));
  const silent = { kind: 'failed', why: 'no HTTP here' } as const;
  const feed = new PolymarketMarketData({
    client: {
      postQuery: () =>
        Promise.resolve(
          answer === undefined ? silent : { kind: 'answer', status: 200, value: answer(), body: '' },
        ),
      read: options.read ?? (() => Promise.resolve(silent)),
      nowMs: () => clock.now() + offsetMs,
      offsetMs,
      dataApi: 'v1',
    },
    catalogue: {
      find: (condition) => onlyListed(byCondition.get(condition)),
      byToken: (token) => onlyListed(byToken.get(token)),
      setTick: () => undefined,
      settle: () => undefined,
      recheck: () => undefined,
    },
    network,
    clock,
    random: { next: () => 0.5, hex: (length) => '0'.repeat(length * 2) },
    log: { info: () => undefined, warn: options.warn ?? console.warn, error: console.error },
    wsMarketUrl: 'wss://venue.invalid/ws/market',
    watchedMax: listings.length,
    listener: {
      onBook,
      onTrades,
      onTradesMissed: options.onTradesMissed ?? (() => undefined),
      lastTradeAt: () => (options.lastTradeAt ?? null) as TimestampMs | null,
    },
  });
  for (const { instrument } of listings) feed.watch(instrument.venueInstrumentId);
  network.open();
  return feed;
}

/** A listing with ids as long as the venue's: 77 digits per token, 66 characters per condition. */
export function createListing(index: number): Listing {
  const condition = `0x${String(index).padStart(64, 'a')}`;
  return {
    instrument: {
      venue: 'Polymarket' as VenueName,
      venueInstrumentId: condition,
      ticker: condition,
      slug: `market-${index}`,
      title: `Market ${index}`,
      description: null,
      category: 'Other',
      status: 'OPEN',
      priceTick: 1_000_000n as Price,
      priceMin: 1_000_000n as Price,
      priceMax: 99_000_000n as Price,
      priceBands: null,
      qtyStep: 1_000_000n as Qty,
      qtyMin: 500_000_000n as Qty,
      fees: null,
      openTime: null,
      closeTime: null,
      result: null,
      settlementPrice: null,
      event: null,
      outcomeName: null,
      rulesSecondary: null,
      venueTerms: {},
      updatedAt: 0 as TimestampMs,
    },
    yes: String(index).padStart(77, '1'),
    no: String(index).padStart(77, '2'),
    isNegRisk: false,
    protocol: 'v1',
    delaySeconds: 0,
  };
}
