import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnknownFields } from './nearest-name.ts';

const KNOWN = new Set(['price', 'qty', 'tif', 'expires_at', 'client_order_id']);
const issueOf = (name: string): string | undefined => findUnknownFields({ [name]: 1 }, KNOWN)[0]?.issue;

for (const [name, meant] of [
  ['prize', 'price'],
  ['Price', 'price'],
  ['limit_price', 'price'],
  ['limitPrice', 'price'],
  ['newPrice', 'price'],
  ['quantity', 'qty'],
  ['size', 'qty'],
  ['timeInForce', 'tif'],
  ['expiresAt', 'expires_at'],
  ['expire_at', 'expires_at'],
  ['clientOrderId', 'client_order_id'],
  ['cl_ord_id', 'client_order_id'],
] as const)
  test(`the unknown field ${name} suggests ${meant}`, () => {
    assert.equal(issueOf(name), `is not a field of this request; did you mean ${meant}?`);
  });

test('a name that is close to no field, or too short or long to guess, suggests nothing', () => {
  for (const name of ['x', 'of', 'leverage', 'market_id', '__proto__x', 'constructor', 'p'.repeat(65)])
    assert.equal(issueOf(name), 'is not a field of this request', name);
});

test('known fields have no issue, and only the first unknown ones are guessed', () => {
  assert.deepEqual(findUnknownFields({ price: 1, qty: 2 }, KNOWN), []);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`prize${index}`, 1]));
  const guessed = findUnknownFields(many, KNOWN).filter(({ issue }) => issue.includes('did you mean'));
  assert.equal(guessed.length, 5);
});
