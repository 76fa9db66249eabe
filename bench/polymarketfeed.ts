import type { Price, Qty } from '../src/core/kernel/decimal.ts';
import type { VenueName } from '../src/core/kernel/ids.ts';
import type { TimestampMs } from '../src/core/kernel/time.ts';
import { ManualClock } from '../src/testing/clock.ts';
import { Feed } from '../src/venues/polymarket/feed.ts';
import type { Listing } from '../src/venues/polymarket/map.ts';
import { DeafNetwork } from './deafnetwork.ts';
import type { Frames, OpenFeed } from './frames.ts';

const BOOKS = 200;
const LEVELS = 40;
const CHANGES = 60_000;
const AT = 1_782_907_200_000;

const priceOf = (cents: number): string => `0.${String(cents).padStart(2, '0')}`;
const listings = Array.from({ length: BOOKS }, (_, index) => listingOf(index));

export const POLYMARKET_FRAMES: Frames = {
  snapshots: listings.map((listing) => JSON.stringify([bookOf(listing)])),
  changes: Array.from({ length: CHANGES }, (_, index) => JSON.stringify([changeOf(index)])),
};

/** The adapter's feed over its market socket, with every book watched. */
export const polymarketFeed: OpenFeed = (tell) => {
  const network = new DeafNetwork();
  const byCondition = new Map(listings.map((each) => [each.instrument.venueInstrumentId, each]));
  const byToken = new Map(listings.map((each) => [each.yes, each]));
  const feed = new Feed({
    client: {
      ask: () => Promise.resolve({ kind: 'failed', why: 'no HTTP here' }),
      read: () => Promise.resolve({ kind: 'failed', why: 'no HTTP here' }),
      nowMs: () => AT,
      offsetMs: 0,
    },
    catalogue: {
      find: (condition) => byCondition.get(condition) ?? null,
      byToken: (token) => byToken.get(token) ?? null,
      setTick: () => undefined,
      settle: () => undefined,
      doubt: () => undefined,
    },
    network,
    clock: new ManualClock(AT),
    random: { next: () => 0.5, hex: (length) => '0'.repeat(length * 2) },
    log: { info: () => undefined, warn: console.warn, error: console.error },
    wsMarketUrl: 'wss://bench.invalid/ws/market',
    watchedMax: BOOKS,
    listener: { onBook: tell, onTrades: () => undefined },
  });
  for (const { instrument } of listings) feed.watch(instrument.venueInstrumentId);
  network.open();
  return network.speak;
};

/** Ids as long as the venue's: 77 digits a token, 66 characters a condition. */
function listingOf(index: number): Listing {
  const condition = `0x${String(index).padStart(64, 'a')}`;
  return {
    instrument: {
      venue: 'Polymarket' as VenueName,
      venueInstrumentId: condition,
      ticker: condition,
      slug: `bench-${index}`,
      title: `Bench ${index}`,
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
      updatedAt: AT as TimestampMs,
    },
    yes: String(index).padStart(77, '1'),
    no: String(index).padStart(77, '2'),
    isNegRisk: false,
    delaySeconds: 0,
  };
}

/** Worst price first, as the venue sends them. */
function bookOf({ instrument, yes }: Listing): object {
  const side = (best: number, step: number) =>
    Array.from({ length: LEVELS }, (_, level) => ({ price: priceOf(best + step * level), size: '500' }));
  return {
    event_type: 'book',
    asset_id: yes,
    market: instrument.venueInstrumentId,
    timestamp: String(AT),
    hash: 'a'.repeat(40),
    bids: side(48, -1).toReversed(),
    asks: side(52, 1).toReversed(),
  };
}

/** One level's new size, told for both tokens as the venue does. */
function changeOf(index: number): object {
  const { instrument, yes, no } = listings[index % BOOKS] as Listing;
  const turn = Math.floor(index / BOOKS);
  const isBid = turn % 2 === 0;
  const depth = (turn * 7) % LEVELS;
  const price = isBid ? 48 - depth : 52 + depth;
  const size = String(10 + ((turn * 13) % 900));
  const row = (token: string, cents: number, isBuy: boolean) => ({
    asset_id: token,
    price: priceOf(cents),
    size,
    side: isBuy ? 'BUY' : 'SELL',
    hash: 'b'.repeat(40),
    best_bid: '0.48',
    best_ask: '0.52',
  });
  return {
    event_type: 'price_change',
    market: instrument.venueInstrumentId,
    timestamp: String(AT + index),
    price_changes: [row(yes, price, isBid), row(no, 100 - price, !isBid)],
  };
}
