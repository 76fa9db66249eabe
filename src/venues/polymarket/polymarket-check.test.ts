import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMissingAllowances } from './polymarket-check.ts';
import { EXCHANGES, NEG_RISK_ADAPTERS } from './polymarket-settings.ts';

const MAX = String(2n ** 256n - 1n);
const [OLD, CURRENT] = NEG_RISK_ADAPTERS;
const EXCHANGES_ALLOWED = { [EXCHANGES.standard]: MAX, [EXCHANGES.negRisk.toLowerCase()]: MAX };

test('a wallet needs an allowance for both exchanges and for the neg-risk adapters', () => {
  assert.deepEqual(findMissingAllowances({ ...EXCHANGES_ALLOWED, [OLD]: MAX, [CURRENT]: MAX }), []);
  assert.deepEqual(findMissingAllowances({ ...EXCHANGES_ALLOWED, [OLD]: '0', [CURRENT]: MAX }), [
    `the neg-risk adapter ${OLD}`,
  ]);
  assert.deepEqual(
    findMissingAllowances({ ...EXCHANGES_ALLOWED, [OLD]: MAX, [CURRENT.toLowerCase()]: '0' }),
    [`the neg-risk adapter ${CURRENT}`],
  );
  assert.deepEqual(findMissingAllowances({ [EXCHANGES.standard]: '0', [OLD]: MAX, [CURRENT]: MAX }), [
    `the standard exchange ${EXCHANGES.standard}`,
    `the negRisk exchange ${EXCHANGES.negRisk}`,
  ]);
});

test('an adapter that the venue does not list counts only if it lists the other one', () => {
  assert.deepEqual(findMissingAllowances({ ...EXCHANGES_ALLOWED, [OLD]: MAX }), []);
  assert.equal(findMissingAllowances(EXCHANGES_ALLOWED).length, 2);
});
