import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { GenericAssetId } from '../../contract/model/ids.ts';
import type { Instrument } from '../../contract/model/instrument.ts';
import type { Rejection, Result } from '../../contract/model/result.ts';
import { renderTime } from '../../contract/model/time.ts';
import { FAKE_LISTINGS } from '../../domain/instruments/fake-listings.fixture.ts';
import { verifyLedger } from '../../storage/sqlite/journal/verify-ledger.ts';
import { FixedMappingSource, openReviews } from './mapping-review.fixture.ts';
import type { Decision, NamedMember } from './review-types.ts';

const ASSET = 1_000_001 as GenericAssetId;

test('an approval records reviewer, time, reason and texts, and lists the asset', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, store, storage } = await openReviews(mappingSource);
  const review = requireValue(await reviews.approve(decision(['2001', 'Polymarket:shutdown-by-june-30'])));
  assert.equal(review.genericAssetId, ASSET);
  assert.deepEqual([review.by, review.why, review.at], ['reviewer', 'the same lapse', store.now()]);
  assert.deepEqual(
    review.members.map(({ instrumentId, inverted }) => [instrumentId, inverted]),
    [
      [2001, false],
      [3001, false],
    ],
  );
  assert.ok(review.members.every(({ fingerprint }) => /^v2:[0-9a-f]{32}$/.test(fingerprint)));
  assert.equal(mappingSource.shown.get(ASSET), review);
  assert.ok(
    store.state.bindings.has(review.members[0]?.instrumentId as never),
    'its instrument ids are bound to these contracts',
  );
  assert.deepEqual(verifyLedger(storage.database).problems, []);
});

test('a listing that negates the other is an inverted member', async () => {
  const { reviews } = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  const review = requireValue(await reviews.approve(decision(['2001', '3002'])));
  assert.deepEqual(
    review.members.map(({ inverted }) => inverted),
    [false, true],
  );
});

test('a restart lists the approved assets under the same ids', async () => {
  const first = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  const review = requireValue(await first.reviews.approve(decision(['2001', '3001'])));
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews } = await openReviews(mappingSource, await first.storage.restart());
  assert.deepEqual(mappingSource.shown.get(ASSET), review);
  assert.deepEqual(reviews.reviews(), [review]);
});

for (const [what, change] of Object.entries({
  'its rules': { description: 'Resolves "Yes" if a shutdown of ten days occurs by June 30, 2027.' },
  'its secondary rules': { rulesSecondary: 'If the ballot is postponed, the last price is paid.' },
  'its structured terms': { venueTerms: { line: '3.5' } },
  'its closing time': { closeTime: (FAKE_LISTINGS[1]?.closeTime ?? 0) + 86_400_000 },
}) as [string, Partial<Instrument>][]) {
  test(`a venue that changes ${what} suspends the asset, until it is approved again`, async () => {
    const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
    const { reviews, store, storage } = await openReviews(mappingSource);
    requireValue(await reviews.approve(decision(['2001', '3001'])));
    mappingSource.publish({ ...listed(3001), ...change });
    assert.equal(mappingSource.shown.size, 0, 'not listed, so not routed, at once');
    await store.whenDurable();
    const [suspended] = reviews.reviews();
    assert.equal(suspended?.status, 'SUSPENDED');
    assert.match(suspended?.why ?? '', /^Polymarket changed .* shutdown-by-june-30$/);
    const again = requireValue(await reviews.approveAgain(ASSET, 'reviewer', 'read again'));
    assert.deepEqual([again.status, mappingSource.shown.get(ASSET)], ['APPROVED', again]);
    mappingSource.publish({ ...listed(3001), ...change, status: 'PAUSED' });
    assert.equal(mappingSource.shown.size, 1, 'a changed status is not a changed text');
    assert.deepEqual(verifyLedger(storage.database).problems, []);
  });
}

test('an approval of an earlier version covers title, rules and dates until it is renewed', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, store } = await openReviews(mappingSource);
  const review = requireValue(await reviews.approve(decision(['2001', '3001'])));
  const members = review.members.map((member) => ({
    ...member,
    fingerprint: fingerprintOfVersion1(listed(member.instrumentId)),
  }));
  await store.commit('asset_review', 'reviewer', [{ type: 'AssetApproved', review: { ...review, members } }]);
  const secondary = { ...listed(3001), rulesSecondary: 'Published since the service keeps it.' };
  mappingSource.publish(secondary);
  assert.deepEqual([reviews.reviews()[0]?.status, mappingSource.shown.size], ['APPROVED', 1]);
  requireValue(await reviews.approveAgain(ASSET, 'reviewer', 'read again'));
  mappingSource.publish({ ...secondary, rulesSecondary: 'Another clause.' });
  assert.deepEqual([reviews.reviews()[0]?.status, mappingSource.shown.size], ['SUSPENDED', 0]);
});

