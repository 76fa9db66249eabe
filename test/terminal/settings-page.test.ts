import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { fill, NOW, order } from './scripted-records.ts';

const service = scriptedService();
service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
  ids.split(',').map((id) => ({
    type: 'book',
    instrument_id: Number(id),
    bids: [{ price: '0.46', qty: '10' }],
    asks: [{ price: '0.5', qty: '10' }],
    timestamp: NOW,
    sequence: 1,
  })),
);
service.on('POST /v1/orders', () => order(60));
const open = await openPages(service);

const go = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`);
const heightOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.height ?? 0;

test('the density changes the rows of lists, tables and the ladder, also in another tab', async () => {
  const page = await open('/settings');
  await go(page, '/');
  await page.locator('.market-row').first().waitFor();
  assert.equal(await heightOf(page, '.market-row'), 48);
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*/, '#/settings'));
  await other.getByRole('radiogroup', { name: 'Density' }).getByText('compact').click();
  await shows(() => heightOf(page, '.market-row'), 38);
  await go(page, '/positions');
  const row = '[aria-label="Positions"] tbody tr';
  await page.locator(row).first().waitFor();
  const compact = await heightOf(page, row);
  await go(page, '/trade/11');
  const ladder = page.getByRole('application', { name: /^Book/ });
  await page.getByText('bid 46¢', { exact: true }).waitFor();
  // The ladder has 30 rows of 16 pixels and is centred on 48¢, so the first one is 62¢.
  await ladder.click({ position: { x: 100, y: 8 } });
  await page.getByText(/^Selected: 62¢/).waitFor();
  await go(page, '/settings');
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('comfortable').click();
  await go(page, '/positions');
  await page.locator(row).first().waitFor();
  assert.ok((await heightOf(page, row)) > compact, 'rows of tables are lower when compact');
});

test('all times follow the time zone', async () => {
  const page = await open('/settings');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await go(page, '/orders');
  await page.getByText('Times are in Asia/Tokyo.').waitFor();
});

test('a key is changed and used, a taken one is named and refused, and all are reset', async () => {
  const page = await open('/settings');
  const keys = page.getByRole('region', { name: 'Keys' });
  const status = keys.getByRole('status', { name: 'Keys' });
  const change = keys.getByRole('button', { name: 'Change the key: go to Tape' });
  await change.press('Enter');
  await shows(() => status.innerText(), 'Press the new key. Delete removes it, Esc gives up.');
  await page.keyboard.press('Control+k');
  await shows(
    () => status.innerText(),
    'Ctrl K is taken: “find a market, page, order or action”. Change that one first.',
  );
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.keyboard.press('Alt+t');
  await shows(() => status.innerText(), '“go to Tape”: Alt T.');
  await change.press('Enter');
  await page.keyboard.press('Escape');
  await shows(() => status.innerText(), 'Nothing was changed.');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog').getByRole('table', { name: 'Keys' });
  await help.getByRole('row', { name: 'Alt T go to Tape' }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+t');
  await page.getByRole('heading', { name: 'Tape' }).waitFor();
  await page.goBack();
  await keys.getByRole('button', { name: 'Reset all' }).press('Enter');
  await shows(() => page.evaluate('localStorage.getItem("crossbook.keys")'), null);
});

test('a changed key of the book acts there, and the former one does not', async () => {
  const page = await open('/settings');
  await page
    .getByRole('button', { name: 'Change the key: in the book: copy the price into the ticket, to sell' })
    .press('Enter');
  await page.keyboard.press('v');
  await go(page, '/trade/11');
  const form = page.getByRole('form', { name: 'Order ticket' });
  const ladder = page.getByRole('application', { name: /^Book/ });
  await page.getByText('bid 46¢', { exact: true }).waitFor();
  await ladder.press('ArrowDown');
  await page.getByText(/^Selected: 46¢/).waitFor();
  await ladder.press('s');
  await ladder.press('ArrowDown');
  await page.getByText(/^Selected: 45¢/).waitFor();
  await ladder.press('v');
  await shows(() => form.getByLabel(/^Limit price/).inputValue(), '45¢');
  await form.getByRole('button', { name: /^Sell/ }).waitFor();
});

test('the ladder has the sizes of the settings, and a one-click order is confirmed first if wanted', async () => {
  const page = await open('/settings');
  const sizes = page.getByLabel('Size buttons of the ladder');
  await sizes.fill('10, ten');
  await page.getByText('Enter different sizes such as 10, 50, 250.').waitFor();
  await sizes.fill('15, 60');
  await page.getByRole('switch', { name: 'Confirm one-click orders' }).press('Space');
  await go(page, '/trade/11');
  const group = page.getByRole('group', { name: 'Size' });
  await shows(() => group.getByRole('button').allInnerTexts(), ['15', '60', 'Centre']);
  await group.getByRole('button', { name: '60' }).click();
  const ladder = page.getByRole('application', { name: /^Book/ });
  await page.getByText('bid 46¢', { exact: true }).waitFor();
  await ladder.press('ArrowDown');
  await page.getByText(/^Selected: 46¢/).waitFor();
  await ladder.press('Shift+B');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Buy 60 YES at 46¢: Rain in London').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(service.sent('POST /v1/orders').length, 0);
  await ladder.press('Shift+B');
  await dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await shows(async () => service.sent('POST /v1/orders').length, 1);
});

const KEEP_TONES = `window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { window.tones.push(this.frequency.value); start.call(this); };`;
const COUNT_LOCKS = `navigator.locks.query().then(({ held, pending }) =>
  [held, pending].map((some) => some.filter(({ name }) => name === 'crossbook.notifier').length))`;

test('a fill plays a tone only while the sound is on, in one of two tabs', async () => {
  const page = await open('/orders?tab=fills');
  await page.evaluate(KEEP_TONES);
  const push = (id: string) => service.push('fills', { type: 'fill', fill: fill(id, { timestamp: NOW }) });
  push('f_1');
  await page.getByText('ord_1').first().waitFor();
  await go(page, '/settings');
  await page.getByRole('switch', { name: /^Sound/ }).press('Space');
  await shows(() => page.getByRole('switch', { name: /^Sound/ }).isChecked(), true);
  const second = await page.context().newPage();
  await second.clock.setFixedTime(NOW);
  await second.goto(page.url());
  await second.getByLabel('Subaccount').first().waitFor();
  await second.evaluate(KEEP_TONES);
  await shows(() => second.evaluate(COUNT_LOCKS), [1, 1]);
  push('f_2');
  await shows(() => page.evaluate('window.tones'), [880]);
  assert.deepEqual(await second.evaluate('window.tones'), [], 'one tab plays it');
  await page.close();
  await shows(() => second.evaluate(COUNT_LOCKS), [1, 0]);
  push('f_3');
  await shows(() => second.evaluate('window.tones'), [880]);
});

test('notifications are chosen on the page too, and the browser asks for its permission once they are on', async () => {
  const page = await open('/settings');
  await page.evaluate(`window.requests = 0;
    window.Notification = class { static permission = 'default'; static requestPermission() { window.requests += 1; } };`);
  const choice = page.getByRole('region', { name: 'Notifications' });
  await choice.getByText('with sound').click();
  await shows(() => page.evaluate('localStorage.getItem("crossbook.notifications")'), '"sound"');
  assert.equal(await page.evaluate('window.requests'), 1);
  await page.evaluate(`window.Notification = class { static permission = 'denied'; }`);
  await choice.getByText('silent').click();
  await choice.getByText('Blocked by this browser').waitFor();
});
