import { useEffect } from 'react';

interface Hold {
  users: number;
  release: () => void;
}

let hold: Hold | null = null;
let isChosen = false;

/**
 * Competes for the one tab of this browser that notifies and plays sounds, while `isWanted`; the next tab takes over when
 * the chosen one closes. All users of a tab share its lock.
 *
 * @returns whether this is the chosen tab now
 */
export function useChosenTab(isWanted: boolean): () => boolean {
  useEffect(() => {
    if (!isWanted) return;
    hold ??= request();
    const own = hold;
    own.users += 1;
    return () => {
      own.users -= 1;
      if (own.users > 0) return;
      own.release();
      if (hold === own) hold = null;
    };
  }, [isWanted]);
  return readChosen;
}

const readChosen = (): boolean => isChosen;

function request(): Hold {
  if (!('locks' in navigator)) {
    isChosen = true; // without locks the browser shows one of several notifications with the same tag
    return { users: 0, release: () => undefined };
  }
  const stop = new AbortController();
  const { promise: untilReleased, resolve } = Promise.withResolvers<void>();
  const held = navigator.locks.request('crossbook.notifier', { signal: stop.signal }, () => {
    isChosen = true;
    return untilReleased;
  });
  held.catch(() => undefined); // the wait for the lock ended with the page
  const release = (): void => {
    isChosen = false;
    resolve();
    stop.abort();
  };
  return { users: 0, release };
}