test('an asset is suspended at the start if its venue changed from simulated to live', async () => {
  const first = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  requireValue(await first.reviews.approve(decision(['2001', '3001'])));
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  for (const venue of mappingSource.simulated.keys()) mappingSource.simulated.set(venue, false);
  const { reviews } = await openReviews(mappingSource, await first.storage.restart());
  assert.deepEqual([reviews.reviews()[0]?.status, mappingSource.shown.size], ['SUSPENDED', 0]);
});

test('an invalid approval is refused and nothing is recorded', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, store } = await openReviews(mappingSource);
  assert.match(issue(await reviews.approve(decision(['2001']))), /2 to 10 instruments/);
  assert.match(issue(await reviews.approve(decision(['2001', '2001']))), /the same instrument twice/);
  assert.match(issue(await reviews.approve(decision(['2001', '9999']))), /has 9999, which is not listed/);
  assert.match(
    issue(await reviews.approve(decision(['2001', '3003']))),
    /compares as different: date .*despite/,
  );
  assert.match(
    issue(await reviews.approve({ ...decision(['2001', '3001']), why: ' ' })),
    /must state the reason/,
  );
  const turned: NamedMember[] = [named('2001'), { ...named('3001'), inverted: true }];
  assert.match(issue(await reviews.approve({ ...decision([]), members: turned })), /contradicts the text of/);
  mappingSource.publish({ ...listed(3001), status: 'SETTLED' });
  assert.match(issue(await reviews.approve(decision(['2001', '3001']))), /is SETTLED/);
  assert.equal(store.state.seq, 0);
});

test('simulated and live members never mix, even with an override', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  mappingSource.simulated.set('Polymarket', false);
  const { reviews } = await openReviews(mappingSource);
  const refused = await reviews.approve({ ...decision(['2001', '3001']), despite: true });
  assert.match(issue(refused), /mixes simulated and live/);
});

test('an instrument is in at most one asset', async () => {
  const { reviews } = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  requireValue(await reviews.approve(decision(['2001', '3001'])));
  assert.match(issue(await reviews.approve(decision(['2001', '3002']))), /asset 1000001 already has/);
});

test('a reviewer may override the comparison, and a fingerprint of the same text does too', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews } = await openReviews(mappingSource);
  const vague = {
    ...listed(3003),
    title: 'Brief US government shutdown by June 30, 2027?',
    description: null,
  };
  mappingSource.publish(vague);
  const vouched = requireValue(await reviews.approve({ ...decision(['2001', '3003']), despite: true }));
  const exported = vouched.members.map((it) => ({
    ...named(String(it.instrumentId)),
    fingerprint: it.fingerprint,
  }));
  const source = new FixedMappingSource(FAKE_LISTINGS);
  source.publish(vague);
  const elsewhere = await openReviews(source);
  assert.ok((await elsewhere.reviews.approve({ ...decision([]), members: exported })).ok);
});

test('a proven relation other than identity and inverted is never approved, not even despite the texts', async () => {
  const { reviews, store } = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  for (const [other, relation] of [
    ['3003', 'subset'],
    ['2001', 'superset'],
  ] as const) {
    const ids = other === '3003' ? ['2001', '3003'] : ['3003', '2001'];
    const refused = await reviews.approve({ ...decision(ids), despite: true });
    assert.ok(!refused.ok);
    assert.deepEqual(
      [refused.error.details?.['reason'], refused.error.details?.['relation']],
      ['not_one_contract', relation],
    );
    assert.match(issue(refused), /only identity and inverted can be approved/);
  }
  assert.equal(store.state.seq, 0);
});

test('a rejected pair is proposed again only after a text change; a withdrawn asset is not listed', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, clock } = await openReviews(mappingSource);
  const pairs = async (): Promise<string[]> =>
    (await reviews.proposals()).map(({ a, b }) => `${a.instrumentId} ${b.instrumentId}`);
  assert.ok((await pairs()).includes('2001 3001'));
  requireValue(await reviews.reject(decision(['2001', '3001'])));
  assert.ok(!(await pairs()).includes('2001 3001'));
  mappingSource.publish({ ...listed(3001), title: 'Shutdown of the US government by June 30, 2027?' });
  clock.advance(30_000);
  assert.ok((await pairs()).includes('2001 3001'));
  const approved = requireValue(await reviews.approve(decision(['2001', '3002'])));
  requireValue(await reviews.withdraw(approved.genericAssetId, 'reviewer', 'no longer wanted'));
  assert.equal(mappingSource.shown.size, 0);
});

test('a proposal disappears as soon as one of its texts changes, and its pair is compared again', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, clock } = await openReviews(mappingSource);
  const pairs = async (): Promise<string[]> =>
    (await reviews.proposals()).map(({ a, b }) => `${a.instrumentId} ${b.instrumentId}`);
  assert.ok((await pairs()).includes('2001 3001'));
  mappingSource.publish({ ...listed(3001), status: 'PAUSED' });
  assert.ok((await pairs()).includes('2001 3001'));
  mappingSource.publish({ ...listed(3001), title: 'Shutdown of the US government by June 30, 2027?' });
  assert.ok(!(await pairs()).includes('2001 3001'));
  clock.advance(30_000);
  assert.ok((await pairs()).includes('2001 3001'));
});

