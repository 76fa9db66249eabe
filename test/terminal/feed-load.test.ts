import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebSocket } from 'ws';
import type { Instrument } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';
import { startProxy } from './terminal-proxy.ts';

const UPDATES = 5_000;
const SEND_INTERVAL_MS = 10;
const UPDATES_PER_INTERVAL = 10; // 1,000 a second
const LEVELS = 50; // a side

const service = await startService({ isProcess: true });
const browser = await launchBrowser();

test('a thousand updates a second are drawn, and the page ends on the last one', async (t) => {
  const market = (await service.api().ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).find(
    ({ status, price_tick: tick }) => status === 'OPEN' && tick === '0.01',
  );
  assert.ok(market !== undefined);
  let begin: () => void = () => assert.fail('the page requests its book first');
  const origin = await startProxy(
    () => service.url,
    (socket) =>
      serveBooks(socket, (book) => {
        book(0);
        begin = () => sendUpdates(book);
      }),
  );
  const page = await openTerminal(service, browser, {}, origin);
  await goTo(page, `/trade/${market.instrument_id}`);
  await page.getByText('bid 40¢', { exact: true }).waitFor();
  await page.evaluate(COUNT_FRAMES);
  begin();
  await page.getByText('bid 41¢', { exact: true }).waitFor(); // only the last update has this price
  const frames = await page.evaluate<number[]>('window.frameGaps');
  const late = frames.filter((ms) => ms > 50);
  t.diagnostic(
    `${UPDATES} updates of ${2 * LEVELS} levels: ${frames.length} frames, ${late.length} over 50 ms, longest ${Math.max(...frames).toFixed(0)} ms`,
  );
  assert.ok(frames.length > 0);
});

type SendBook = (update: number) => void;

/** Answers subscriptions to a book as the service would, and no others. */
function serveBooks(socket: WebSocket, onSubscribed: (book: SendBook) => void): void {
  let seq = 0;
  const send = (frame: object): void => socket.send(JSON.stringify({ ...frame, seq: ++seq }));
  send({ type: 'connected', stream: 'multiplex', connection_id: 'c_1', heartbeat_ms: 15_000, timestamp: 1 });
  socket.on('message', (data: Buffer) => {
    const { action, id, sub, topic, query } = JSON.parse(data.toString());
    if (action !== 'subscribe' || topic !== 'orderbooks') return;
    send({ type: 'subscribed', id, sub });
    onSubscribed(createBook(Number(query.instrument_id), (frame) => send({ ...frame, sub })));
  });
}

/** The last update moves the best bid. */
function createBook(instrumentId: number, send: (frame: object) => void): SendBook {
  return (update) => {
    const best = update === UPDATES ? 0.41 : 0.4;
    const levels = (sign: number) =>
      Array.from({ length: LEVELS }, (_, index) => ({
        price: (best + (sign < 0 ? 0 : 0.02) + (sign * index) / 1_000).toFixed(3).replace(/0$/, ''),
        qty: String(1 + ((update * 7 + index * 13) % 500)),
      }));
    const [bids, asks] = [levels(-1), levels(1)];
    send({
      type: 'book',
      instrument_id: instrumentId,
      bids,
      asks,
      timestamp: Date.now(),
      sequence: update + 1,
    });
  };
}

function sendUpdates(book: SendBook): void {
  let sent = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < UPDATES_PER_INTERVAL && sent < UPDATES; count += 1) book((sent += 1));
    if (sent === UPDATES) clearInterval(timer);
  }, SEND_INTERVAL_MS);
}

const COUNT_FRAMES = `window.frameGaps = [];
  let before = performance.now();
  const count = (now) => { window.frameGaps.push(now - before); before = now; requestAnimationFrame(count); };
  requestAnimationFrame(count);`;
