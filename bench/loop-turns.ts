import process from 'node:process';

/** The longest turn of a loop, in milliseconds. */
export interface LongestTurn {
  /** What this thread itself worked in one look: the turn as it is on a machine with nothing else to do. */
  readonly ownMs: number;
  /** Between two looks, whoever had the processor meanwhile. */
  readonly wallMs: number;
}

const LOOK_MS = 1;

/** Looks at the loop every millisecond until the work is done. It rests between, for it shares the machine. */
export async function longestTurn(work: Promise<unknown>): Promise<LongestTurn> {
  const state = { isDone: false };
  const end = (): void => void (state.isDone = true);
  work.then(end, end);
  let longest: LongestTurn = { ownMs: 0, wallMs: 0 };
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
