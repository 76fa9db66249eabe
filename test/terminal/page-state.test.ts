import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { MARKETS } from './scripted-records.ts';
import type { PageRequest } from './scripted-service.ts';

// What a page shows is in its URL: Back, a reload and a copied link show it again.

const service = scriptedService();
service.on('GET /v1/markets/search', ({ query: { q = '' } }: PageRequest) => ({
  items: MARKETS.filter(({ title }) => title.toLowerCase().includes(q)),
  next_cursor: null,
}));
service.onStream('orderbooks', () => []);
const open = await openPages(service);
const hashOf = (page: Page): Promise<unknown> => page.evaluate('location.hash');
const choose = async (page: Page, box: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option }).click();
};
const valueOf = (page: Page, box: string) => page.getByRole('combobox', { name: box }).inputValue();

test('Back shows the search, filters and order of the markets page again', async () => {
  const page = await open('/');
  await page.getByLabel('Search markets').fill('fed');
  await choose(page, 'Venue', 'Demo');
  await choose(page, 'Status', 'PAUSED');
  await choose(page, 'Order of markets', 'Closing soon first');
  await page.getByRole('link', { name: /Fed cuts in July/ }).click();
  await page.getByRole('heading', { name: 'Fed cuts in July' }).waitFor();
  await shows(() => hashOf(page), '#/trade/12');
  await page.goBack();
  await shows(() => page.getByLabel('Search markets').inputValue(), 'fed');
  await shows(
    () => Promise.all(['Venue', 'Status', 'Order of markets'].map((box) => valueOf(page, box))),
    ['Demo', 'PAUSED', 'Closing soon first'],
  );
  assert.equal(await hashOf(page), '#/?q=fed&venue=Demo&status=PAUSED&order=closing');
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Markets' })
    .click();
  await shows(() => page.getByLabel('Search markets').inputValue(), '');
});

test('a link to a market has its outcome, book, chart, interval and tab', async () => {
  const page = await open('/trade/11');
  const choices = ['NO', 'All venues', 'Line', '15m'];
  for (const text of choices) await page.getByText(text, { exact: true }).click();
  await page.getByRole('tab', { name: 'Rules' }).click();
  const expected = '#/trade/11?outcome=NO&book=all&chart=line&interval=15m&tab=rules';
  await shows(() => hashOf(page), expected);
  const shown = async (): Promise<unknown> => [
    ...(await Promise.all(choices.map((text) => page.getByLabel(text, { exact: true }).isChecked()))),
    await page.getByRole('tab', { name: 'Rules' }).getAttribute('aria-selected'),
    await valueOf(page, 'Routing'),
  ];
  await page.reload();
  await shows(shown, [true, true, true, true, 'true', 'Best price: all at one venue']);
  await page.evaluate("location.hash = '#/trade/11?outcome=MAYBE&interval=2m&chart=pie'");
  await shows(
    () =>
      Promise.all(['Candles', '1h', 'YES'].map((text) => page.getByLabel(text, { exact: true }).isChecked())),
    [true, true, true],
  );
});

test('the filter and tab of the orders page stay while a receipt is opened and closed', async () => {
  const page = await open('/orders');
  await choose(page, 'Status', 'Any status');
  await page.getByRole('button', { name: 'Receipt of ord_1' }).click();
  await shows(() => hashOf(page), '#/orders/ord_1?status=any');
  await page.getByRole('button', { name: 'Close the receipt' }).click();
  await shows(() => hashOf(page), '#/orders?status=any');
  assert.equal(await valueOf(page, 'Status'), 'Any status');
  await page.getByRole('tab', { name: 'Fills' }).click();
  await shows(() => hashOf(page), '#/orders?status=any&tab=fills');
  await page.reload();
  await page.getByText('No fills yet.').waitFor();
});
