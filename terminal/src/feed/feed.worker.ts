import { Crossbook, type OrderbooksFrame } from '../../../sdk/src/index.ts';
import type { FeedReply, FeedRequest, ShownBook, StreamRequest, Subject } from './feed-messages.ts';
import { describeReconnect, readPrints } from './print-reader.ts';

// The one connection of the tab is in this worker. Frames are parsed here, off the page's main thread, and books are posted at most once per drawn frame.

const FRAME_MS = 16;
const SETTLE_MS = 30; // opening a page subscribes to several books at once
const RETRY_MS = 2_000;

let client: Crossbook | null = null;
let wanted: readonly Subject[] = [];
let stop: AbortController | null = null;
let printing: AbortController | null = null;
let isClockKnown = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let sending: ReturnType<typeof setTimeout> | undefined;
const stopById = new Map<number, AbortController>(); // of the streams that the page reads
const pendingBooks = new Map<Subject, ShownBook>();

addEventListener('message', ({ data }: MessageEvent<FeedRequest>) => {
  if (data.kind === 'sign') client = new Crossbook(data);
  else if (data.kind === 'want-prints') listenToPrints(data.isWanted);
  else if (data.kind === 'open') void read(data);
  else if (data.kind === 'close') stopById.get(data.id)?.abort();
  else {
    wanted = data.subjects;
    clearTimeout(settling);
    settling = setTimeout(() => void listen(), SETTLE_MS);
  }
});

/** Streams the subscribed books until the subscription changes. */
async function listen(): Promise<void> {
  stop?.abort();
  if (client === null || wanted.length === 0) return;
  const mine = new AbortController();
  stop = mine;
  try {
    await setClock(mine.signal);
    const ids = (kind: string): number[] =>
      wanted.filter((subject) => subject.startsWith(kind)).map((subject) => Number(subject.split('/')[1]));
    const stream = client.streams.orderbooks({
      instrumentIds: ids('instrument'),
      genericAssetIds: ids('asset'),
      signal: mine.signal,
      onReconnect: ({ reason }) => post({ kind: 'state', isLive: false, why: describeReconnect(reason) }),
    });
    for await (const frame of stream) take(frame);
  } catch (error) {
    if (mine.signal.aborted) return;
    isClockKnown = false;
    post({ kind: 'state', isLive: false, why: describe(error) });
    settling = setTimeout(() => void listen(), RETRY_MS);
  }
}

/** Reads a stream for the page until the page closes it, or it fails. */
async function read({ id, name, filter }: Extract<StreamRequest, { kind: 'open' }>): Promise<void> {
  if (client === null) return;
  const mine = new AbortController();
  stopById.set(id, mine);
  try {
    const options = { ...filter, signal: mine.signal, onGap: () => undefined };
    for await (const frame of client.streams[name](options)) post({ kind: 'frame', id, frame });
    post({ kind: 'ended', id, error: null });
  } catch (error) {
    if (!mine.signal.aborted) post({ kind: 'ended', id, error: describe(error) });
  } finally {
    stopById.delete(id);
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function listenToPrints(isWanted: boolean): void {
  printing?.abort();
  printing = isWanted ? new AbortController() : null;
  if (client !== null && printing !== null) void readPrints(client, printing.signal, post);
}

/** A browser hides the reason of a rejected WebSocket handshake. A REST call reports it, and synchronises our clock. */
async function setClock(signal: AbortSignal): Promise<void> {
  if (isClockKnown) return;
  await client?.account.get({ signal });
  isClockKnown = true;
}

function take(frame: OrderbooksFrame): void {
  pendingBooks.set(toSubject(frame), toShownBook(frame));
  sending ??= setTimeout(() => {
    sending = undefined;
    post({ kind: 'state', isLive: true, why: null });
    post({ kind: 'books', books: [...pendingBooks] });
    pendingBooks.clear();
  }, FRAME_MS);
}

const toSubject = ({ instrument_id: id, ...frame }: OrderbooksFrame & { instrument_id?: number }): Subject =>
  id === undefined ? `asset/${(frame as { generic_asset_id: number }).generic_asset_id}` : `instrument/${id}`;

function toShownBook(frame: OrderbooksFrame): ShownBook {
  const receivedAt = Date.now();
  if (frame.type === 'book') return { kind: 'book', book: frame, receivedAt };
  if (frame.type === 'aggregated_book') return { kind: 'aggregated', book: frame, receivedAt };
  return { kind: 'unavailable', message: frame.message, receivedAt };
}

const post = (reply: FeedReply): void => postMessage(reply);
