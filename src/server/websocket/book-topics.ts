import type { GenericAssetId, InstrumentId } from '../../domain/model/ids.ts';
import { mapResult, type Rejection, type Result } from '../../domain/model/result.ts';
import type { MarketData } from '../../market-data/market-data-types.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type { Log } from '../../ports/telemetry.ts';
import { renderAggregatedBook, renderBook } from '../http/routes/book-routes.ts';
import { createFrame, type Frame } from './frame-codec.ts';

export interface BookTopicsDeps {
  readonly marketData: Pick<MarketData, 'book' | 'aggregatedBook' | 'instrument' | 'asset' | 'onBook'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whose book: an instrument's own, or a generic asset's over its venues. */
export type BookSubject =
  | { readonly kind: 'instrument'; readonly id: InstrumentId }
  | { readonly kind: 'asset'; readonly id: GenericAssetId };

export interface Reader {
  send(frame: Frame): void;
}

interface Topic {
  readonly subject: BookSubject;
  readonly readers: Set<Reader>;
  members: readonly InstrumentId[]; // whose changes concern it
  shown: string | null; // what the readers have: the sequence, or why there is no book
}

/** What readers are shown, and the mark by which a repeat is known. */
interface Shown {
  readonly state: string;
  readonly frame: Frame;
}

const PACE_MS = 100; // a book that changes a thousand times a second is shown ten times
const REFRESH_MS = 15_000; // so that a feed kept on request stays wanted, and a lost book is told

/**
 * Books that somebody reads, each rendered once for all its readers and at most every `PACE_MS`. A frame
 * is the whole book: one that is left out is made good by the next.
 */
export class BookTopics {
  readonly #deps: BookTopicsDeps;
  readonly #topics = new Map<string, Topic>();
  readonly #concerned = new Map<InstrumentId, Set<Topic>>();
  readonly #dirty = new Set<Topic>();
  readonly #unlisten: () => void;
  readonly #refresh: Timer;
  #pace: Timer | null = null;

  constructor(deps: BookTopicsDeps) {
    this.#deps = deps;
    this.#unlisten = deps.marketData.onBook((id) => this.#changed(id));
    this.#refresh = deps.clock.every(REFRESH_MS, () => this.#showAll([...this.#topics.values()]));
  }

  /** Shows each book to the reader as it is now, and then as it changes. */
  join(reader: Reader, subjects: readonly BookSubject[]): void {
    for (const subject of subjects) {
      const topic = this.#topics.get(keyOf(subject)) ?? this.#open(subject);
      topic.readers.add(reader);
      this.#quietly(this.#show(topic, reader));
    }
  }

  leave(reader: Reader, subjects: readonly BookSubject[]): void {
    for (const subject of subjects) {
      const topic = this.#topics.get(keyOf(subject));
      topic?.readers.delete(reader);
      if (topic?.readers.size === 0) this.#close(topic);
    }
  }

  stop(): void {
    this.#unlisten();
    this.#refresh.cancel();
    this.#pace?.cancel();
    this.#topics.clear();
  }

  #open(subject: BookSubject): Topic {
    const topic: Topic = { subject, readers: new Set(), members: [], shown: null };
    this.#topics.set(keyOf(subject), topic);
    return topic;
  }

  #close(topic: Topic): void {
    this.#topics.delete(keyOf(topic.subject));
    this.#dirty.delete(topic);
    this.#concern(topic, []);
  }

  #changed(id: InstrumentId): void {
    const topics = this.#concerned.get(id);
    if (topics === undefined) return;
    for (const topic of topics) this.#dirty.add(topic);
    this.#pace ??= this.#deps.clock.after(PACE_MS, () => {
      this.#pace = null;
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      this.#showAll(dirty);
    });
  }

  #showAll(topics: readonly Topic[]): void {
    for (const topic of topics) this.#quietly(this.#show(topic, null));
  }

  /** @param newcomer  gets the book whatever it is; null: everybody gets what they do not have yet */
  async #show(topic: Topic, newcomer: Reader | null): Promise<void> {
    const shown = await this.#read(topic);
    if (shown === null || topic.readers.size === 0) return;
    const isNews = shown.state !== topic.shown;
    topic.shown = shown.state;
    const readers = isNews ? topic.readers : newcomer === null ? [] : [newcomer];
    for (const reader of readers) reader.send(shown.frame);
  }

  /** Null when the subject is not listed any more. */
  async #read(topic: Topic): Promise<Shown | null> {
    const { marketData } = this.#deps;
    const { subject } = topic;
    if (subject.kind === 'instrument') {
      const instrument = await marketData.instrument(subject.id);
      if (instrument === null) return null;
      this.#concern(topic, [subject.id]);
      const book = await marketData.book(instrument);
      return shownOf(
        'book',
        { instrument_id: subject.id },
        mapResult(book, (it) => renderBook(it)),
      );
    }
    const asset = await marketData.asset(subject.id);
    if (asset === null) return null;
    this.#concern(
      topic,
      asset.members.map(({ instrumentId }) => instrumentId),
    );
    const book = await marketData.aggregatedBook(asset);
    return shownOf(
      'aggregated_book',
      { generic_asset_id: subject.id },
      mapResult(book, renderAggregatedBook),
    );
  }

  #concern(topic: Topic, members: readonly InstrumentId[]): void {
    for (const id of topic.members) this.#concerned.get(id)?.delete(topic);
    topic.members = members;
    for (const id of members) {
      const topics = this.#concerned.get(id) ?? new Set();
      this.#concerned.set(id, topics.add(topic));
    }
  }

  #quietly(showing: Promise<void>): void {
    showing.catch((error: unknown) =>
      this.#deps.log.error('a book could not be shown', { why: String(error) }),
    );
  }
}

const keyOf = ({ kind, id }: BookSubject): string => `${kind}/${id}`;

function shownOf(
  type: string,
  subject: object,
  book: Result<{ readonly sequence: number }, Rejection>,
): Shown {
  if (book.ok) return { state: String(book.value.sequence), frame: createFrame(type, book.value) };
  const { code, message } = book.error;
  return { state: code, frame: createFrame('unavailable', { ...subject, error: code, message }) };
}
