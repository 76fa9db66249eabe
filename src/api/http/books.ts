import type { Type } from 'typebox';
import type { Book, Level } from '../../core/books/book.ts';
import { assetOf, instrumentOf } from './arguments.ts';
import { renderAggregatedBook, renderBook } from './render/book.ts';
import { answerText, answerWith, type Call, type Handled, route } from './route.ts';
import {
  AggregatedBookQuery,
  AggregatedBookSchema,
  BookSchema,
  DEPTH_LIGHT,
  LightBookQuery,
} from './schemas/book.ts';
import { NoQuery } from './schemas/service.ts';

const READ = { method: 'GET', permission: 'read', bucket: 'read', isMutating: false, tag: 'Books' } as const;

export const bookRoutes = [
  route({
    ...READ,
    path: '/v1/markets/{id}/book',
    name: 'getLightBook',
    summary: 'The best levels of one book',
    notes: 'Light: the best 10 levels of each side, or `depth` of them. YES terms, best level first.',
    query: LightBookQuery,
    answer: BookSchema,
    refusals: ['not_found', 'venue_unavailable'],
    handle: (call) => book(call, call.query.depth),
  }),
  route({
    ...READ,
    path: '/v1/orderbooks/{id}',
    name: 'getBook',
    summary: 'One whole book',
    notes: 'Every level of both sides, in YES terms, best level first.',
    query: NoQuery,
    answer: BookSchema,
    refusals: ['not_found', 'venue_unavailable'],
    handle: (call) => book(call, DEPTH_FULL),
  }),
  route({
    ...READ,
    path: '/v1/orderbooks/generic-asset/{id}',
    name: 'getAggregatedBook',
    summary: 'The books of all venues of an asset as one',
    notes: 'In the YES terms of the asset. Each level says which venue holds what of it.',
    query: AggregatedBookQuery,
    answer: AggregatedBookSchema,
    refusals: ['not_found', 'venue_unavailable'],
    handle: aggregatedBook,
  }),
];

const DEPTH_FULL = Number.MAX_SAFE_INTEGER;

async function book(call: Call, depth: number): Promise<Handled> {
  const instrument = await instrumentOf(call, call.params['id'] ?? '');
  if (!instrument.ok) return instrument;
  const found = await call.deps.marketData.book(instrument.value);
  return found.ok ? answerText(textOf(found.value, depth)) : found;
}

interface BookText {
  readonly book: Book;
  readonly text: string;
}

/**
 * Books are read far more often than they change, so the text of one is kept until it moves. It hangs on
 * the book's own levels, which are immutable: levels that are gone take their text with them, and no bound
 * is needed. Only the two depths that callers ask for without saying so are kept.
 */
const KEPT: ReadonlyMap<number, WeakMap<readonly Level[], BookText>> = new Map([
  [DEPTH_LIGHT, new WeakMap()],
  [DEPTH_FULL, new WeakMap()],
]);

function textOf(book: Book, depth: number): string {
  const kept = KEPT.get(depth);
  const known = kept?.get(book.bids);
  if (known !== undefined && isSame(known.book, book)) return known.text;
  const text = JSON.stringify(renderBook(book, depth));
  kept?.set(book.bids, { book, text });
  return text;
}

const isSame = (a: Book, b: Book): boolean =>
  a === b ||
  (a.bids === b.bids &&
    a.asks === b.asks &&
    a.sequence === b.sequence &&
    a.timestamp === b.timestamp &&
    a.instrumentId === b.instrumentId);

async function aggregatedBook(call: Call<Type.Static<typeof AggregatedBookQuery>>): Promise<Handled> {
  const { trading, marketData } = call.deps;
  const { subaccount_id } = call.query;
  const granted = subaccount_id === undefined ? null : trading.checkSubaccount(call.caller, subaccount_id);
  if (granted?.ok === false) return granted;
  const asset = await assetOf(call);
  return asset.ok ? answerWith(await marketData.aggregatedBook(asset.value), renderAggregatedBook) : asset;
}
