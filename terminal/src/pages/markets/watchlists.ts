/** Named lists of instruments, stored in this browser. The first one always exists. */
export type Watchlists = Readonly<Record<string, readonly number[]>>;

export const FIRST_LIST = 'Watched';
const NAME_MAX = 40;

/** Adds the instrument to the list or removes it. Creates the list if it does not exist. */
export function toggled(lists: Watchlists, name: string, id: number): Watchlists {
  const ids = lists[name] ?? [];
  return { ...lists, [name]: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] };
}

/** Adds an empty list. Returns the lists unchanged if the name is empty or taken. */
export function withList(lists: Watchlists, text: string): Watchlists {
  const name = text.trim().slice(0, NAME_MAX);
  return name === '' || name in lists ? lists : { ...lists, [name]: [] };
}

/** Removes a list. The first one is emptied instead. */
export function withoutList(lists: Watchlists, name: string): Watchlists {
  if (name === FIRST_LIST) return { ...lists, [name]: [] };
  return Object.fromEntries(Object.entries(lists).filter(([each]) => each !== name));
}
