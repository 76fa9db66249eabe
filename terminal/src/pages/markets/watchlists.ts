/** Named lists of instruments, kept by this browser. The first one is always there. */
export type Watchlists = Readonly<Record<string, readonly number[]>>;

export const FIRST_LIST = 'Watched';
const NAME_MAX = 40;

/** Puts the instrument on the list, or takes it off. A list that is named for the first time begins with it. */
export function toggled(lists: Watchlists, name: string, id: number): Watchlists {
  const ids = lists[name] ?? [];
  return { ...lists, [name]: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] };
}

/** The lists with another, empty one; the same lists when the name is none or is taken. */
export function withList(lists: Watchlists, text: string): Watchlists {
  const name = text.trim().slice(0, NAME_MAX);
  return name === '' || name in lists ? lists : { ...lists, [name]: [] };
}

/** Without a list; the first one is emptied and stays. */
export function withoutList(lists: Watchlists, name: string): Watchlists {
  if (name === FIRST_LIST) return { ...lists, [name]: [] };
  return Object.fromEntries(Object.entries(lists).filter(([each]) => each !== name));
}
