import type { AggregatedBook, OrderBook, TradePrint } from '../../../sdk/src/index.ts';

/** Identifies a book: of an instrument, or of a generic asset across its venues. */
export type Subject = `instrument/${number}` | `asset/${number}`;

/** A book as a page shows it. `unavailable` gives the reason why there is none. */
export type ShownBook =
  | { readonly kind: 'book'; readonly book: OrderBook; readonly receivedAt: number }
  | { readonly kind: 'aggregated'; readonly book: AggregatedBook; readonly receivedAt: number }
  | { readonly kind: 'unavailable'; readonly message: string; readonly receivedAt: number };

/** Messages from the page to the worker: first the signing key, then the complete list of books each time, and whether prints are shown. */
export type FeedRequest =
  | {
      readonly kind: 'sign';
      readonly baseUrl: string;
      readonly keyId: string;
      readonly privateKey: CryptoKey;
    }
  | { readonly kind: 'want'; readonly subjects: readonly Subject[] }
  | { readonly kind: 'want-prints'; readonly isWanted: boolean };

/** Messages from the worker: books changed since the last message, and the state of the stream. */
export type FeedReply =
  | { readonly kind: 'books'; readonly books: readonly (readonly [Subject, ShownBook])[] }
  | { readonly kind: 'state'; readonly isLive: boolean; readonly why: string | null }
  | PrintNews;

/** Prints of all venues, oldest first, or why there are none now. Not whole: prints before these are missing. */
export type PrintNews =
  | { readonly kind: 'prints'; readonly prints: readonly TradePrint[]; readonly isWhole: boolean }
  | { readonly kind: 'prints-state'; readonly why: string | null };
