import type { Listing } from '../src/venues/polymarket/codec/polymarket-mapping.ts';
import { createFeed, createListing } from '../src/venues/polymarket/polymarket-feed.fixture.ts';
import { ManualClock } from '../test/support/manual-clock.ts';
import { UnresponsiveNetwork } from '../test/support/unresponsive-network.ts';
import type { Frames, OpenFeed } from './bench-frames.ts';

const BOOKS = 200;
const LEVELS = 40;
const CHANGES = 60_000;
const AT = 1_782_907_200_000;

const renderPrice = (cents: number): string => `0.${String(cents).padStart(2, '0')}`;
const listings = Array.from({ length: BOOKS }, (_, index) => createListing(index));

export const POLYMARKET_FRAMES: Frames = {
  snapshots: listings.map((listing) => JSON.stringify([createBook(listing)])),
  changes: Array.from({ length: CHANGES }, (_, index) => JSON.stringify([createChange(index)])),
};

/** The adapter's market WebSocket feed, with every book watched. */
export const polymarketFeed: OpenFeed = (onBook) => {
  const network = new UnresponsiveNetwork();
  createFeed({ network, clock: new ManualClock(AT), listings, onBook });
  return network.sendFromPeer;
};

/** Worst price first, as the venue sends them. */
function createBook({ instrument, yes }: Listing): object {
  const side = (best: number, step: number) =>
    Array.from({ length: LEVELS }, (_, level) => ({ price: renderPrice(best + step * level), size: '500' }));
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

/** A mix of whole and fractional share quantities with few repetitions. */
function createSize(index: number): string {
  if (index % 2 === 0) return String(10 + ((index * 37) % 25_000));
  return (5 + ((index * 7_919) % 1_000_003) / 100).toFixed(2);
}

/** The new size of one level, published for both tokens like the venue does. */
function createChange(index: number): object {
  const { instrument, yes, no } = listings[index % BOOKS] as Listing;
  const cycle = Math.floor(index / BOOKS);
  const isBid = cycle % 2 === 0;
  const depth = (cycle * 7) % LEVELS;
  const price = isBid ? 48 - depth : 52 + depth;
  const size = createSize(index);
  const row = (token: string, cents: number, isBuy: boolean) => ({
    asset_id: token,
    price: renderPrice(cents),
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
