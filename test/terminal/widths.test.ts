import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { ASSET, MARKETS, NOW, order } from './scripted-records.ts';

const WIDTHS = [390, 1024, 1440, 2560];
const TABLET_WIDTHS = [390, 768, 1024, 1280, 1440];
const ORDERS = 60; // more than a screenful, so that some rows are not drawn
const TITLE_WIDTH_MIN = 120;

const service = scriptedService();
const open = await openPages(service);

test('a list with more orders than fit gives the market and the buttons of a row their room at each width', async () => {
  const orders = Array.from({ length: ORDERS }, (_, at) => order(at + 1));
  service.onStream('orders', () => [{ type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW, orders }]);
  const page = await open('/orders');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Receipt of ord_60' }) });
    const market = row.getByRole('cell').filter({ hasText: 'Rain in London' });
    const cancel = row.getByRole('button', { name: 'Cancel ord_60' });
    await cancel.waitFor();
    const table = page.getByRole('table', { name: 'Orders' });
    await shows(() => isWide(market, TITLE_WIDTH_MIN), true);
    await shows(() => endsWithin(cancel, width), true);
    await shows(() => isWide(table, width - 200), true);
    // The form of an amend spans the table and adds no columns.
    await row.getByRole('button', { name: 'Amend ord_60' }).click();
    await page.getByRole('textbox', { name: /price/i }).waitFor();
    await shows(() => isWide(market, TITLE_WIDTH_MIN), true);
    await row.getByRole('button', { name: 'Amend ord_60' }).click();
  }
});

test('both buttons of an order on the page of its market are in view at each width', async () => {
  const [leg] = order(1).legs;
  assert.ok(leg);
  const legs = ['Kalshi', 'Polymarket', 'Demo'].map((venue) => ({ ...leg, venue }));
  const split = order(61, { generic_asset_id: 5, routing: { ...order(1).routing, mode: 'SPLIT' }, legs });
  const partly = { status: 'PARTIAL', qty: '12345.67', filled_qty: '1234.56' } as const;
  const orders = [split, order(60, partly)];
  service.onStream('orders', () => [{ type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW, orders }]);
  const page = await open('/trade/11');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.getByRole('table', { name: 'My orders' });
    const frame = card.locator('xpath=ancestor::*[contains(@class, "trade-below")]');
    for (const name of [/^Amend ord_60/, /^Cancel ord_60/]) {
      const button = card.getByRole('button', { name });
      await button.waitFor();
      await shows(async () => {
        const { x, width: whole } = await boxOf(frame);
        return endsWithin(button, x + whole);
      }, true);
    }
  }
});

test('the opportunities that have closed fit on the page at each width', async () => {
  const edge = { at: '2026-07-01T11:00:02.000Z', edge_per_set: '0.0125', edge_total: '0.5', qty: '40' };
  const leg = (venue: string, id: number, outcome: string) => ({
    venue,
    instrument_id: id,
    side: 'BUY',
    outcome,
  });
  const record = {
    id: 'opp_90',
    kind: 'CROSS',
    generic_asset_id: 501,
    event_id: null,
    legs: [leg('Demo', 11, 'YES'), leg('Kalshi', 21, 'NO')],
    opened_at: '2026-07-01T11:00:00.000Z',
    closed_at: '2026-07-01T11:00:04.000Z',
    lasted_ms: 4_000,
    best: edge,
    last: edge,
  };
  service.on('GET /v1/opportunities', []);
  service.on('GET /v1/opportunities/history', [record]);
  const long =
    'Will the Federal Reserve lower the upper bound of its target range before the end of July 2026?';
  service.on(
    'POST /v1/markets/lookup',
    MARKETS.map((each) => ({ ...each, title: long })),
  );
  const page = await open('/opportunities');
  await page.getByRole('link', { name: long }).first().waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The menu next to the page is removed after the change of the width.
    await shows(() => readOverflow(page), 0);
  }
});

