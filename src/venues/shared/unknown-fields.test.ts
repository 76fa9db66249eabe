import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnknownFields } from './unknown-fields.ts';

function create() {
  const reported: string[] = [];
  return { fields: new UnknownFields((what) => void reported.push(what)), reported };
}

test('a new field is counted and not reported, an unreadable value is counted and reported once', () => {
  const { fields, reported } = create();
  const unreadable = {
    kind: 'invalid_value',
    path: 'order.price',
    reason: 'is no decimal',
    shown: '"x"',
  } as const;
  for (let times = 0; times < 3; times += 1) {
    fields.note({ kind: 'unknown_field', path: 'order', reason: '', shown: 'colour' });
    fields.note(unreadable);
  }
  fields.note({ ...unreadable, shown: '"y"' });
  fields.note({ ...unreadable, reason: 'is absent', shown: '' });
  assert.deepEqual(fields.seen, [
    'unknown field order.colour (3)',
    'unreadable order.price: "x" (3)',
    'unreadable order.price: "y" (1)',
    'unreadable order.price is absent (1)',
  ]);
  assert.deepEqual(reported, ['order.price: "x"', 'order.price: "y"', 'order.price is absent']);
});

test('a venue that always sends new names fills no memory, and known names are still counted', () => {
  const { fields, reported } = create();
  const note = (shown: string, kind: 'unknown_field' | 'invalid_value' = 'unknown_field') =>
    fields.note({ kind, path: 'order', reason: '', shown });
  for (let number = 0; number < 600; number += 1) note(String(number));
  note('0');
  note('new', 'invalid_value');
  assert.deepEqual([fields.seen.length, fields.seen[0]], [500, 'unknown field order.0 (2)']);
  assert.deepEqual(reported, []);
});

test('the note counts the unknown fields, names the first ones, and bounds and cleans each name', () => {
  const { fields } = create();
  const note = (shown: string, kind: 'unknown_field' | 'invalid_value' = 'unknown_field') =>
    fields.note({ kind, path: 'order', reason: '', shown });
  const shown = () => fields.fieldsNote;
  assert.equal(shown(), null);
  note('price', 'invalid_value');
  assert.equal(shown(), null, 'an unreadable value is an anomaly');
  for (let times = 0; times < 2; times += 1) note('colour');
  assert.equal(shown(), 'the venue sends 1 field that this version does not know: order.colour');
  note('a\nb\u202e');
  for (let number = 0; number < 5; number += 1) note(`${number}${'x'.repeat(500)}`);
  const [before = '', names = ''] = shown()?.split(': ') ?? [];
  assert.equal(before, 'the venue sends 7 fields that this version does not know');
  assert.match(names, /^order\.colour, order\.a b, order\.0x+, order\.1x+, order\.2x+ and 2 more$/);
  assert.ok(names.length < 500);
});
