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
  const clock = checks.find(({ name }) => name === 'clock');
  assert.match(clock?.detail ?? '', /no clock offset, to the second that the venue states$/);
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
});

const FUNDER = EXCHANGES.standard; // of no known factory
const OWN_SIGNER = { address: KEY_ADDRESS.toLowerCase(), scopes: ['CLOB'], valid_until: 4_000_000_000 };
const DOUBT =
  /^private_key_file or signer_address: whether the key 0x\w+ owns the deposit wallet 0x\w+ \(funder\) is not known/;
const PROVEN = /^0x\w+ is the wallet of the key 0x\w+, as the venue says$/;

for (const [what, answer, kind, detail] of [
  ['nothing', null, 'doubtful', DOUBT],
  ['without a wallet', { signers: [] }, 'doubtful', DOUBT],
  ['the wallet', { wallet: FUNDER.toLowerCase(), signers: [] }, 'owns', PROVEN],
  [
    'another wallet',
    { wallet: EXCHANGES.negRisk, signers: [] },
    'contradicts',
    /^funder: the wallet of the key 0x\w+ is 0x\w+, as the venue says, and not 0x/,
  ],
  [
    'that it is a session key',
    { wallet: FUNDER, signers: [OWN_SIGNER] },
    'contradicts',
    /^private_key_file or signer_address: the key 0x\w+ is a session key of .* Set session_key_file/,
  ],
] as const)
  test(`a deposit wallet of no known factory: the venue answers the key ${what}, so it ${kind}`, async () => {
    const harness = new PolymarketHarness();
    if (answer !== null) {
      harness.exchange.act({
        verb: 'session',
        wallet: EXCHANGES.negRisk,
        owner: KEY_ADDRESS,
        key: FUNDER,
        scopes: ['CLOB'],
        valid_until: 4_000_000_000,
      });
      harness.bodyRewrites.set('GET /v1/user/session-signers', () => JSON.stringify(answer));
    }
    const settings = { simulated: false, geoUrl: null, signatureType: 3, funder: FUNDER } as const;
    await harness.restart(settings);
    const check = (await harness.until(harness.venue.check())).find(({ name }) => name === 'wallet');
    assert.match(check?.detail ?? '', detail);
    assert.equal(check?.ok, kind !== 'contradicts');
    const starting = harness.until(harness.venue.start(harness.listener));
    if (kind === 'contradicts') await assert.rejects(starting, ({ message }: Error) => detail.test(message));
    else await starting;
    await harness.pass(1_000);
    const { healthy, reason, note = null } = await harness.until(harness.venue.health());
    if (kind === 'contradicts') {
      assert.equal(healthy, false);
      assert.match(reason ?? '', detail);
    } else {
      assert.deepEqual([healthy, reason], [true, null]);
      if (kind === 'doubtful') assert.match(note ?? '', detail);
      else assert.equal(note, null);
    }
    await harness.stop();
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