test('a set that may settle differently says so in view at each width, after the sets that do not', async () => {
  const leg = { venue: 'Demo', instrument_id: 11, side: 'BUY', outcome: 'YES', avg_price: '0.46' };
  const set = (id: string, risk: string, edge: string, blocked: string[]) => ({
    id,
    kind: 'CROSS',
    legs: [
      { ...leg, worst_price: '0.46', fee: '0', qty: '4000' },
      {
        ...leg,
        venue: 'Kalshi',
        instrument_id: 21,
        outcome: 'NO',
        worst_price: '0.51',
        fee: '0',
        qty: '4000',
      },
    ],
    qty: '4000',
    edge_per_set: '0.0163',
    edge_total: edge,
    capital: '3935.21',
    return: '0.01651842',
    annualised: '0.3173',
    settlement: { risk, differences: [], worst_case_total: '-119.58', reviewed_by: null, reviewed_at: null },
    blocked_by: blocked,
  });
  service.on('GET /v1/opportunities', [
    set('opp_2', 'LOW', '12.30', []),
    set('opp_1', 'BLOCK', '119.58', ['settlement_conflict']),
  ]);
  service.on('GET /v1/opportunities/history', []);
  const page = await open('/opportunities');
  const unsafe = page.getByRole('table', { name: 'Sets that may settle differently' });
  await unsafe.waitFor();
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of ['+$119.58', 'worst case −$119.58', /contradict each other: not to be traded/]) {
      const shown = unsafe.getByText(text);
      await shown.waitFor();
      await shows(() => endsWithin(shown, width), true);
    }
    await shows(() => readOverflow(page), 0);
  }
  const safe = page.getByRole('table', { name: 'Opportunities', exact: true });
  assert.equal(await safe.getByRole('row').count(), 2);
  const [first, second] = [await safe.boundingBox(), await unsafe.boundingBox()];
  assert.ok(first !== null && second !== null && first.y < second.y);
});

test('a print shows its market and its whole amounts at each width', async () => {
  const print = {
    id: 1,
    instrument_id: 11,
    venue: 'Polymarket',
    price: '0.475',
    side: 'SELL',
    timestamp: NOW,
  };
  service.on('GET /v1/tradeprints', [{ ...print, qty: '12345.67' }]);
  const page = await open('/tape');
  const row = page.getByRole('table', { name: 'Prints' }).locator('.tape-rows [role=row]');
  await row.waitFor();
  for (const width of TABLET_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await shows(() => readOverflow(page), 0);
    await shows(() => row.locator('[role=cell]:not(.tape-market)').evaluateAll(findCut), []);
    await shows(() => isWide(row.locator('.tape-market'), TITLE_WIDTH_MIN), true);
  }
});

test('a matched market gives the title of each member its room, and its state, at each width', async () => {
  const page = await open('/assets');
  const members = page.getByRole('table', { name: /^Members of/ }).first();
  for (const width of TABLET_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const cell = members.getByRole('cell').first();
    await cell.waitFor();
    await shows(() => isWide(cell, TITLE_WIDTH_MIN), true);
    const states = members.getByText('not published').filter({ visible: true });
    await shows(() => states.count(), ASSET.members.length);
  }
});

// A page lays itself out a moment after a change of its size, so `shows` measures until it is right.

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? assert.fail('it is drawn');

/** The width in pixels instead of true where the part is narrower. */
async function isWide(part: Locator, min: number): Promise<true | string> {
  const { width } = await boxOf(part);
  return width >= min || `${width} of ${min} pixels wide`;
}

/** The ends in pixels instead of true where the part is cut off at the left or beyond `right`. */
async function endsWithin(part: Locator, right: number): Promise<true | string> {
  const { x, width } = await boxOf(part);
  return (x >= 0 && x + width <= right) || `from ${x} to ${x + width}, of ${right}`;
}

/** The texts of elements that are wider than their box. */
const findCut = (elements: readonly unknown[]): readonly string[] =>
  (elements as readonly { scrollWidth: number; clientWidth: number; textContent: string }[])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);

/** How many pixels of the page are right of the window. */
const readOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
