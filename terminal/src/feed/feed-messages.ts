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
  | { readonly kind: 'want-prints'; readonly isWanted: boolean }
  | StreamRequest;

export type TabStreamName = 'orders' | 'fills' | 'positions' | 'complexOrders' | 'tradeprints';

/** What a stream of a page selects. */
export interface StreamFilter {
  readonly subaccountIds?: readonly string[];
  readonly instrumentIds?: readonly number[];
  readonly afterId?: number;
}

/** A page opens or closes a stream that the worker reads for it. */
export type StreamRequest =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly name: TabStreamName;
      readonly filter: StreamFilter;
    }
  | { readonly kind: 'close'; readonly id: number };

/** A frame of a stream that a page has opened, or its end. `error` is null when it was closed. */
export type StreamReply =
  | { readonly kind: 'frame'; readonly id: number; readonly frame: object }
  | { readonly kind: 'ended'; readonly id: number; readonly error: string | null };

/** Messages from the worker: books changed since the last message, and the state of the stream. */
export type FeedReply =
  | { readonly kind: 'books'; readonly books: readonly (readonly [Subject, ShownBook])[] }
  | { readonly kind: 'state'; readonly isLive: boolean; readonly why: string | null }
  | PrintNews
  | StreamReply;

/** Prints of all venues, oldest first, or why there are none now. Not whole: prints before these are missing. */
export type PrintNews =
  | { readonly kind: 'prints'; readonly prints: readonly TradePrint[]; readonly isWhole: boolean }
  | { readonly kind: 'prints-state'; readonly why: string | null };
