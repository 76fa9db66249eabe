import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until } from '../api-assertions.ts';
import type { Asset, Instrument } from '../support/record-schemas.ts';
import { readExchangeAddress } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

// A venue changes the rules of a market after a person approved it: the secondary rules of Kalshi, the description of
// Polymarket. Texts are read again at the start of the service and at intervals; this test uses the start.

interface Review {
  readonly status: string;
  readonly why: string;
}

const VENUES = ['Kalshi', 'Polymarket'] as const;
const NEW_RULES = 'If the candidate dies before the vote, the market pays the last price before the death.';

const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
const api = service.api();
const reviewer = service.api(await service.newKey('--account', 'acc_1', '--permissions', 'read,review'));

const assets = await until('the approved assets of both venues are listed', async () => {
  const all = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  const approved = all.filter(({ venues }) => VENUES.every((venue) => venues.includes(venue)));
  return approved.length >= VENUES.length ? approved : null;
});
const changed = VENUES.map((venue, at) => ({ venue, asset: assets[at] ?? assert.fail(venue) }));

const getStatus = async ({ generic_asset_id: id }: Asset): Promise<string> =>
  (await reviewer.ok<Review>('GET', `/v1/matching/reviews/${id}`)).status;

const findMember = async ({ members }: Asset, venue: string): Promise<Instrument> => {
  const { instrument_id: id } = members.find((it) => it.venue === venue) ?? assert.fail(venue);
  return api.ok<Instrument>('GET', `/v1/markets/${id}`);
};

async function changeRules(asset: Asset, venue: (typeof VENUES)[number]): Promise<void> {
  const { ticker: market } = await findMember(asset, venue);
  const body = JSON.stringify({ market, verb: 'rules', rules: NEW_RULES });
  const answer = await fetch(`${readExchangeAddress(service, venue).control}/market`, {
    method: 'PUT',
    body,
  });
  assert.equal(answer.status, 200, await answer.text());
}

test('changed rules of a member suspend an approved asset until it is approved again, at both venues', async () => {
  for (const { asset, venue } of changed) {
    assert.equal(await getStatus(asset), 'APPROVED');
    await changeRules(asset, venue);
  }
  await service.kill();
  await service.start();
  for (const { asset, venue } of changed) {
    const { generic_asset_id: id, title } = asset;
    await until(`${title} is suspended`, async () =>
      (await getStatus(asset)) === 'SUSPENDED' ? true : null,
    );
    await api.refused(NOT_FOUND, 'GET', `/v1/generic-assets/${id}`);
    const review = await reviewer.ok<Review>('GET', `/v1/matching/reviews/${id}`);
    assert.match(review.why, new RegExp(`^${venue} changed `));
    await reviewer.ok('POST', '/v1/matching/approve', {
      generic_asset_id: id,
      why: 'the new rules are alike',
      despite: true,
    });
    assert.equal(await getStatus(asset), 'APPROVED');
    assert.equal((await api.ok<Asset>('GET', `/v1/generic-assets/${id}`)).title, title);
  }
});

test('an asset whose members kept their rules stays approved', async () => {
  const kept = assets.at(-1) ?? assert.fail();
  assert.ok(!changed.some(({ asset }) => asset === kept));
  assert.equal(await getStatus(kept), 'APPROVED');
});