test('proposals are shared by all callers within 30 seconds, and a failure is not reused', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, clock } = await openReviews(mappingSource);
  const find = mappingSource.findProposals.bind(mappingSource);
  let found = 0;
  mappingSource.findProposals = () => {
    found += 1;
    return found === 1 ? Promise.reject(new Error('the market storage has failed')) : find();
  };
  await assert.rejects(reviews.proposals());
  await Promise.all([reviews.proposals(), reviews.proposals()]);
  assert.equal(found, 2);
  clock.advance(30_000);
  await reviews.proposals();
  assert.equal(found, 3);
});

test('the history of an asset has each decision and suspension with actor, time and reason', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews, store } = await openReviews(mappingSource);
  requireValue(await reviews.approve(decision(['2001', '3001'])));
  mappingSource.publish({ ...listed(3001), description: 'Reworded.' });
  await store.whenDurable();
  requireValue(await reviews.approveAgain(ASSET, 'key_1', 'read again'));
  requireValue(await reviews.withdraw(ASSET, 'reviewer', 'no longer wanted'));
  requireValue(await reviews.approve(decision(['2001', '3002'])));
  const history = await reviews.history(ASSET);
  assert.deepEqual(
    history.map(({ status, by, why }) => [status, by, why]),
    [
      ['APPROVED', 'reviewer', 'the same lapse'],
      [
        'SUSPENDED',
        'Polymarket',
        'Polymarket changed the text, the terms or the dates of shutdown-by-june-30',
      ],
      ['APPROVED', 'key_1', 'read again'],
      ['REJECTED', 'reviewer', 'no longer wanted'],
    ],
  );
  assert.deepEqual(history.at(-1), reviews.reviews()[0]);
  assert.deepEqual(await reviews.history((ASSET + 7) as GenericAssetId), []);
});

test('two outcomes of one event are never members with the same orientation, not even despite the texts', async () => {
  const { reviews, store } = await openReviews(new FixedMappingSource(GAME));
  const orient = (inverted: readonly boolean[]): Decision => ({
    ...decision(['3001', '2001', '2002']),
    members: ['3001', '2001', '2002'].map((name, at) => ({
      ...named(name),
      inverted: inverted[at] ?? false,
    })),
    despite: true,
  });
  const refused = await reviews.approve(orient([false, false, false]));
  assert.match(issue(refused), /has KXSHUT and KC, which are different outcomes/);
  assert.equal(refused.ok ? null : refused.error.details?.['reason'], 'exclusive_outcomes');
  assert.match(issue(await reviews.approve(orient([false, true, true]))), /different outcomes/);
  assert.equal(store.state.assetReviews.size, 0);
  requireValue(await reviews.approve(orient([false, false, true])));
});

test('a pair withheld from the proposals is refused until a reviewer overrides it', async () => {
  const mappingSource = new FixedMappingSource(FAKE_LISTINGS);
  const { reviews } = await openReviews(mappingSource);
  const contested = { ...listed(3001), instrumentId: 3009, venueInstrumentId: 'twin', ticker: 'twin' };
  mappingSource.publish(contested as Instrument);
  const proposals = await reviews.proposals();
  assert.deepEqual(
    proposals.filter(({ match }) => match.verdict === 'same' && match.score > 0).map(({ a, b }) => [a, b]),
    [],
  );
  const refused = await reviews.approve(decision(['2001', '3001']));
  assert.match(issue(refused), /another listing claims the same contract/);
  assert.equal(refused.ok ? null : refused.error.details?.['reason'], 'contested_contract');
  requireValue(await reviews.approve({ ...decision(['2001', '3001']), despite: true }));
});

/** Hash of title, rules and dates, as versions before the secondary rules computed it. */
const fingerprintOfVersion1 = ({ title, description, openTime, closeTime }: Instrument): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        title,
        description ?? '',
        ...[openTime, closeTime].map((time) => (time === null ? '' : renderTime(time))),
      ]),
    )
    .digest('hex')
    .slice(0, 32);

const named = (name: string): NamedMember => ({ name, inverted: null, fingerprint: null });
const decision = (names: readonly string[]): Decision => ({
  members: names.map(named),
  title: null,
  by: 'reviewer',
  why: 'the same lapse',
  despite: false,
});
const listed = (id: number): Instrument =>
  FAKE_LISTINGS.find(({ instrumentId }) => instrumentId === id) as Instrument;

/** Two sides of one game at one venue, and the same game at another venue. */
const GAME: readonly Instrument[] = [
  { ...listed(2001), title: 'Denver vs Kansas City: Denver', description: null },
  {
    ...listed(2001),
    instrumentId: 2002 as Instrument['instrumentId'],
    venueInstrumentId: 'KC',
    ticker: 'KC',
    title: 'Denver vs Kansas City: Kansas City',
    description: null,
  },
  { ...listed(3001), title: 'Broncos vs. Chiefs: Broncos', description: null },
];

function requireValue<Value>(result: Result<Value, Rejection>): Value {
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value;
}

function issue(result: Result<unknown, Rejection>): string {
  assert.ok(!result.ok);
  return result.error.message;
}
