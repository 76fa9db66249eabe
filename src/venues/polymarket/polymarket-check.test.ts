import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POLYMARKET_ASSUMPTIONS } from './polymarket-assumptions.ts';
import { checkTerms, findMissingAllowances } from './polymarket-check.ts';
import { KEY_ADDRESS, PolymarketHarness } from './polymarket-harness.fixture.ts';
import { EXCHANGES, NEG_RISK_ADAPTERS } from './polymarket-settings.ts';
import { deriveDepositWallet } from './signing/wallet-addresses.ts';

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

test('the check of an account compares the terms of a sample, and lists each assumption with its day', async () => {
  const harness = new PolymarketHarness();
  await harness.start();
  const checks = await harness.until(harness.venue.check());
  const terms = checks.find(({ name }) => name === 'terms');
  assert.deepEqual(
    [terms?.ok, terms?.detail],
    [true, 'tick and minimum size of 1 markets are the same in catalogue and book'],
  );
  assert.deepEqual(
    checks.flatMap(({ asOf }) => asOf ?? []),
    POLYMARKET_ASSUMPTIONS.map(({ asOf }) => asOf),
  );
  await harness.stop();
});

test('the check says whether the key owns the wallet, and what is not known', async () => {
  const harness = new PolymarketHarness();
  for (const [signatureType, funder, detail] of [
    [0, null, `${KEY_ADDRESS} is the own address of the key ${KEY_ADDRESS}`],
    [3, deriveDepositWallet(KEY_ADDRESS), / is the deposit wallet of the key /],
    [2, EXCHANGES.standard, /^whether the key 0x\w+ owns 0x\w+ is not known: /],
  ] as const) {
    const venue = harness.createVenue({ simulated: false, geoUrl: null, signatureType, funder });
    const check = (await harness.until(venue.check())).find(({ name }) => name === 'wallet');
    if (typeof detail === 'string') assert.equal(check?.detail, detail);
    else assert.match(check?.detail ?? '', detail);
    assert.equal(check?.ok, true);
    await harness.until(venue.stop());
  }
  assert.throws(
    () => harness.createVenue({ simulated: false, signatureType: 3, funder: EXCHANGES.standard }),
    /^Error: private_key_file or signer_address: /,
  );
});

test('a tick or a minimum size that differs between catalogue and book is named by its market', async () => {
  const harness = new PolymarketHarness();
  const listed = (await harness.exchange.gamma('/markets/keyset?limit=20&closed=false')).body;
  const [yes] = await harness.exchange.tokens('rain');
  const book = JSON.parse((await harness.exchange.get(`/book?token_id=${yes}`)).body) as object;
  for (const [change, ok] of [
    [{}, true],
    [{ tick_size: '0.001' }, false],
    [{ min_order_size: '1' }, false],
  ] as const) {
    const read = async (origin: string): Promise<unknown> => ({
      kind: 'answer',
      status: 200,
      value: origin === 'gamma' ? JSON.parse(listed) : { ...book, ...change },
    });
    const found = await checkTerms({ client: { read } } as never);
    assert.equal(found.ok, ok);
    if (!ok) assert.equal(found.detail, 'tick or minimum size differ between catalogue and book: rain');
  }
});
