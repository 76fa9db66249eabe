/** The README's table of methods names every public method of the client, and no other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Crossbook } from '../src/index.ts';

const ITSELF = 'the client itself';

/** Each row of the section: the groups of its first cell, with the methods of its second. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = text.split('\n## What there is\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].filter(([, first]) => first !== '---');
  return new Map(
    rows.flatMap(([, groups = '', methods = '']) =>
      (groups === ITSELF ? [ITSELF] : namesIn(groups)).map((group) => [group, namesIn(methods)] as const),
    ),
  );
}

const namesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

const methodsOf = (it: object): readonly string[] => {
  const proto: object = Object.getPrototypeOf(it) as object;
  return Object.getOwnPropertyNames(proto).filter(
    (name) =>
      name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(proto, name)?.value === 'function',
  );
};

test('the README names every method of the client', () => {
  const client = new Crossbook({
    baseUrl: 'http://x.test',
    keyId: 'k',
    privateKey: 'AA'.padEnd(43, 'A') + '=',
  });
  const groups = Object.entries(client).filter(
    (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
  );
  const expected = [
    [ITSELF, methodsOf(client)] as const,
    ...groups.map(([name, it]) => [name, methodsOf(it)] as const),
  ];
  const table = readTable();
  for (const [name, methods] of expected)
    assert.deepEqual([...(table.get(name) ?? [])].sort(), [...methods].sort(), name);
  assert.deepEqual([...table.keys()].sort(), expected.map(([name]) => name).sort());
});
