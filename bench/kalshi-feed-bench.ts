import type { TimestampMs } from '../src/contract/model/time.ts';
import { ServerTime } from '../src/venues/kalshi/http/kalshi-auth.ts';
import { KALSHI_DEFAULTS } from '../src/venues/kalshi/kalshi-settings.ts';
import { BookStream } from '../src/venues/kalshi/market-data/kalshi-books.ts';
import { KalshiConnection, Subscription } from '../src/venues/kalshi/ws/kalshi-connection.ts';
import { ManualClock } from '../test/support/manual-clock.ts';
import { UnresponsiveNetwork } from '../test/support/unresponsive-network.ts';
import type { Frames, OpenFeed } from './bench-frames.ts';

const BOOKS = 200;
const LEVELS = 40;
const CHANGES = 100_000;
const AT = 1_782_907_200_000;

const tickers = Array.from({ length: BOOKS }, (_, index) => `KXBENCH-26NOV21-T${1_000 + index}`);
const renderCents = (cents: number): string => `0.${String(cents).padStart(2, '0')}00`;

export const KALSHI_FRAMES: Frames = {
  snapshots: tickers.map((ticker, index) =>
    createFrame('orderbook_snapshot', index + 1, createSnapshot(ticker)),
  ),
  changes: Array.from({ length: CHANGES }, (_, index) =>
    createFrame('orderbook_delta', BOOKS + index + 1, createChange(index)),
  ),
};

/** The adapter's session with its subscription and books, already subscribed. */
export const kalshiFeed: OpenFeed = (publish) => {
  const network = new UnresponsiveNetwork();
  const clock = new ManualClock(AT);
  const subscription: Subscription = new Subscription(() => session, 'orderbook_delta', {
    allMarkets: false,
    monotonicMs: () => performance.now(),
  });
  const books = new BookStream({
    subscription,
    publish,
    now: () => AT as TimestampMs,
    monotonicMs: () => performance.now(),
    note: () => undefined,
    bookSilenceMs: KALSHI_DEFAULTS.bookSilenceMs,
    onDead: () => undefined,
  });
  const session: KalshiConnection = new KalshiConnection(
    {
      network,
      clock,
      random: { next: () => 0.5, hex: (length) => '0'.repeat(length * 2) },
      signer: { headers: () => ({}) },
      time: new ServerTime(clock),
      settings: { ...KALSHI_DEFAULTS, keyId: '', privateKeyPem: '', clientIdSpace: '' },
    },
    {
      onReady: () => subscription.resubscribe(),
      onFrame: (frame) => {
        if (frame.type === 'subscribed') subscription.confirm(frame);
        else if (subscription.owns(frame.sid)) books.onFrame(frame);
      },
      onDown: (why) => books.onDown(why),
    },
  );
  for (const ticker of tickers) subscription.add(ticker);
  network.open();
  network.sendFromPeer(
    JSON.stringify({ id: 1, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 1 } }),
  );
  return network.sendFromPeer;
};

function createFrame(type: string, seq: number, msg: object): string {
  return JSON.stringify({ type, sid: 1, seq, msg });
}

function createSnapshot(ticker: string): object {
  const side = (best: number, step: number) =>
    Array.from({ length: LEVELS }, (_, level) => [renderCents(best + step * level), '500.00']);
  return {
    market_ticker: ticker,
    market_id: `id-${ticker}`,
    yes_dollars_fp: side(48, -1),
    no_dollars_fp: side(52, 1),
  };
}

/** A level grows, and shrinks again in the next cycle over the books, so that no level becomes negative. */
function createChange(index: number): object {
  const cycle = Math.floor(index / BOOKS);
  const pair = cycle >> 1;
  const isYes = pair % 2 === 0;
  const depth = (pair * 7) % LEVELS;
  const ticker = tickers[index % BOOKS] ?? '';
  return {
    market_ticker: ticker,
    market_id: `id-${ticker}`,
    price_dollars: renderCents(isYes ? 48 - depth : 52 + depth),
    delta_fp: `${cycle % 2 === 0 ? '' : '-'}${1 + ((pair * 13) % 90)}.00`,
    side: isYes ? 'yes' : 'no',
    ts: new Date(AT + index).toISOString(),
    ts_ms: AT + index,
  };
}
