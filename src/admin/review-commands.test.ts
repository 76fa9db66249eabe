import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GenericAssetId } from '../contract/model/ids.ts';
import { err, notFound, ok } from '../contract/model/result.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { AssetReview } from '../domain/instruments/asset-review.ts';
import { instrument } from '../domain/instruments/instrument.fixture.ts';
import type { Decision, MappingReviewService } from '../oms/mapping-review/review-types.ts';
import { runReviewCommand } from './review-commands.ts';

const [first, second] = [instrument(1), instrument(2)];
const REVIEW = {
  genericAssetId: 7 as GenericAssetId,
  status: 'APPROVED',
  simulated: true,
  title: 'Rain',
  members: [first, second].map(({ venue, venueInstrumentId, instrumentId, ticker }, at) => ({
    venue,
    venueInstrumentId,
    instrumentId,
    ticker,
    inverted: at === 1,
    fingerprint: `f-${at}`,
  })),
  by: 'ann',
  why: 'same rules',
  at: 1_782_907_200_008 as TimestampMs,
} as unknown as AssetReview;
const RENDERED = {
  generic_asset_id: 7,
  status: 'APPROVED',
  simulated: true,
  title: 'Rain',
  members: [first, second].map(({ venue, venueInstrumentId, instrumentId, ticker }, at) => ({
    name: `${venue}:${venueInstrumentId}`,
    instrument_id: instrumentId,
    ticker,
    inverted: at === 1,
    fingerprint: `f-${at}`,
  })),
  by: 'ann',
  why: 'same rules',
  at: '2026-07-01T12:00:00.008Z',
};

/** A service that records its calls, and accepts every decision. */
function createReviewing() {
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    async (...given: readonly unknown[]) => {
      calls.push([name, ...given]);
      return ok(REVIEW);
    };
  const reviewing: MappingReviewService = {
    proposals: async () => [],
    reviews: () => [REVIEW],
    history: async () => [],
    compare: async (names) => {
      calls.push(['compare', names]);
      return names.length === 2
        ? ok({ members: [first, second], matches: [], reviews: [REVIEW] })
        : err(notFound('instrument'));
    },
    approve: record('approve'),
    approveAgain: record('approveAgain'),
    reject: record('reject'),
    withdraw: record('withdraw'),
  };
  return { calls, run: (name: string, params: unknown) => runReviewCommand(reviewing, name, params) };
}

const DECISION: Decision = {
  members: [
    { name: 'Demo:A', inverted: null, fingerprint: null },
    { name: 'Kalshi:B', inverted: true, fingerprint: 'f-1' },
  ],
  title: null,
  by: 'ann',
  why: 'same rules',
  despite: false,
};
const PARAMS = {
  members: ['Demo:A', { name: 'Kalshi:B', inverted: true, fingerprint: 'f-1' }],
  by: 'ann',
  why: 'same rules',
};

describe('the review commands of the control socket', () => {
  for (const [command, ofMembers, ofAsset] of [
    ['match.approve', 'approve', 'approveAgain'],
    ['match.reject', 'reject', 'withdraw'],
  ] as const) {
    test(`${command} decides on the members as they were given`, async () => {
      const { calls, run } = createReviewing();
      assert.deepEqual(await run(command, PARAMS), ok(RENDERED));
      assert.deepEqual(calls, [[ofMembers, DECISION]]);
    });

    test(`${command} passes the title, and overrides the comparison only when that is stated`, async () => {
      const { calls, run } = createReviewing();
      await run(command, { ...PARAMS, title: 'Rain', despite: true });
      await run(command, { ...PARAMS, title: '', despite: 'yes' });
      assert.deepEqual(calls, [
        [ofMembers, { ...DECISION, title: 'Rain', despite: true }],
        [ofMembers, DECISION],
      ]);
    });

    test(`${command} of an asset decides on the asset`, async () => {
      const { calls, run } = createReviewing();
      assert.deepEqual(await run(command, { asset: 7, by: 'ann', why: 'read again' }), ok(RENDERED));
      assert.deepEqual(calls, [[ofAsset, 7, 'ann', 'read again']]);
    });

    test(`${command} refuses members that it cannot read, and decides nothing`, async () => {
      const { calls, run } = createReviewing();
      for (const members of [
        undefined,
        'Demo:A',
        [1],
        [null],
        [{ inverted: true }],
        ['Demo:A', { name: 2 }],
      ]) {
        const answer = await run(command, { ...PARAMS, members });
        assert.ok(answer !== null && !answer.ok && answer.error.code === 'validation');
        const { fields } = answer.error.details as { readonly fields: readonly { readonly field: string }[] };
        assert.deepEqual(
          fields.map(({ field }) => field),
          ['members'],
        );
      }
      assert.deepEqual(calls, []);
    });

    test(`${command} passes a missing name or reason as empty, which the service refuses`, async () => {
      const { calls, run } = createReviewing();
      await run(command, { members: [{ name: 'Demo:A', inverted: 1, fingerprint: 2 }], by: 3 });
      const members = [{ name: 'Demo:A', inverted: null, fingerprint: null }];
      assert.deepEqual(calls, [[ofMembers, { ...DECISION, members, by: '', why: '' }]]);
    });
  }

  test('match.reviews lists the reviews in the format of export', async () => {
    const { run } = createReviewing();
    assert.deepEqual(await run('match.reviews', null), ok([RENDERED]));
  });

  test('match.show compares the named members, and answers a rejection as it is', async () => {
    const { calls, run } = createReviewing();
    const shown = await run('match.show', { members: ['1', '2'] });
    assert.ok(shown?.ok);
    const { members, reviews } = shown.value as { members: readonly object[]; reviews: readonly object[] };
    assert.deepEqual(
      members,
      [first, second].map((each) => ({
        instrument_id: each.instrumentId,
        venue: each.venue,
        ticker: each.ticker,
        title: each.title,
        rules: each.description,
        rules_secondary: each.rulesSecondary,
        venue_terms: each.venueTerms,
        close_time: each.closeTime === null ? null : new Date(each.closeTime).toISOString(),
        status: each.status,
      })),
    );
    assert.deepEqual(reviews, [RENDERED]);
    assert.deepEqual(await run('match.show', {}), err(notFound('instrument')));
    assert.deepEqual(calls, [
      ['compare', ['1', '2']],
      ['compare', []],
    ]);
  });

  test('a name that is no command is null, also one that every object has', () => {
    const { run } = createReviewing();
    for (const name of ['match', 'toString', 'constructor']) assert.equal(run(name, {}), null);
  });
});
