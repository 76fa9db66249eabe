import type { SimulatorReply } from '../../shared/simulator-types.ts';
import type { Market } from '../trading/outcome-market.ts';
import { renderTag } from '../wire/render-listings.ts';
import { fail, json } from './rest-reply.ts';

const LIMIT_DEFAULT = 20;

/**
 * Returns the page after a cursor, which encodes the place of the last record. The last page has no cursor.
 */
export function keysetPage(
  query: URLSearchParams,
  max: number,
  name: string,
  records: readonly unknown[],
): SimulatorReply {
  if (query.has('offset')) return fail(422, 'offset is not supported');
  const limit = Number(query.get('limit') ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) return fail(422, 'invalid limit');
  const from = parseCursor(query.get('after_cursor'));
  if (from === null) return fail(422, 'invalid cursor');
  const page = records.slice(from, from + limit);
  const end = from + page.length;
  const next = Buffer.from(JSON.stringify({ after: end })).toString('base64url');
  return json({ [name]: page, ...(end < records.length ? { next_cursor: next } : {}) });
}

function parseCursor(text: string | null): number | null {
  if (text === null || text === '') return 0;
  const match = /^\{"after":(\d{1,9})\}$/.exec(Buffer.from(text, 'base64url').toString());
  return match === null ? null : Number(match[1]);
}

/** Returns a page of the older lists: a plain array. A larger limit than the maximum is lowered to it. */
export function offsetPage(query: URLSearchParams, max: number, records: readonly unknown[]): SimulatorReply {
  const [limit, offset] = [Number(query.get('limit') ?? LIMIT_DEFAULT), Number(query.get('offset') ?? 0)];
  const isValid = Number.isInteger(limit) && limit >= 0 && Number.isInteger(offset) && offset >= 0;
  if (!isValid) return fail(422, 'invalid limit or offset');
  return json(records.slice(offset, offset + Math.min(limit, max)));
}

/** Sorts by the fields named in `order`; a record without the field comes first when ascending. */
export function sortRecords<Item>(query: URLSearchParams, records: readonly Item[]): readonly Item[] {
  const names = (query.get('order') ?? '').split(',').filter(Boolean);
  if (names.length === 0) return records;
  const sign = query.get('ascending') === 'false' ? -1 : 1;
  return records.toSorted((one, other) => {
    for (const name of names) {
      const difference = compare(read(one, name), read(other, name));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
}

const read = (record: unknown, name: string): unknown => (record as Record<string, unknown>)[name] ?? '';

function compare(one: unknown, other: unknown): number {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

/** @param state  which markets are listed when the query does not say */
export function parseMarketFilter(
  query: URLSearchParams,
  state: 'open' | 'any',
): (market: Market) => boolean {
  const closed = query.get('closed') ?? (state === 'open' ? 'false' : null);
  const among = (name: string): ((...values: readonly string[]) => boolean) => {
    const wanted = query.getAll(name);
    return (...values) => wanted.length === 0 || values.some((value) => wanted.includes(value));
  };
  const [ids, slugs, conditions] = [among('id'), among('slug'), among('condition_ids')];
  const [tokens, questions, tags] = [among('clob_token_ids'), among('question_ids'), among('tag_id')];
  const positions = among('position_ids');
  const tagSlugs = among('tag_slug');
  const isActive = query.get('active') !== 'false'; // every listed market is active
  return (market) =>
    isActive &&
    (closed === null || (market.resolution !== null) === (closed === 'true')) &&
    ids(market.id) &&
    slugs(market.slug) &&
    conditions(market.condition) &&
    tokens(...(market.version === 'v1' ? market.tokens : [])) &&
    positions(...(market.version === 'v2' ? market.tokens : [])) &&
    questions(market.questionId) &&
    tags(renderTag(market).id) &&
    tagSlugs(renderTag(market).slug);
}
