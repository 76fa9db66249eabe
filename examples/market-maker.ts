/**
 * Market making: keeps a bid and an ask inside the spread of one market, and leans against its position.
 * The service withdraws the quotes if this program ends in any way.
 */
import { type BookLevel, Crossbook } from '@crossbook/sdk';

const QTY = 20;
const POSITION_MAX = 60;
const fillsMax = Number(process.argv[2] ?? 5);
const client = await Crossbook.fromEnv();

const [market] = (await client.markets.search({ q: 'rain london', venue: 'Demo', status: 'OPEN' })).items;
if (market === undefined) throw new Error('the market is not open');
const { instrument_id, title } = market;
const tick = Number(market.price_tick);
const toTicks = (price: number): number => Number((Math.round(price / tick) * tick).toFixed(4));
console.log(`quoting ${title}`);

let position = 0;
let fills = 0;
const stop = new AbortController();
const session = client.trade({
  onDisconnect: 'SESSION',
  onFill(fill) {
    if (fill.instrument_id !== instrument_id) return;
    position += fill.side === 'BUY' ? Number(fill.qty) : -Number(fill.qty);
    console.log(`${fill.side} ${fill.qty} @ ${fill.price}, position ${position}`);
    fills += 1;
    if (fills >= fillsMax) stop.abort();
  },
});

/** The best price of others; `own` is where this program quotes. */
const findBest = (levels: readonly BookLevel[], own: number): number =>
  Number(levels.find(({ price, qty }) => Number(price) !== own || Number(qty) > QTY)?.price);

let [bid, ask] = [0, 0];
for await (const book of client.streams.orderbooks({ instrumentIds: [instrument_id], signal: stop.signal })) {
  if (book.type !== 'book') continue; // the last quotes stay
  const [below, above] = [findBest(book.bids, bid), findBest(book.asks, ask)];
  const lean = -Math.sign(position) * tick; // a long position is sold sooner, and not enlarged as soon
  const inside = above - below > 2.5 * tick ? tick : 0; // a narrow spread is joined
  bid = toTicks(Math.min(below + inside + lean, above - tick));
  ask = toTicks(Math.max(above - inside + lean, below + tick));
  if (!(bid > 0 && ask < 1)) continue; // a side of the book is empty
  const toQuote = (price: number) => ({ price: String(price), qty: String(QTY) });
  const quotes = [
    {
      instrument_id,
      bid: position < POSITION_MAX ? toQuote(bid) : null,
      ask: position > -POSITION_MAX ? toQuote(ask) : null,
    },
  ];
  await session.putQuotes({ subaccount_id: 'sa_1', quote_seq: Date.now(), quotes });
}
session.close();
console.log(`${fills} fills`);
