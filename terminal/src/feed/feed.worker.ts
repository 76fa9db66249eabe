import { Crossbook, type OrderbooksFrame } from '../../../sdk/src/index.ts';
import type { FeedReply, FeedRequest, ShownBook, Subject } from './feed-messages.ts';

// Frames are parsed here, off the page's own thread, and handed over at most once for each picture it draws.

const FRAME_MS = 16;
const SETTLE_MS = 30; // several pages ask at once when one is opened
const RETRY_MS = 2_000;

let client: Crossbook | null = null;
let wanted: readonly Subject[] = [];
let stop: AbortController | null = null;
let isClockKnown = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let sending: ReturnType<typeof setTimeout> | undefined;
const news = new Map<Subject, ShownBook>();

addEventListener('message', ({ data }: MessageEvent<FeedRequest>) => {
  if (data.kind === 'sign') client = new Crossbook(data);
  else {
    wanted = data.subjects;
    clearTimeout(settling);
    settling = setTimeout(() => void listen(), SETTLE_MS);
  }
});

/** Reads the books that are wanted until others are. */
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
      onReconnect: () =>
        tell({ kind: 'state', isLive: false, why: 'the stream broke off; connecting again' }),
    });
    for await (const frame of stream) take(frame);
  } catch (error) {
    if (mine.signal.aborted) return;
    isClockKnown = false;
    tell({ kind: 'state', isLive: false, why: error instanceof Error ? error.message : String(error) });
    settling = setTimeout(() => void listen(), RETRY_MS);
  }
}

/** A browser does not say why a stream was refused. An ordinary call does, and sets our clock by the service's. */
async function setClock(signal: AbortSignal): Promise<void> {
  if (isClockKnown) return;
  await client?.account.get({ signal });
  isClockKnown = true;
}

function take(frame: OrderbooksFrame): void {
  news.set(subjectOf(frame), shownOf(frame));
  sending ??= setTimeout(() => {
    sending = undefined;
    tell({ kind: 'state', isLive: true, why: null });
    tell({ kind: 'books', books: [...news] });
    news.clear();
  }, FRAME_MS);
}

const subjectOf = ({ instrument_id: id, ...frame }: OrderbooksFrame & { instrument_id?: number }): Subject =>
  id === undefined ? `asset/${(frame as { generic_asset_id: number }).generic_asset_id}` : `instrument/${id}`;

function shownOf(frame: OrderbooksFrame): ShownBook {
  const heardAt = Date.now();
  if (frame.type === 'book') return { kind: 'book', book: frame, heardAt };
  if (frame.type === 'aggregated_book') return { kind: 'aggregated', book: frame, heardAt };
  return { kind: 'unavailable', message: frame.message, heardAt };
}

const tell = (reply: FeedReply): void => postMessage(reply);
