import { useMemo, useSyncExternalStore } from 'react';

// The URL of a page is `#/trade/12?outcome=NO`: its path, and the state that a reload, Back or a copied link shows again.
// A change of the state replaces the entry of the history, so that Back leaves the page.

const FLUSH_MS = 300; // browsers limit how often the URL may change, and typing changes it with each key

const listeners = new Set<() => void>();
let pending: string | null = null; // the newest state, before it is written to the URL
let flushing: ReturnType<typeof setTimeout> | undefined;

const splitHash = (): readonly string[] => location.hash.replace(/^#?\/?/, '').split('?');
const readPath = (): string => `/${splitHash()[0] ?? ''}`;
const readQuery = (): string => pending ?? splitHash()[1] ?? '';

function notify(): void {
  for (const listener of listeners) listener();
}

function flush(): void {
  clearTimeout(flushing);
  if (pending === null) return;
  history.replaceState(history.state, '', `#${readPath()}${currentQuery()}`);
  pending = null;
}

function forget(): void {
  clearTimeout(flushing);
  pending = null;
  notify();
}

addEventListener('hashchange', forget);
addEventListener('popstate', forget);
addEventListener('pagehide', flush);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens a page. The state of the page before it stays in the history. */
function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  flush();
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  notify();
}

/** The path of the page and the function that opens another one, for the router. */
export const useHashPath = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, readPath), navigate],
  { hrefs: (href: string): string => `#${href}` },
);

/** The state of the page as it is in the URL, to keep it in a link to a part of the page. */
export const currentQuery = (): string => (readQuery() === '' ? '' : `?${readQuery()}`);

/**
 * A part of the page's state, kept in the URL. A value equal to its default is left out of the URL.
 *
 * @param defaults  the values of a page without state; a constant
 */
export function useUrlState<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): readonly [Readonly<Record<Name, string>>, (change: Partial<Record<Name, string>>) => void] {
  const query = useSyncExternalStore(subscribe, readQuery);
  const values = useMemo(() => {
    const given = new URLSearchParams(query);
    const entries = Object.entries<string>(defaults);
    return Object.fromEntries(entries.map(([name, value]) => [name, given.get(name) ?? value]));
  }, [query, defaults]);
  const change = (changed: Partial<Record<Name, string>>): void => {
    const next = new URLSearchParams(readQuery());
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value === undefined || value === defaults[name as Name]) next.delete(name);
      else next.set(name, value);
    }
    pending = next.toString();
    clearTimeout(flushing);
    flushing = setTimeout(flush, FLUSH_MS);
    notify();
  };
  return [values as Record<Name, string>, change];
}
