import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { ASSET } from '../../../test/support/http/http-records.ts';

test('generic assets have their status and venues', async () => {
  const { body } = await get('/v1/generic-assets/501');
  assert.equal(body.status, 'OPEN');
  assert.deepEqual(body.venues, ['Kalshi', 'Polymarket']);
  assert.deepEqual((await get('/v1/generic-assets?instrument_id=1001')).body, [body]);
  assert.equal((await get('/v1/generic-assets?instrument_id=9')).status, 404);
  assert.equal((await get(`/v1/generic-assets/${ASSET.genericAssetId + 1}`)).status, 404);
});
