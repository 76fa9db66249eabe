import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORBIDDEN, NOT_FOUND } from '../api-assertions.ts';
import type { Asset } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

interface Review {
  readonly generic_asset_id: number;
  readonly status: string;
  readonly by: string;
  readonly why: string;
}

const service = await startService({ isProcess: true });
const trader = service.api();
const reviewerKey = await service.newKey('--account', 'acc_1', '--permissions', 'read,review');
const reviewer = service.api(reviewerKey);
// Two contracts of one venue in opposite orientations; one orientation for both is refused.
const PAIR = [{ instrument_id: 1001 }, { instrument_id: 1006, inverted: true }];

test('an approved asset is listed with its reviewer; a removed asset is not listed and keeps its history', async () => {
  const why = 'only to see it listed';
  const approved = await reviewer.ok<Review>('POST', '/v1/matching/approve', {
    members: PAIR,
    title: 'Two of Demo',
    why,
    despite: true,
  });
  const { generic_asset_id: id } = approved;
  assert.deepEqual([approved.status, approved.by], ['APPROVED', reviewerKey.key_id]);
  const listed = await trader.ok<Asset>('GET', `/v1/generic-assets/${id}`);
  assert.deepEqual([listed.title, listed.safety?.level], ['Two of Demo', 'BLOCK']); // approved despite the texts
  await reviewer.ok('POST', '/v1/matching/reject', { generic_asset_id: id, why: 'seen' });
  await trader.refused(NOT_FOUND, 'GET', `/v1/generic-assets/${id}`);
  await service.kill();
  await service.start();
  const kept = await trader.ok<Review & { readonly history: readonly Review[] }>(
    'GET',
    `/v1/matching/reviews/${id}`,
  );
  assert.deepEqual(
    kept.history.map((each) => [each.status, each.by, each.why]),
    [
      ['APPROVED', reviewerKey.key_id, why],
      ['REJECTED', reviewerKey.key_id, 'seen'],
    ],
  );
  const byCommand = JSON.parse(
    await service.cliOk('match', 'list', '--state', 'rejected'),
  ) as readonly Review[];
  assert.deepEqual(
    byCommand.map((each) => each.generic_asset_id),
    [id],
  );
});

test('a key with trade permission reads proposals but cannot decide', async () => {
  assert.deepEqual(await trader.ok('GET', '/v1/matching/proposals'), []);
  await trader.ok('GET', '/v1/matching/compare?instrument_ids=1001,1006');
  await trader.refused(FORBIDDEN, 'POST', '/v1/matching/approve', { members: PAIR, why: 'x' });
});
