import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import type { Instrument } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal, showAllOrders } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();
const api = service.api();
const INITIAL_BYTES_MAX = 250_000;

const market = (await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).find(
  ({ status, generic_asset_id: asset }) => status === 'OPEN' && asset !== null,
);
assert.ok(market !== undefined);
const order = {
  subaccount_id: 'sa_1',
  instrument_id: market.instrument_id,
  side: 'BUY',
  type: 'LIMIT',
  qty: '10',
};
await api.ok('POST', '/v1/orders', { ...order, price: market.max_price });
for (let count = 0; count < 3; count += 1)
  await api.ok('POST', '/v1/orders', { ...order, price: market.min_price });
const agent = await service.newKey(
  '--kind',
  'agent',
  '--permissions',
  'read,trade',
  '--approval-above',
  '0.001',
);
await service
  .api(agent)
  .refused([403, 'approval_required'], 'POST', '/v1/orders', { ...order, price: market.max_price });
await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_position_qty: '5', max_open_orders: 4 });

/** Each page, and an element that is present once it is loaded. */
const PAGES: readonly (readonly [path: string, landmark: string])[] = [
  ['/', 'list[name="Markets"]'],
  [`/trade/${market.instrument_id}`, 'form[name="Order ticket"]'],
  ['/orders', 'table[name="Orders"]'],
  ['/orders?tab=complex', 'tab[name="Complex orders"]'],
  ['/positions', 'table[name="Positions"]'],
  ['/risk', 'region[name="Whole account"]'],
  ['/assets', 'heading[name="Matched markets"]'],
  ['/opportunities', 'heading[name="Opportunities"]'],
  ['/approvals', 'heading[name="Approvals"]'],
  ['/events', 'heading[name="Events"]'],
  ['/performance', 'table[name="PnL by day"]'],
  [`/grid?markets=${market.instrument_id}`, 'heading[name="Grid"]'],
  ['/tape', 'heading[name="Tape"]'],
  ['/settings', 'heading[name="Settings"]'],
  ['/review', 'heading[name="Match review"]'],
  ['/venues', 'region[name="Demo"]'],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has a serious finding of axe in ${colorScheme}`, async () => {
    const page = await openTerminal(service, browser, { colorScheme });
    for (const [path, landmark] of PAGES) {
      await goTo(page, path);
      await page.locator(`role=${landmark}`).waitFor();
      assert.deepEqual(await findSeriousFindings(page), [], path);
    }
    await showAllOrders(page);
    await page
      .getByRole('button', { name: /^Receipt of/ })
      .first()
      .click();
    await page.getByRole('table', { name: 'Events' }).waitFor();
    assert.deepEqual(await findSeriousFindings(page), [], 'a receipt');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel all …' }).click();
    await page.getByText('Which orders should be cancelled?').waitFor();
    assert.deepEqual(await findSeriousFindings(page), [], 'the choice of cancel scopes');
  });
}

test('the sign-in page has no serious finding of axe', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(service.url);
  await page.getByLabel('Key id').waitFor();
  assert.deepEqual(await findSeriousFindings(page), []);
});

test('a phone shows positions, orders, cancel and kill without scrolling sideways', async () => {
  const page = await openTerminal(service, browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const foot = page.getByRole('navigation', { name: 'Pages on a phone' });
  for (const name of ['Markets', 'Orders', 'Positions', 'Risk']) {
    await foot.getByRole('link', { name }).tap();
    for (const action of ['Kill switch', 'Cancel all']) {
      const button = page.getByRole('button', { name: action, exact: true });
      assert.ok(await isInside(button), `${action} is on the screen`);
    }
    assert.equal(await page.evaluate(IS_WIDER), false, name);
  }
  await foot.getByRole('link', { name: 'Positions' }).tap();
  await page
    .getByRole('button', { name: /^Close / })
    .first()
    .waitFor();
  await showAllOrders(page);
  const cancel = page.getByRole('button', { name: /^Cancel ord_/ }).first();
  await cancel.waitFor();
  assert.ok(await isInside(cancel), 'the button is on the screen');
  await cancel.tap();
  await page.getByText('cancelled by you').waitFor();
});

test('the initial JavaScript stays below 250 kB compressed', async (t) => {
  const page = await browser.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(service.url);
  await page.getByLabel('Key id').waitFor();
  const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
  t.diagnostic(`initial JavaScript: ${(bytes / 1_000).toFixed(0)} kB gzip in ${scripts.length} files`);
  assert.ok(bytes > 0 && bytes < INITIAL_BYTES_MAX, `${bytes} bytes`);
});

test('the fonts come from the service and are used', async () => {
  const page = await browser.newPage();
  const [font] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('.woff2')),
    page.goto(service.url),
  ]);
  assert.equal(font.status(), 200);
  assert.ok(font.url().startsWith(new URL(service.url).origin), font.url());
  const family = await page.evaluate('getComputedStyle(document.body).fontFamily');
  assert.match(String(family), /^"Inter Variable",/);
  await page.waitForFunction(
    `[...document.fonts].some((each) => each.family.includes('Inter') && each.status === 'loaded')`,
  );
});

test('every resource of a page loads, and the console stays free of errors', async () => {
  const complaints: string[] = [];
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.goto((await service.cliOk('pair')).trim());
  for (const [path, landmark] of PAGES) {
    await goTo(page, path);
    await page.locator(`role=${landmark}`).waitFor();
  }
  assert.deepEqual(complaints, []);
});

const IS_WIDER = 'document.documentElement.scrollWidth > innerWidth';

/** True if no part of the element is beyond the left or right edge of the screen. */
async function isInside(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const width = element.page().viewportSize()?.width ?? 0;
  return box !== null && box.x >= 0 && box.x + box.width <= width;
}

/** Serious and critical findings of axe, with their elements. */
async function findSeriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<readonly string[]>(RUN_AXE);
}

// Elements in transition have faded colours, so axe runs after the transitions.
const RUN_AXE = `Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  .then(() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }))
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 6).map(({ html, any }) =>
      html.slice(0, 160) + ' ' + (any[0]?.message ?? '').slice(0, 160)).join(' | ')))`;
