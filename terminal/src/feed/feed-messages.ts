import type { AggregatedBook, OrderBook } from '../../../sdk/src/index.ts';

/** Identifies a book: of an instrument, or of a generic asset across its venues. */
export type Subject = `instrument/${number}` | `asset/${number}`;

/** A book as a page shows it. `unavailable` gives the reason why there is none. */
export type ShownBook =
  | { readonly kind: 'book'; readonly book: OrderBook; readonly receivedAt: number }
  | { readonly kind: 'aggregated'; readonly book: AggregatedBook; readonly receivedAt: number }
  | { readonly kind: 'unavailable'; readonly message: string; readonly receivedAt: number };

/** Messages from the page to the worker: first the signing key, then the complete list of books each time. */
export type FeedRequest =
  | {
      readonly kind: 'sign';
      readonly baseUrl: string;
      readonly keyId: string;
      readonly privateKey: CryptoKey;
    }
  | { readonly kind: 'want'; readonly subjects: readonly Subject[] };

/** Messages from the worker: books changed since the last message, and the state of the stream. */
export type FeedReply =
  | { readonly kind: 'books'; readonly books: readonly (readonly [Subject, ShownBook])[] }
  | { readonly kind: 'state'; readonly isLive: boolean; readonly why: string | null };
