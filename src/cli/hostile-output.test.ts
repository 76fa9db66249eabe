import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listView, type Row, recordView, show, type View } from './output.ts';
import { columns, processTerminal, renderJson, type Terminal } from './terminal-io.ts';

// Every format of every kind of result, with words of venues that are made to be more than text.

const ATTACKS: Readonly<Record<string, string>> = {
  'cursor escapes': 'rain\u001b[2J\u001b]0;title\u0007\u009b31m',
  'line ends': 'rain\r\nord_1  FILLED\u0085\u2028\u2029',
  'control characters': '\u0000\u0008rain\u007f\t',
  directions: '\u202erain\u2066 on\u2069\u200f',
  'invisible characters': 'ra\u200bin\ufeff\u{e0041}',
  formula: '=HYPERLINK("http://x","y")',
  'formula after a control character': '\u0001@SUM(1)',
  'negative formula': '-1+cmd|x',
  'CSV and JSON': '","status":"FILLED", rain"\n',
  markup: '<script>rain</script>',
};
const MOVING = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** The words in every place where a record has some: a field, its name, a list and nested records. */
const poison = (words: string): Row => ({
  id: 'ord_1',
  venue_message: words,
  tags: [words, words],
  legs: [{ leg: 1, venue_message: words, inner: { title: words } }],
  [words]: words,
  created_at: words,
  title: words,
});

const VIEWS: Readonly<Record<string, (row: Row) => View>> = {
  'a list': (row) => listView([row, { ...row, id: 'ord_2' }], Object.keys(row)),
  'a list with titles': (row) => ({
    ...listView([{ id: 1 }], ['id', 'title']),
    tableRows: [{ id: 1, title: row['title'] }],
  }),
  'a record': (row) => recordView(row),
  'a drawn record': (row) => ({ ...recordView(row), drawn: [String(row['title'])] }),
};

function print(view: View, output: string): readonly string[] {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line), notify: () => undefined };
  show(terminal as unknown as Terminal, { output }, view);
  return lines;
}

/** The cells of a CSV file, by the rules of RFC 4180. */
function parseCsv(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.map((line) =>
    Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    ),
  );
}

for (const [attack, words] of Object.entries(ATTACKS))
  for (const [kind, toView] of Object.entries(VIEWS)) {
    const view = toView(poison(words));
    test(`${kind} with ${attack}: a table has one line a row and shows text only`, () => {
      for (const output of ['table', 'wide']) {
        const lines = print(view, output);
        assert.ok(lines.length > 0);
        for (const line of lines) assert.doesNotMatch(line, MOVING, output);
        if (!view.isOne) assert.equal(lines.length, view.rows.length + 1, output);
      }
    });

    test(`${kind} with ${attack}: JSON is the same value in characters that are safe to show`, () => {
      const lines = print(view, 'ndjson');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        view.rows,
      );
      const text = print(view, 'json').join('\n');
      assert.deepEqual(JSON.parse(text), view.value);
      for (const line of [...lines, ...text.split('\n')]) assert.doesNotMatch(line, MOVING);
    });

    test(`${kind} with ${attack}: CSV has one line a row, as many cells as fields, and no formula`, () => {
      const cells = parseCsv(print(view, 'csv'));
      assert.deepEqual(
        cells.map((row) => row.length),
        [0, ...view.rows].map(() => Object.keys(view.rows[0] ?? {}).length),
      );
      for (const cell of cells.flat()) {
        assert.doesNotMatch(cell, /[\p{Cc}\u2028\u2029\u200f\u202e\u2066\u2069]/u);
        assert.doesNotMatch(cell, /^\s*[=+@]|^\s*-(?!\d+(\.\d+)?$)/);
      }
    });
  }

test('rows that a command aligns itself are clean, and so are messages', (t) => {
  const written: string[] = [];
  const write = t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  for (const words of Object.values(ATTACKS)) {
    for (const line of columns([
      ['TITLE', 'WHY'],
      [words, words],
    ]))
      assert.doesNotMatch(line, MOVING);
    processTerminal().notify(words.replaceAll('\n', ' '));
  }
  write.mock.restore();
  assert.equal(written.length, Object.keys(ATTACKS).length);
  for (const text of written) assert.doesNotMatch(text.replace(/\n$/, ''), MOVING);
});

test('JSON escapes both halves of a character beyond the first plane', () => {
  assert.equal(renderJson({ title: 'a\u{e0041}\u009b' }), '{"title":"a\\udb40\\udc41\\u009b"}');
});
