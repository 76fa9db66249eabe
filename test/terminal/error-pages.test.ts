import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument, Order, RiskState } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const browser = await launchBrowser();
const api = service.api();

test('when a venue goes silent, its book is removed and the page shows for how long', async () => {
  const markets = await api.ok<Instrument[]>('GET', '/v1/markets?venue=Kalshi');
  const market = markets.find(({ status, generic_asset_id: asset }) => status === 'OPEN' && asset !== null);
  assert.ok(market !== undefined);
  const page = await openTerminal(service, browser);
  await goTo(page, `/trade/${market.instrument_id}`);
  await page.getByText(/^bid/).waitFor();
  await service.cliOk('sandbox', 'fault', 'set', 'Kalshi', 'status', '--param', 'status=503');
  await service.cliOk('sandbox', 'fault', 'set', 'Kalshi', 'ws_silent');
  await page
    .getByRole('alert')
    .getByText(/Not healthy: Kalshi for \d+ s/)
    .waitFor();
  await page
    .getByText(/No book for \d+ s: .*Kalshi|Kalshi: .*/)
    .first()
    .waitFor();
  await service.cliOk('sandbox', 'fault', 'clear', 'Kalshi');
  await page.getByText(/Not healthy: Kalshi/).waitFor({ state: 'detached' });
  await page.getByText(/^bid/).waitFor();
  await goTo(page, '/venues');
  const kalshi = page.getByRole('region', { name: 'Kalshi' });
  assert.match(
    await kalshi.getByRole('list', { name: 'Changes' }).innerText(),
    /● healthy[^]*▲ unhealthy[^]*● healthy/,
  );
  await kalshi.getByText(/reserved for cancels/).waitFor();
});

test('cancel all leaves the kill switch off, and the kill switch asks first and reports each result', async () => {
  const markets = await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo');
  const market = markets.find(({ status }) => status === 'OPEN');
  const body = { subaccount_id: 'sa_1', instrument_id: market?.instrument_id, side: 'BUY', type: 'LIMIT' };
  const order = await api.ok<Order>('POST', '/v1/orders', { ...body, price: market?.min_price, qty: '5' });
  const page = await openTerminal(service, browser);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel all: This subaccount', exact: true }).click();
  await dialog.getByText('1 cancelled.').waitFor();
  assert.equal((await api.ok<Order>('GET', `/v1/orders/${order.id}`)).status, 'CANCELLED');
  const other = await api.ok<Order>('POST', '/v1/orders', { ...body, price: market?.min_price, qty: '5' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+Shift+K');
  await dialog.getByText('Stop all new orders?').waitFor();
  await dialog.getByRole('button', { name: 'Keep trading' }).click();
  await dialog.waitFor({ state: 'detached' });
  const state = await api.ok<RiskState>('GET', '/v1/risk?subaccount_id=sa_1');
  assert.equal(state.kill_switch_active, false);

  await page.getByRole('button', { name: 'Kill switch' }).click();
  await dialog.getByRole('button', { name: 'Stop and cancel all' }).click();
  const done = dialog.getByRole('status', { name: 'What was done' });
  await done.getByText('Kill switch on since').waitFor();
  await done.getByText('Cancel all: 1 cancelled.').waitFor();
  assert.equal((await api.ok<Order>('GET', `/v1/orders/${other.id}`)).status, 'CANCELLED');
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: false });
});

test('keys open pages, and the palette opens actions and receipts', async () => {
  const page = await openTerminal(service, browser);
  await page.keyboard.press('6');
  await page.getByRole('heading', { name: 'Orders and fills' }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('table', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('table', { name: 'Keys' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('ord_1');
  await page.getByRole('option', { name: 'Receipt of ord_1' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Receipt of ord_1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog]').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('odds');
  await page.getByRole('option', { name: 'Prices in odds' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog]').first().waitFor({ state: 'detached' });
  await page.keyboard.press('1');
  await page
    .getByRole('list', { name: 'Markets' })
    .getByText(/^\d+\.\d\d$/)
    .first()
    .waitFor();
});

test('a page with a revoked key reports it and offers to use another key', async () => {
  const page = await openTerminal(service, browser);
  await page.getByRole('button', { name: 'Settings' }).click();
  const cents = page.getByRole('menuitemradio', { name: 'cents' });
  assert.equal(await cents.getAttribute('aria-checked'), 'true', 'the chosen setting is announced');
  const forget = await page.getByRole('menuitem', { name: /^Forget key/ }).innerText();
  await page.keyboard.press('Escape');
  await service.cliOk('key', 'revoke', forget.replace('Forget key ', ''), '--yes');
  const alert = page.getByRole('alert').filter({ hasText: 'This key is no longer accepted' });
  await alert.getByRole('button', { name: 'Use another key' }).click();
  await page.getByLabel('Key id').waitFor();
});
