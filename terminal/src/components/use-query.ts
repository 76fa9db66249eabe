import { useCallback, useEffect, useRef, useState } from 'react';

/** The result of a query. `data` stays available during a refresh. */
export interface Query<Data> {
  readonly data: Data | null;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** When to refresh: at an interval, and whenever `version` changes. The previous data stays until then. */
export interface Again {
  readonly everyMs?: number;
  readonly version?: string;
}

/**
 * Sends the query whenever `key` changes, and again as the refresh options say. A newer request cancels the older one,
 * so a late answer never replaces a newer one.
 */
export function useQuery<Data>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Data>,
  { everyMs, version }: Again = {},
): Query<Data> {
  const [state, setState] = useState<{ key: string; data: Data | null; error: Error | null }>({
    key,
    data: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const asking = new AbortController();
    latest.current(asking.signal).then(
      (data) => !asking.signal.aborted && setState({ key, data, error: null }),
      (error: unknown) => {
        if (asking.signal.aborted) return;
        const failure = error instanceof Error ? error : new Error(String(error));
        setState((before) => ({ key, data: before.key === key ? before.data : null, error: failure }));
      },
    );
    return () => asking.abort();
  }, [key, round, version]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => !document.hidden && setRound((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : null,
    error: isCurrent ? state.error : null,
    isLoading: !isCurrent || (state.data === null && state.error === null),
    reload,
  };
}
