import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type KalshiConnection, parseFrame, Subscription } from './kalshi-connection.ts';

test('a snapshot with an order at each price of the finest grid is read, on both sides', () => {
  const levels = Array.from({ length: 9_999 }, (_, index) => [
    `0.${String(index + 1).padStart(4, '0')}`,
    '123456.78',
  ]);
  const msg = { market_ticker: 'KXFINE-26DEC31', yes_dollars_fp: levels, no_dollars_fp: levels };
  const frame = parseFrame(`\n${JSON.stringify({ type: 'orderbook_snapshot', sid: 1, seq: 1, msg })}`);
  assert.deepEqual(frame, { type: 'orderbook_snapshot', id: null, sid: 1, seq: 1, msg });
});

test('a longer frame is not parsed', () => {
  const frame = (chars: number): string => `{"type":"${'x'.repeat(chars - '{"type":""}'.length)}"}`;
  assert.deepEqual(
    [524_288, 524_289].map((chars) => parseFrame(frame(chars)) !== null),
    [true, false],
  );
});

/** The venue's side of one channel: what it has subscribed by the commands so far. */
class ChannelModel {
  downMs: number | null = null;
  readonly #unanswered: { readonly id: number; readonly tickers: readonly string[] }[] = [];
  #tickers = new Set<string>();
  #sid: number | null = null;
  #commands = 0;

  send(cmd: string, params: { readonly [name: string]: unknown }): number {
    const tickers = (params['market_tickers'] ?? []) as readonly string[];
    this.#commands += 1;
    if (cmd === 'subscribe') {
      assert.ok(this.#sid === null && this.#unanswered.length === 0, 'a second subscription to one channel');
      this.#unanswered.push({ id: this.#commands, tickers });
      return this.#commands;
    }
    assert.deepEqual(params['sid'] ?? params['sids'], cmd === 'unsubscribe' ? [this.#sid] : this.#sid);
    if (cmd === 'unsubscribe') this.lose();
    for (const ticker of tickers)
      this.#tickers[params['action'] === 'add_markets' ? 'add' : 'delete'](ticker);
    return this.#commands;
  }

  answer(subscription: Subscription): void {
    const request = this.#unanswered.shift();
    if (request === undefined) return;
    this.#sid = request.id * 10;
    this.#tickers = new Set(request.tickers);
    const frame = { type: 'subscribed', id: request.id, sid: null, seq: null, msg: { sid: this.#sid } };
    assert.ok(subscription.confirm(frame));
  }

  lose(): void {
    this.#unanswered.length = 0;
    this.#tickers.clear();
    this.#sid = null;
  }

  /** Null while a request waits for its answer. */
  get subscribed(): readonly string[] | null {
    return this.#unanswered.length > 0 ? null : [...this.#tickers].toSorted();
  }
}

test('whatever is added and removed while requests wait and sockets are lost, the venue has the same tickers', () => {
  const ticker = fc.constantFrom('A', 'B', 'C');
  const step = fc.oneof(
    fc.record({ what: fc.constantFrom('add', 'remove'), ticker }),
    fc.record({ what: fc.constantFrom('answer', 'restart', 'new socket'), ticker }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const venue = new ChannelModel();
      const subscription = new Subscription(() => venue as unknown as KalshiConnection, 'orderbook_delta', {
        allMarkets: false,
        monotonicMs: () => 0,
      });
      for (const { what, ticker: at } of steps) {
        if (what === 'add' || what === 'remove') subscription[what](at);
        else if (what === 'answer') venue.answer(subscription);
        else if (what === 'restart' && subscription.isOn) subscription.restart();
        else if (what === 'new socket') {
          venue.lose();
          subscription.onDown();
          subscription.resubscribe();
        }
        const { subscribed } = venue;
        if (subscribed !== null) assert.deepEqual(subscribed, [...subscription.tickers].toSorted());
      }
    }),
    { numRuns: 300, seed: 7 },
  );
});
