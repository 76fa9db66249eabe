import type { AggregatedBook, OrderBook } from '../../../sdk/src/index.ts';

/** Whose book: an instrument's, or a generic asset's over its venues. */
export type Subject = `instrument/${number}` | `asset/${number}`;

/** A book as a page shows it: `unavailable` says why there is none. */
export type ShownBook =
  | { readonly kind: 'book'; readonly book: OrderBook; readonly heardAt: number }
  | { readonly kind: 'aggregated'; readonly book: AggregatedBook; readonly heardAt: number }
  | { readonly kind: 'unavailable'; readonly message: string; readonly heardAt: number };

/** From the page to the worker: first who signs, then what is wanted, whole each time. */
export type FeedRequest =
  | {
      readonly kind: 'sign';
      readonly baseUrl: string;
      readonly keyId: string;
      readonly privateKey: CryptoKey;
    }
  | { readonly kind: 'want'; readonly subjects: readonly Subject[] };

/** From the worker: what changed since the last message, and whether the stream lives. */
export type FeedReply =
  | { readonly kind: 'books'; readonly books: readonly (readonly [Subject, ShownBook])[] }
  | { readonly kind: 'state'; readonly isLive: boolean; readonly why: string | null };
