import type { Crossbook, TradePrint } from '../../../sdk/src/index.ts';
import type { PrintNews } from './feed-messages.ts';

const PAST_MAX = 1_000;
const BATCH_MS = 50;
const RETRY_MS = 2_000;

/**
 * Reads the prints of all venues until the signal: the latest ones first, then each new one. They are posted in batches,
 * oldest first.
 */
export async function readPrints(
  client: Crossbook,
  signal: AbortSignal,
  post: (news: PrintNews) => void,
): Promise<void> {
  let lastId: number | null = null;
  while (!signal.aborted) {
    try {
      if (lastId === null) {
        const past = await client.prints.list({ limit: PAST_MAX }, { signal });
        lastId = past[0]?.id ?? 0;
        post({ kind: 'prints', prints: past.toReversed(), isWhole: past.length < PAST_MAX });
      }
      for await (const print of follow(client, lastId, signal, post)) lastId = print.id;
    } catch (error) {
      if (signal.aborted) return;
      post({ kind: 'prints-state', why: error instanceof Error ? error.message : String(error) });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

export const describeReconnect = (reason: string): string =>
  reason === ''
    ? 'the stream disconnected; reconnecting'
    : `the stream disconnected (${reason}); reconnecting`;

async function* follow(
  client: Crossbook,
  afterId: number,
  signal: AbortSignal,
  post: (news: PrintNews) => void,
): AsyncGenerator<TradePrint> {
  let batch: TradePrint[] = [];
  let sending: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    sending = undefined;
    if (signal.aborted) return;
    post({ kind: 'prints', prints: batch, isWhole: true });
    batch = [];
  };
  const stream = client.streams.tradeprints({
    afterId,
    signal,
    onGap: () => post({ kind: 'prints', prints: [], isWhole: false }),
    onReconnect: ({ reason }) => post({ kind: 'prints-state', why: describeReconnect(reason) }),
  });
  await stream.open();
  post({ kind: 'prints-state', why: null });
  try {
    for await (const print of stream) {
      batch.push(print);
      sending ??= setTimeout(send, BATCH_MS);
      yield print;
    }
  } finally {
    clearTimeout(sending);
    send();
  }
}
