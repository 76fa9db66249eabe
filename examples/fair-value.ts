/** A fair-value taker: believes in the average price of the last books, and buys what is offered clearly below it. */
import { Crossbook } from '@crossbook/sdk';

const EDGE = 0.01;
const WEIGHT = 0.1; // of the newest book in the average
const BOOKS_MIN = 10; // before the average means something
const fillsMax = Number(process.argv[2] ?? 3);
const client = await Crossbook.fromEnv();

const { items } = await client.markets.search({ venue: 'Demo', status: 'OPEN', limit: 20 }); // Demo takes no fees
const views = new Map(items.map(({ instrument_id }) => [instrument_id, { fair: 0, books: 0 }]));
let fills = 0;

for await (const book of client.streams.orderbooks({ instrumentIds: [...views.keys()] })) {
  const [bid, ask] = book.type === 'book' ? [book.bids[0], book.asks[0]] : [];
  if (book.type !== 'book' || bid === undefined || ask === undefined) continue;
  const view = views.get(book.instrument_id);
  if (view === undefined) continue;
  const mid = (Number(bid.price) + Number(ask.price)) / 2;
  view.fair = view.books === 0 ? mid : view.fair + WEIGHT * (mid - view.fair);
  view.books += 1;
  if (view.books < BOOKS_MIN || Number(ask.price) > view.fair - EDGE) continue;
  const order = await client.orders.create({
    subaccount_id: 'sa_1',
    instrument_id: book.instrument_id,
    side: 'BUY',
    type: 'LIMIT',
    tif: 'IOC',
    price: ask.price,
    qty: '10',
  });
  view.books = 0; // a new average before the next order
  if (order.filled_qty === '0') continue; // someone was faster
  console.log(
    `${book.instrument_id}: ${order.filled_qty} @ ${order.avg_fill_price}, fair ${view.fair.toFixed(3)}`,
  );
  fills += 1;
  if (fills >= fillsMax) break;
}
