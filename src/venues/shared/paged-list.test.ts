import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ListPage, type PagedList, readList, readPages } from './paged-list.ts';

type Answers = (cursor: string | null, request: number) => ListPage<string> | { readonly why: string };

/** A list of texts whose pages are answered by a function. */
function createList(answers: Answers, first?: string) {
  const requested: (string | null)[] = [];
  const list: PagedList<string, ListPage<string>> = {
    name: 'things',
    getId: (item) => item,
    read: async (cursor) => {
      requested.push(cursor);
      return answers(cursor, requested.length);
    },
    ...(first !== undefined && { first }),
  };
  return { list, requested };
}

/** Answers with pages by cursor. */
const byCursor =
  (pages: Readonly<Record<string, ListPage<string>>>): Answers =>
  (cursor) =>
    pages[cursor ?? ''] ?? { why: `no page of ${cursor}` };

describe('a paged list', () => {
  test('is read to its end, and each cursor is sent back unchanged', async () => {
    const pages = { '': { items: ['a', 'b'], next: 'x/+=' }, 'x/+=': { items: ['c'], next: null } };
    const { list, requested } = createList(byCursor(pages));
    assert.deepEqual(await readList(list), { ok: true, items: ['a', 'b', 'c'] });
    assert.deepEqual(requested, [null, 'x/+=']);
  });

  test('may begin with a cursor, and may have empty pages', async () => {
    const pages = {
      start: { items: [], next: 'p2' },
      p2: { items: [], next: 'p3' },
      p3: { items: ['a'], next: null },
    };
    const { list, requested } = createList(byCursor(pages), 'start');
    assert.deepEqual(await readList(list), { ok: true, items: ['a'] });
    assert.deepEqual(requested, ['start', 'p2', 'p3']);
  });

  test('ends where the caller stops it, with a reason or without', async () => {
    const endless: Answers = (_, request) => ({ items: [`t${request}`], next: `c${request}` });
    for (const [verdict, end] of [
      ['stop', { kind: 'stopped' }],
      [{ why: 'one is odd' }, { kind: 'incomplete', why: 'one is odd' }],
    ] as const) {
      const { list, requested } = createList(endless);
      const result = await readPages(list, ({ items }) => (items[0] === 't3' ? verdict : 'more'));
      assert.deepEqual(result, end);
      assert.equal(requested.length, 3);
    }
  });
});

describe('a list is incomplete', () => {
  const CURSOR = 'things: a cursor was returned twice';
  const PAGE = 'things: a page was returned twice';
  const cases: readonly (readonly [string, Answers, string, readonly string[], string?])[] = [
    [
      'a page cannot be read',
      (_, request) => (request === 1 ? { items: ['a'], next: 'x' } : { why: 'HTTP 503' }),
      'HTTP 503',
      ['a'],
    ],
    [
      'the cursor does not advance',
      (_, request) => ({ items: [`t${request}`], next: 'x' }),
      CURSOR,
      ['t1', 't2'],
    ],
    [
      'the first cursor is returned',
      (_, request) => ({ items: [`t${request}`], next: 'start' }),
      CURSOR,
      ['t1'],
      'start',
    ],
    ['the venue ignores the cursor', () => ({ items: ['a'], next: 'x' }), PAGE, ['a']],
    [
      'the venue ignores the cursor and returns a new one each time',
      (_, request) => ({ items: ['a'], next: `c${request}` }),
      PAGE,
      ['a'],
    ],
    [
      'the cursor alternates between two pages',
      byCursor({
        '': { items: ['a'], next: 'p2' },
        p2: { items: ['b'], next: 'p1' },
        p1: { items: ['a'], next: 'p2' },
      }),
      PAGE,
      ['a', 'b'],
    ],
    [
      'the cursor alternates between pages without items',
      (cursor) => ({ items: [], next: cursor === 'p2' ? 'p3' : 'p2' }),
      CURSOR,
      [],
    ],
    [
      'it has no end',
      (_, request) => ({ items: [], next: `c${request}` }),
      'things: more than 10000 pages',
      [],
    ],
  ];
  for (const [name, answers, why, taken, first] of cases) {
    test(`if ${name}, and each page before is used once`, async () => {
      const { list } = createList(answers, first);
      const items: string[] = [];
      const end = await readPages(list, (page) => {
        items.push(...page.items);
        return 'more';
      });
      assert.deepEqual(end, { kind: 'incomplete', why });
      assert.deepEqual(items, taken);
      assert.deepEqual(await readList(createList(answers, first).list), { ok: false, why });
    });
  }
});
