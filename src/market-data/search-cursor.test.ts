import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SearchPosition, TIERS } from '../domain/instruments/instrument-search.ts';
import { createCursor, parseCursor } from './market-queries.ts';

const KEY = 'a key of this service';
const scope = { q: 'rain', venue: 'Demo', status: null, category: null };
const position: SearchPosition = { tier: 1, instrumentId: 1042 };

test('a cursor returns its position', () => {
  const anywhere = fc.record(
    { tier: fc.constantFrom(...TIERS), instrumentId: fc.integer({ min: 0, max: 2 ** 53 - 1 }) },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(anywhere, fc.option(fc.string()), (place, q) => {
      const sealed = createCursor(place, { ...scope, q }, KEY);
      assert.match(sealed, /^[A-Za-z0-9_-]+$/);
      assert.deepEqual(parseCursor(sealed, { ...scope, q }, KEY), place);
    }),
  );
});

test('a cursor of another search or another service is refused', () => {
  const cursor = createCursor(position, scope, KEY);
  for (const other of [
    { q: 'rai' },
    { q: null },
    { venue: null },
    { status: 'OPEN' },
    { category: 'Weather' },
  ])
    assert.equal(parseCursor(cursor, { ...scope, ...other }, KEY), null, JSON.stringify(other));
  assert.equal(parseCursor(cursor, scope, 'another key'), null);
});

test('a cursor with any character changed, added or taken away is refused', () => {
  const cursor = createCursor(position, scope, KEY);
  for (const at of cursor.split('').keys()) {
    const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    assert.equal(parseCursor(changed, scope, KEY), null);
    assert.equal(parseCursor(cursor.slice(0, at), scope, KEY), null);
  }
  for (const forged of ['', 'x', '=', `${cursor}=`, `${cursor}A`, ` ${cursor}`, 'eyJrIjoxMDAxfQ', '🌧'])
    assert.equal(parseCursor(forged, scope, KEY), null, forged);
});
