import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchProposal, MatchReview } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const browser = await launchBrowser();
const api = service.api();

test('a proposal is compared, approved with a reason, and its history shows who decided and why', async () => {
  const [proposal] = await api.ok<MatchProposal[]>('GET', '/v1/matching/proposals?limit=1&verdict=same');
  assert.ok(proposal !== undefined);
  const { first, other } = proposal;
  const page = await openTerminal(service, browser);
  await goTo(page, '/review');
  const card = page.getByRole('region', { name: `${first.title} and ${other.title}` }).first();
  await card.getByRole('button', { name: 'Compare' }).click();
  await card.getByRole('row', { name: /^Rules/ }).waitFor();
  await card.getByText(`YES at ${first.venue}`).first().waitFor();
  await card.getByRole('row', { name: /^Event/ }).waitFor();
  await card.getByRole('row', { name: /^Other outcomes/ }).waitFor();
  assert.ok((await card.locator('mark').count()) > 0, 'differences are marked');
  await card.getByRole('list', { name: 'Reasons of the score' }).waitFor();
  await card.getByText(proposal.safety.level, { exact: true }).first().waitFor();
  assert.equal(await card.getByRole('button', { name: 'Approve' }).isDisabled(), true);
  await card.getByLabel(/^Why/).fill('read side by side');
  await card.getByRole('button', { name: 'Approve' }).click();
  await card.waitFor({ state: 'detached' });

  const reviews = await api.ok<MatchReview[]>('GET', '/v1/matching/reviews?status=APPROVED');
  const decided = reviews.find(({ members }) =>
    [first, other].every(({ instrument_id: id }) => members.some((member) => member.instrument_id === id)),
  );
  assert.equal(decided?.why, 'read side by side');
  await page.getByRole('tab', { name: 'Decided' }).click();
  await page
    .getByRole('button', { name: `History of ${decided?.title}` })
    .first()
    .click();
  await page
    .getByRole('list', { name: 'History' })
    .getByText(/APPROVED by key_.*, read side by side/)
    .waitFor();
});
