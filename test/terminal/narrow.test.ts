import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { GenericAsset, Instrument, Order } from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const browser = await launchBrowser();
const api = service.api();

test('the rows of markets do not overlap on a phone, even if a title row has a badge', async () => {
  const page = await openTerminal(service, browser, PHONE);
  await page.getByLabel('Search markets').fill('fed cut');
  await page
    .getByText(/\d+ matched|gap \d/)
    .first()
    .waitFor();
  assert.deepEqual(await page.evaluate(OVERFLOWING), []);
});

test('the legs of a receipt stay in view next to a long order id of the venue', async () => {
  const order = await splitOrder();
  assert.ok(order.legs.some(({ venue_order_id: id }) => (id?.length ?? 0) > 30));
  for (const looks of [{}, PHONE]) {
    const page = await openTerminal(service, browser, looks);
    await goTo(page, `/orders/${order.id}`);
    const legs = page.getByRole('table', { name: 'Legs' });
    await legs.waitFor();
    await legs.getByRole('columnheader', { name: 'Status' }).waitFor();
    assert.ok(await isInView(page, 'table[aria-label="Legs"]'), JSON.stringify(looks));
  }
});

/** An order with a leg at Polymarket, whose order ids have 66 characters. */
async function splitOrder(): Promise<Order> {
  const assets = await api.ok<GenericAsset[]>('GET', '/v1/generic-assets');
  for (const { generic_asset_id, members } of assets) {
    const member = members.find(({ venue }) => venue === 'Polymarket');
    if (member === undefined) continue;
    const market = await api.ok<Instrument>('GET', `/v1/markets/${member.instrument_id}`);
    if (market.status !== 'OPEN') continue;
    await until('the book is read', async () => {
      const { status } = await api.call('GET', `/v1/markets/${member.instrument_id}/book`);
      return status === 200 ? true : null;
    });
    const order = { subaccount_id: 'sa_1', side: 'BUY', type: 'LIMIT', price: market.max_price, qty: '300' };
    const routing = { mode: 'SPLIT', venues: ['Polymarket'] };
    const sent = await api.call('POST', '/v1/orders', { ...order, generic_asset_id, routing });
    const placed = JSON.parse(sent.text) as Order;
    if (placed.legs?.some(({ venue_order_id: id }) => id !== null)) return placed;
  }
  return assert.fail('no order reached Polymarket');
}

const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { left, right } = document.querySelector('${selector}').getBoundingClientRect();
    const drawer = document.querySelector('[role=dialog]').getBoundingClientRect();
    return left >= drawer.left && right <= drawer.right + 0.5;
  })()`);

/** Texts of rows whose content is taller than the row. */
const OVERFLOWING = `[...document.querySelectorAll('.market-row')]
  .filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const link = row.querySelector('.market-link').getBoundingClientRect();
    return link.top < top - 1 || link.bottom > bottom + 1;
  })
  .map((row) => row.textContent)`;
