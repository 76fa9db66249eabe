import type { StoredKey } from '../sign-in/key-store.ts';
import type { FeedReply, FeedRequest, PrintNews, ShownBook, Subject } from './feed-messages.ts';
import { TabStreams } from './tab-streams.ts';

type Listener = () => void;

/**
 * The books that pages show, kept outside React. Listeners are called once per drawn frame and read the newest book.
 * One stream serves all pages.
 */
export class Feed {
  /** The other streams of a page, on the same connection. */
  readonly streams = new TabStreams((request) => this.#send(request));
  readonly #worker: Worker;
  readonly #listeners = new Map<Subject, Set<Listener>>();
  readonly #books = new Map<Subject, ShownBook>();
  readonly #dirty = new Set<Subject>();
  readonly #printListeners = new Set<(news: PrintNews) => void>();
  readonly #stateListeners = new Set<Listener>();
  #state: { readonly isLive: boolean; readonly why: string | null } = { isLive: false, why: 'connecting' };
  #isDrawing = false;

  constructor({ keyId, privateKey }: StoredKey) {
    this.#worker = new Worker(new URL('./feed.worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FeedReply>) => this.#take(data));
    this.#send({ kind: 'sign', baseUrl: location.origin, keyId, privateKey });
  }

  /** Subscribes to a book; returns the function that unsubscribes. */
  watch(subject: Subject, listener: Listener): () => void {
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(listener));
    if (listeners.size === 1) this.#want();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(subject);
      this.#books.delete(subject);
      this.#want();
    };
  }

  /** Streams the prints of all venues, the latest ones first; returns the function that ends it. One page at a time. */
  watchPrints(listener: (news: PrintNews) => void): () => void {
    this.#printListeners.add(listener);
    this.#send({ kind: 'want-prints', isWanted: true });
    return () => {
      this.#printListeners.delete(listener);
      this.#send({ kind: 'want-prints', isWanted: false });
    };
  }

  /** Null until the first message about it arrives. */
  book(subject: Subject): ShownBook | null {
    return this.#books.get(subject) ?? null;
  }

  readonly onState = (listener: Listener): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  get state() {
    return this.#state;
  }

  close(): void {
    this.#worker.terminate();
  }

  #want(): void {
    this.#send({ kind: 'want', subjects: [...this.#listeners.keys()] });
  }

  #take(reply: FeedReply): void {
    if (reply.kind === 'state') {
      if (reply.isLive === this.#state.isLive && reply.why === this.#state.why) return;
      this.#state = reply;
      for (const listener of this.#stateListeners) listener();
      return;
    }
    if (reply.kind === 'frame' || reply.kind === 'ended') return this.streams.take(reply);
    if (reply.kind !== 'books') {
      for (const listener of this.#printListeners) listener(reply);
      return;
    }
    for (const [subject, book] of reply.books) {
      this.#books.set(subject, book);
      this.#dirty.add(subject);
    }
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#isDrawing = false;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const subject of dirty) for (const listener of this.#listeners.get(subject) ?? []) listener();
  }

  #send(request: FeedRequest): void {
    this.#worker.postMessage(request);
  }
}
