/** One page of a list. `next` is the cursor of the following page; null on the last page. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list that a venue returns page by page. */
export interface PagedList<Item, Page extends ListPage<Item>> {
  readonly name: string;
  readonly first?: string; // the cursor of the first page, if it has one
  readonly getId: (item: Item) => string | null;
  /** Reads the page of a cursor, or says why it could not be read. */
  readonly read: (cursor: string | null) => Promise<Page | Unread>;
}

/** Why a page could not be read or used. */
export interface Unread {
  readonly why: string;
}

/** How the reading of a list ended: complete, stopped by the caller, or incomplete, and why. */
export type PagesEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'incomplete'; readonly why: string };

const PAGES_MAX = 10_000;

/**
 * Reads the pages of a list and gives each to `take`, which may stop (`stop`) or say why a page cannot be used.
 *
 * A cursor that does not advance, or alternates, repeats a cursor, or the first item of a page, since venues answer an
 * unknown cursor with the first page. The rest of the list is then unreachable, so the list is incomplete.
 */
export async function readPages<Item, Page extends ListPage<Item>>(
  { name, first, getId, read }: PagedList<Item, Page>,
  take: (page: Page) => PageVerdict | Promise<PageVerdict>,
): Promise<PagesEnd> {
  const cursors = new Set<string>();
  const firsts = new Set<string>();
  let cursor = first ?? null;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    if (cursor !== null) cursors.add(cursor);
    const page = await read(cursor);
    if ('why' in page) return { kind: 'incomplete', why: page.why };
    const id = page.items[0] === undefined ? null : getId(page.items[0]);
    if (id !== null && firsts.has(id)) return incomplete(`${name}: a page was returned twice`);
    if (id !== null) firsts.add(id);
    const verdict = await take(page);
    if (verdict === 'stop') return { kind: 'stopped' };
    if (verdict !== 'more') return incomplete(verdict.why);
    cursor = page.next;
    if (cursor === null) return { kind: 'complete' };
    if (cursors.has(cursor)) return incomplete(`${name}: a cursor was returned twice`);
  }
  return incomplete(`${name}: more than ${PAGES_MAX} pages`);
}

export type PageVerdict = 'more' | 'stop' | Unread;

const incomplete = (why: string): PagesEnd => ({ kind: 'incomplete', why });

/** Every item of a list, or why it could not be read completely. */
export type ListResult<Item> =
  | { readonly ok: true; readonly items: readonly Item[] }
  | { readonly ok: false; readonly why: string };

/** Reads every item of a list. */
export async function readList<Item, Page extends ListPage<Item>>(
  list: PagedList<Item, Page>,
): Promise<ListResult<Item>> {
  const items: Item[] = [];
  const end = await readPages(list, (page) => {
    for (const item of page.items) items.push(item);
    return 'more';
  });
  return end.kind === 'incomplete' ? { ok: false, why: end.why } : { ok: true, items };
}
