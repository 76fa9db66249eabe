import { type GenericAssetId, type InstrumentId, mapResult, type Rejection, type Result } from '#contract';
import { renderAggregatedBook, renderBook } from '#http';
import type { MarketData } from '#market-data';
import { type Clock, type Log, type Timer, wait } from '#ports';
import { createFrame, type Frame } from './send-queue.ts';

export interface BookTopicsDeps {
  readonly marketData: Pick<MarketData, 'book' | 'aggregatedBook' | 'instrument' | 'asset' | 'onBook'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The subject of a book: one instrument, or a generic asset with all its venues. */
export type BookSubject =
  | { readonly kind: 'instrument'; readonly id: InstrumentId }
  | { readonly kind: 'asset'; readonly id: GenericAssetId };

export interface Reader {
  send(frame: Frame): void;
}

interface Topic {
  readonly subject: BookSubject;
  readonly readers: Set<Reader>;
  members: readonly InstrumentId[]; // a change of any of these changes the book
  sentState: string | null; // state of the last sent frame: the sequence, or why there is no book
}

/** The current frame of a topic, and its state, which detects repeats. */
interface TopicFrame {
  readonly state: string;
  readonly frame: Frame;
}

const TOPICS_PER_STEP = 50;
const PACE_MS = 100; // each book is sent at most ten times a second
const REFRESH_MS = 15_000; // keeps venue subscriptions active, and reports a lost book

/**
 * The subscribed books. Each is rendered once for all its readers, at most every `PACE_MS`. A frame contains
 * the whole book, so a skipped frame is replaced by the next one.
 */
export class BookTopics {
  readonly #deps: BookTopicsDeps;
  readonly #topics = new Map<string, Topic>();
  readonly #topicsByInstrument = new Map<InstrumentId, Set<Topic>>();
  readonly #dirty = new Set<Topic>();
  readonly #unlisten: () => void;
  readonly #refresh: Timer;
  #pace: Timer | null = null;

  constructor(deps: BookTopicsDeps) {
    this.#deps = deps;
    this.#unlisten = deps.marketData.onBook((id) => this.#changed(id));
    this.#refresh = deps.clock.every(REFRESH_MS, () => this.#sendAll([...this.#topics.values()]));
  }

  /** Sends each book to the reader now, and after each change. */
  join(reader: Reader, subjects: readonly BookSubject[]): void {
    const joined = subjects.map((subject) => this.#topics.get(toKey(subject)) ?? this.#open(subject));
    for (const topic of joined) topic.readers.add(reader);
    this.#sendAll(joined, reader);
  }

  leave(reader: Reader, subjects: readonly BookSubject[]): void {
    for (const subject of subjects) {
      const topic = this.#topics.get(toKey(subject));
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
    const topic: Topic = { subject, readers: new Set(), members: [], sentState: null };
    this.#topics.set(toKey(subject), topic);
    return topic;
  }

  #close(topic: Topic): void {
    this.#topics.delete(toKey(topic.subject));
    this.#dirty.delete(topic);
    this.#setMembers(topic, []);
  }

  #changed(id: InstrumentId): void {
    const topics = this.#topicsByInstrument.get(id);
    if (topics === undefined) return;
    for (const topic of topics) this.#dirty.add(topic);
    this.#pace ??= this.#deps.clock.after(PACE_MS, () => {
      this.#pace = null;
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      this.#sendAll(dirty);
    });
  }

  #sendAll(topics: readonly Topic[], newcomer: Reader | null = null): void {
    this.#logFailure(this.#sendInSteps(topics, newcomer));
  }

  /** A few at a time: hundreds of books in one step of the event loop would delay other callers. */
  async #sendInSteps(topics: readonly Topic[], newcomer: Reader | null): Promise<void> {
    for (let from = 0; from < topics.length; from += TOPICS_PER_STEP) {
      if (from > 0) await wait(this.#deps.clock, 0);
      for (const topic of topics.slice(from, from + TOPICS_PER_STEP))
        this.#logFailure(this.#send(topic, newcomer));
    }
  }

  /** @param newcomer  receives the current frame in any case; null: only a changed frame is sent */
  async #send(topic: Topic, newcomer: Reader | null): Promise<void> {
    if (topic.readers.size === 0) return;
    const current = await this.#read(topic);
    if (topic.readers.size === 0) return this.#setMembers(topic, []); // closed meanwhile
    if (current === null) return;
    const isChanged = current.state !== topic.sentState;
    topic.sentState = current.state;
    for (const reader of topic.readers) if (isChanged || reader === newcomer) reader.send(current.frame);
  }

  /** Null when the subject is no longer listed, or the last reader has left meanwhile. */
  async #read(topic: Topic): Promise<TopicFrame | null> {
    const { marketData } = this.#deps;
    const { subject } = topic;
    if (subject.kind === 'instrument') {
      const instrument = await marketData.instrument(subject.id);
      if (instrument === null || !this.#isOpen(topic)) return null;
      this.#setMembers(topic, [subject.id]);
      const book = await marketData.book(instrument);
      return toTopicFrame(
        'book',
        { instrument_id: subject.id },
        mapResult(book, (it) => renderBook(it)),
      );
    }
    const asset = await marketData.asset(subject.id);
    if (asset === null || !this.#isOpen(topic)) return null;
    this.#setMembers(
      topic,
      asset.members.map(({ instrumentId }) => instrumentId),
    );
    const book = await marketData.aggregatedBook(asset);
    return toTopicFrame(
      'aggregated_book',
      { generic_asset_id: subject.id },
      mapResult(book, renderAggregatedBook),
    );
  }

  /** False when it was closed during a read: its members must not be registered again. */
  #isOpen(topic: Topic): boolean {
    return this.#topics.get(toKey(topic.subject)) === topic;
  }

  #setMembers(topic: Topic, members: readonly InstrumentId[]): void {
    for (const id of topic.members) {
      const topics = this.#topicsByInstrument.get(id);
      topics?.delete(topic);
      if (topics?.size === 0) this.#topicsByInstrument.delete(id);
    }
    topic.members = members;
    for (const id of members) {
      const topics = this.#topicsByInstrument.get(id) ?? new Set();
      this.#topicsByInstrument.set(id, topics.add(topic));
    }
  }

  #logFailure(sending: Promise<void>): void {
    sending.catch((error: unknown) =>
      this.#deps.log.error('a book could not be sent', { why: String(error) }),
    );
  }
}

const toKey = ({ kind, id }: BookSubject): string => `${kind}/${id}`;

function toTopicFrame(
  type: string,
  subject: object,
  book: Result<{ readonly sequence: number }, Rejection>,
): TopicFrame {
  if (book.ok) return { state: String(book.value.sequence), frame: createFrame(type, book.value) };
  const { code, message } = book.error;
  return { state: code, frame: createFrame('unavailable', { ...subject, error: code, message }) };
}
