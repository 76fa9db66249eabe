import process from 'node:process';

/** The longest time that an event loop was blocked, in milliseconds. */
export interface Blocking {
  /** CPU time of this thread between two samples: the blocking on an otherwise idle machine. */
  readonly ownMs: number;
  /** Wall time between two samples, including time when other processes had the CPU. */
  readonly wallMs: number;
}

const LOOK_MS = 1;

/** Samples the loop every millisecond until the work is done. */
export async function measureBlocking(work: Promise<unknown>): Promise<Blocking> {
  const state = { isDone: false };
  const end = (): void => void (state.isDone = true);
  work.then(end, end);
  let longest: Blocking = { ownMs: 0, wallMs: 0 };
  let [wallMs, ownMs] = [performance.now(), ownMsNow()];
  while (!state.isDone) {
    await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
    const [wallNowMs, ownNowMs] = [performance.now(), ownMsNow()];
    longest = {
      ownMs: Math.max(longest.ownMs, ownNowMs - ownMs),
      wallMs: Math.max(longest.wallMs, wallNowMs - wallMs),
    };
    [wallMs, ownMs] = [wallNowMs, ownNowMs];
  }
  await work;
  return longest;
}

function ownMsNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
