import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrice, readQty, toTypedPrice } from './typed-figures.ts';

const price = (text: string, format: 'cents' | 'percent' | 'odds' = 'cents') =>
  readPrice(text, format, '0.01');

test('a price is read in cents or from 0 to 1, with either decimal sign', () => {
  for (const text of ['46', '46¢', '46 c', '46%', '0.46', '.46', '0,46', ',46', '46.0', '$0.46', ' 0.460 '])
    assert.deepEqual(price(text), { value: '0.46', issue: null }, text);
  assert.equal(price('46.5').value, '0.465');
  assert.equal(price('46,5').value, '0.465');
  assert.equal(price('0.5¢').value, '0.005');
  assert.equal(price('0.5').value, '0.5');
  assert.equal(price('1').value, '0.01');
});

test('decimal odds are read as odds only where prices are shown as odds', () => {
  assert.equal(price('2.17', 'odds').value, '0.46');
  assert.equal(price('2', 'odds').value, '0.5');
  assert.equal(price('0.46', 'odds').value, '0.46');
  assert.equal(price('46¢', 'odds').value, '0.46');
  assert.equal(price('2.17', 'cents').value, '0.0217');
});

test('the error for an invalid price shows an example', () => {
  for (const text of [
    'x',
    '-5',
    '4 6',
    '1.2.3',
    '0',
    '100',
    '146',
    '1,000',
    '0.000000001',
    '46.1234567',
    '46.1234567¢',
  ])
    assert.match(price(text).issue ?? '', /^(?:Not a price|A price )/, text);
  assert.deepEqual(price('  '), { value: null, issue: null });
});

test('a quantity may have groups of thousands', () => {
  for (const text of ['1000', '1,000', '1 000', "1'000", '1,000.00', '01000'])
    assert.equal(readQty(text).value, '1000', text);
  assert.equal(readQty('1.000,5').value, '1000.5');
  assert.equal(readQty('1,234,567.25').value, '1234567.25');
  assert.equal(readQty('2,5').value, '2.5');
  assert.equal(readQty('.5').value, '0.5');
  assert.equal(readQty('1.250').value, '1.25');
  assert.equal(readQty('0,350').value, '0.35');
  for (const text of ['ten', '1e3', '-1', '1,00,0', '0.123456789'])
    assert.match(readQty(text).issue ?? '', /^Not a number/, text);
});

test('a price is typed as it is shown, with its unit', () => {
  assert.equal(toTypedPrice('0.465'), '46.5¢');
  assert.equal(price(toTypedPrice('0.005')).value, '0.005');
});
