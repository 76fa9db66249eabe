/** The longest turn of this process's loop until the work is done, in milliseconds. */
export async function longestTurnMs(work: Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const end = (): void => void (state.isDone = true);
  work.then(end, end);
  let longestMs = 0;
  for (let lookedAt = performance.now(); !state.isDone; ) {
    await new Promise((resolve) => void setImmediate(resolve));
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lookedAt);
    lookedAt = now;
  }
  await work;
  return longestMs;
}
