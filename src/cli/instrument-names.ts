import { type Crossbook, type Instrument, NotFoundError } from '../../sdk/src/index.ts';
import type { Connection } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure } from './cli-failure.ts';
import { getField, isTable, type OutputOptions, type Row, type View } from './output.ts';

const CANDIDATES_MAX = 10;
const SEARCH_MAX = 50;
const LOOKUP_MAX = 100;

/**
 * Finds the instrument that a person means: an id, `Venue:native-id`, a ticker, or words of a title. Words must name one
 * instrument only, of the open ones if there are any.
 *
 * @returns an id or `Venue:native-id`, as paths of the API take it
 * Fails with the candidates if there are several
 */
export async function findInstrument({ markets }: Crossbook, text: string): Promise<string> {
  if (/^\d+$/.test(text) || text.includes(':')) return text;
  const { items } = await markets.search({ q: text, limit: SEARCH_MAX });
  const exact = items.filter(({ ticker }) => ticker.toLowerCase() === text.toLowerCase());
  const found = preferOpen(exact.length > 0 ? exact : items);
  const [only] = found;
  if (only === undefined)
    throw new Failure(`${text}: no instrument has this ticker or these words.`, EXIT.notFound);
  if (found.length === 1) return String(only.instrument_id);
  const shown = found.slice(0, CANDIDATES_MAX).map((each) => `  ${describe(each)}`);
  const more = found.length > CANDIDATES_MAX ? ['  …'] : [];
  throw new Failure([`${text} can mean several instruments:`, ...shown, ...more].join('\n'), EXIT.usage);
}

/**
 * Finds the instrument of an order: an id, `Venue:native-id`, or a ticker that only one venue has. Words of a title are no
 * instrument here: a later listing may have them too.
 *
 * Fails with the candidates if several venues have the ticker
 */
export async function findTraded(client: Crossbook, text: string): Promise<number> {
  if (/^\d+$/.test(text)) return Number(text);
  if (text.includes(':')) return (await client.markets.get(text)).instrument_id;
  const venues = await client.venues.list();
  const found = await Promise.all(venues.map(({ name }) => matchTicker(client, text, name)));
  const [only, ...others] = found.filter((each) => each !== null);
  if (only === undefined)
    throw new Failure(`${text}: no instrument has this ticker. To search: markets search.`, EXIT.notFound);
  if (others.length === 0) return only.instrument_id;
  const shown = [only, ...others].map((each) => `  ${describe(each)}`);
  throw new Failure([`${text} is a ticker at several venues:`, ...shown].join('\n'), EXIT.usage);
}

const matchTicker = (
  { markets }: Crossbook,
  ticker: string,
  venue: Instrument['venue'],
): Promise<Instrument | null> =>
  markets.match({ ticker, venue }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });

const preferOpen = (items: readonly Instrument[]): readonly Instrument[] => {
  const open = items.filter(({ status }) => status === 'OPEN');
  return open.length > 0 ? open : items;
};

const describe = ({ instrument_id: id, venue, ticker, title }: Instrument): string =>
  `${id}  ${venue}:${ticker}  ${title}`;

/** Titles of instruments, looked up once each. */
export class TitleCache {
  readonly #client: Crossbook;
  readonly #titles = new Map<number, string>();

  constructor(client: Crossbook) {
    this.#client = client;
  }

  /** Adds the title of its instrument to each row, for a routed order that of its first leg; null where it is unknown. */
  async addTitles(rows: readonly Row[]): Promise<readonly Row[]> {
    const ids = rows.map(getInstrument).filter((id) => typeof id === 'number');
    const missing = [...new Set(ids)].filter((id) => !this.#titles.has(id));
    for (let at = 0; at < missing.length; at += LOOKUP_MAX) {
      const part = missing.slice(at, at + LOOKUP_MAX);
      const found = await this.#client.markets.lookup(part);
      for (const { instrument_id: id, title } of found) this.#titles.set(id, title);
    }
    return rows.map((row) => ({ ...row, title: this.#titles.get(Number(getInstrument(row))) ?? null }));
  }
}

const getInstrument = (row: Row): unknown => row['instrument_id'] ?? getField(row, 'legs.0.instrument_id');

/** The view with a column of titles if it is printed as a table; the other formats have the records of the API. */
export async function withTitles(
  { terminal }: CliContext,
  options: OutputOptions,
  { client }: Connection,
  view: View,
): Promise<View> {
  if (!isTable(terminal, options)) return view;
  const tableRows = await new TitleCache(client).addTitles(view.tableRows ?? view.rows);
  return { ...view, tableRows, columns: [...view.columns, 'title'] };
}
