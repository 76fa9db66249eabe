import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { launchBrowser, openTerminal } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();
const findOpen = (): Promise<{ readonly items: readonly Instrument[] }> =>
  service.api().ok('GET', '/v1/markets/search?status=OPEN&limit=200');

test('a category shows its count and narrows the search', async () => {
  const page = await openTerminal(service, browser);
  const { items } = await findOpen();
  const count = items.filter(({ category }) => category === 'Weather').length;
  await page.getByRole('group', { name: 'Categories' }).getByText(`Weather ${count}`).click();
  await page.getByText(String(count), { exact: true }).waitFor();
  const first = page.getByRole('list', { name: 'Markets' }).getByRole('listitem').first();
  assert.match(await first.innerText(), /Weather/);
});

test('markets can be sorted by closing time', async () => {
  const page = await openTerminal(service, browser);
  await page.getByRole('combobox', { name: 'Order of markets' }).click();
  await page.getByRole('option', { name: 'Closing soon first' }).click();
  const first = page.getByRole('list', { name: 'Markets' }).getByRole('listitem').first();
  // Markets open and close meanwhile: Demo lists some for twenty minutes.
  await until('the first market of the page closes first', async () => {
    const { items } = await findOpen();
    const [next] = items
      .filter(({ close_time: closes }) => closes !== null && Date.parse(closes) > Date.now())
      .toSorted((one, other) => Date.parse(one.close_time ?? '') - Date.parse(other.close_time ?? ''));
    return next !== undefined && (await first.innerText()).includes(next.title) ? next : null;
  });
});

test('a new watchlist keeps its markets separate from other lists', async () => {
  const page = await openTerminal(service, browser);
  await page.getByRole('button', { name: /^Watched: Will it rain in London/ }).click();
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await page.getByLabel('Name of the new list').fill('Fed');
  await page.keyboard.press('Enter');
  await page.getByText('This list is empty').waitFor();
  await page.getByRole('combobox', { name: 'Watchlist' }).click();
  await page.getByRole('option', { name: 'Watched (1)' }).click();
  await page.getByRole('link', { name: /Will it rain in London/ }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Markets' }).getByRole('listitem').count(), 1);
});

test('the row of a matched market shows the number of members', async () => {
  const page = await openTerminal(service, browser);
  await page.getByLabel('Search markets').fill('fed cut');
  await page
    .getByText(/\d+ matched|gap \d/)
    .first()
    .waitFor();
});
