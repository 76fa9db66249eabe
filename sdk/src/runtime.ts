/** The clock, timers and randomness of the client; tests replace them. */
export interface Runtime {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1, used for jitter only. */
  random(): number;
  uuid(): string;
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  sleep,
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
};

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(getAbortReason(signal));
    const onAbort = () => {
      clearTimeout(timer);
      reject(getAbortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const getAbortReason = (signal: AbortSignal | undefined): Error => signal?.reason as Error;
