import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Approval, Instrument, Order } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal, showAllOrders } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();
const api = service.api();

const getTicket = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });

async function fillTicket(page: Page, price: string | null, qty: string): Promise<void> {
  const ticket = getTicket(page);
  if (price !== null) await ticket.getByLabel(/^Limit price/).fill(price);
  await ticket.getByLabel('Contracts').fill(qty);
}

/** A market with both book sides and without orders of this test. */
/** Not one that closes while the tests run: Demo lists some for twenty minutes. */
async function getOpenMarket(index: number): Promise<Instrument> {
  const markets = await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo');
  const tomorrow = Date.now() + 86_400_000;
  const open = markets.filter(
    ({ status, generic_asset_id: asset, close_time: closes }) =>
      status === 'OPEN' && asset === null && closes !== null && Date.parse(closes) > tomorrow,
  );
  return open[index] ?? assert.fail('Demo has open markets');
}

test('a user goes from a search to a fill, and the receipt shows its events', async () => {
  const page = await openTerminal(service, browser);
  await page.getByLabel('Search markets').fill('rain london');
  await page.getByRole('link', { name: /Will it rain in London/ }).click();
  await page.getByRole('heading', { name: /Will it rain in London/ }).waitFor();
  await fillTicket(page, '0.99', '7');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Costs with fees').waitFor();
  await preview.getByRole('cell', { name: '7', exact: true }).waitFor();
  await getTicket(page).getByRole('button', { name: 'Buy 7 YES' }).click();
  const result = await getTicket(page).getByRole('status').innerText();
  assert.match(result, /ord_\d+ is FILLED/);
  const id = /ord_\d+/.exec(result)?.[0] ?? '';

  await showAllOrders(page);
  await page.getByRole('button', { name: `Receipt of ${id}` }).click();
  const receipt = page.getByRole('dialog');
  await receipt.getByText('A DIRECT order goes to the one venue it names').waitFor();
  await receipt
    .getByRole('table', { name: 'Events' })
    .getByRole('cell', { name: /^filled/ })
    .first()
    .waitFor();
  assert.match(
    await receipt.getByRole('list', { name: /Milliseconds/ }).innerText(),
    /acknowledged by the venue\s+\d+ ms/,
  );
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Fills' }).click();
  await page.getByRole('table', { name: 'Fills' }).getByText('Will it rain in London').first().waitFor();
  await goTo(page, '/positions');
  await page.getByRole('table', { name: 'Positions' }).getByText('7 YES').waitFor();
  await page.getByRole('region', { name: 'PnL over time' }).getByText('Total', { exact: true }).waitFor();
  await page.getByRole('table', { name: 'PnL by group' }).getByRole('cell', { name: 'Demo' }).waitFor();
});

test('the preview of a SPLIT shows its route and skipped venues before sending', async () => {
  const page = await openTerminal(service, browser);
  const [asset] = await api.ok<{ members: { instrument_id: number }[] }[]>('GET', '/v1/generic-assets');
  await goTo(page, `/trade/${asset?.members[0]?.instrument_id}`);
  await page.getByText('All venues').click();
  await page.getByRole('combobox', { name: 'Routing' }).click();
  await page.getByRole('option', { name: /Split/ }).click();
  await fillTicket(page, '0.9', '300');
  const legs = page.getByRole('table', { name: 'Planned route' });
  await legs.waitFor();
  const planned = await legs.locator('tbody tr').count();
  assert.ok(planned >= 1);
  await getTicket(page).getByRole('button', { name: 'Buy 300 YES' }).click();
  const result = await getTicket(page).getByRole('status').innerText();
  const id = /ord_\d+/.exec(result)?.[0] ?? '';
  await showAllOrders(page);
  await page.getByRole('button', { name: `Receipt of ${id}` }).click();
  const receipt = page.getByRole('dialog');
  await receipt.getByRole('table', { name: 'Venues considered' }).getByText('used').first().waitFor();
  const { legs: sent } = await api.ok<Order>('GET', `/v1/orders/${id}`);
  assert.equal(await receipt.getByRole('table', { name: 'Legs' }).locator('tbody tr').count(), sent.length);
});

test('a limit violation is explained at its field before sending', async () => {
  await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_order_qty: '1000' });
  const page = await openTerminal(service, browser);
  await goTo(page, `/trade/${(await getOpenMarket(1)).instrument_id}`);
  await fillTicket(page, '0.5', '5000');
  await getTicket(page)
    .getByText('Largest order of the subaccount is 1000; this would make it 5000')
    .first()
    .waitFor();
  await fillTicket(page, '0.55555', '10');
  await getTicket(page)
    .getByText(/must be a multiple|must be .*step/)
    .first()
    .waitFor();
  await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_order_qty: null });
});

test('an order is amended in its row, a validation error appears at its field, and all orders are cancelled', async () => {
  const market = await getOpenMarket(2);
  const order = await api.ok<Order>('POST', '/v1/orders', resting(market, '0.02'));
  const page = await openTerminal(service, browser);
  await showAllOrders(page);
  await page.getByRole('button', { name: `Amend ${order.id}` }).click();
  const form = page.getByRole('form', { name: `Amend ${order.id}` });
  await form.getByLabel(/^Limit price/).fill('0.0333');
  await form.getByRole('button', { name: 'Change' }).click();
  await form.getByText(/must be/).waitFor();
  await form.getByLabel(/^Limit price/).fill('0.03');
  await form.getByLabel(/^Total contracts/).fill('12');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: new RegExp(order.id) })
    .getByText('0 / 12')
    .waitFor();
  assert.equal((await api.ok<Order>('GET', `/v1/orders/${order.id}`)).price, '0.03');

  await page.getByRole('checkbox', { name: 'Select all live orders' }).check();
  await page.getByRole('button', { name: /^Cancel \d+ selected/ }).click();
  await page.getByText(/cancels accepted/).waitFor();
  await page
    .getByRole('row', { name: new RegExp(order.id) })
    .getByText('cancelled by you')
    .waitFor();
});

test('the kill switch turns on after a confirmation, explains what stays, and needs a reason to be switched off', async () => {
  const order = await api.ok<Order>('POST', '/v1/orders', resting(await getOpenMarket(3), '0.02'));
  const page = await openTerminal(service, browser);
  await page.getByRole('button', { name: 'Kill switch' }).click();
  await page.getByRole('button', { name: 'Stop new orders' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New orders are stopped').waitFor();
  await dialog.getByText(/Orders that rest at a venue stay/).waitFor();
  await api.refused([403, 'kill_switch'], 'POST', '/v1/orders', resting(await getOpenMarket(3), '0.02'));
  assert.equal((await api.ok<Order>('GET', `/v1/orders/${order.id}`)).status, 'OPEN');
  await dialog.getByRole('button', { name: /Cancel all resting/ }).click();
  await dialog.getByText(/Cancel all: \d+ cancelled/).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Switch off' }).isDisabled(), true);
  await dialog.getByLabel(/Reason/).fill('drill');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByText(/off since .*drill/).waitFor();
  await api.ok('POST', '/v1/orders', resting(await getOpenMarket(3), '0.02'));
});

test('limits are saved after the changes were shown', async () => {
  const page = await openTerminal(service, browser);
  await goTo(page, '/risk');
  const level = page.getByRole('region', { name: /^Subaccount/ });
  await level.getByRole('button', { name: 'Change limits' }).click();
  await level.getByLabel('Open orders').fill('many');
  await level.getByRole('button', { name: 'Save 1 change' }).click();
  await level.getByRole('alert').waitFor();
  await level.getByLabel('Open orders').fill('40');
  await level.getByText('Open orders: no limit → 40').waitFor();
  await level.getByRole('button', { name: 'Save 1 change' }).click();
  await level.getByText(/ of 40/).waitFor();
  for (const part of ['Contracts held', 'Added if open orders fill', 'Value of positions at mark'])
    await level.getByText(part, { exact: true }).waitFor();
});

test('a position is closed after a preview of the proceeds', async () => {
  const market = await getOpenMarket(4);
  const bought = await api.ok<Order>('POST', '/v1/orders', {
    ...resting(market, '0.99'),
    tif: 'IOC',
    qty: '6',
  });
  assert.equal(bought.status, 'FILLED');
  const page = await openTerminal(service, browser);
  await goTo(page, '/positions');
  await page.getByRole('button', { name: `Close ${market.title}` }).click();
  const dialog = page.getByRole('dialog');
  const result = dialog.getByRole('definition');
  await dialog.getByText('Proceeds after fees').waitFor();
  await dialog.getByText('Realised PnL before fees').waitFor();
  await result.getByText('6 YES → none').waitFor();
  assert.equal(await dialog.getByText('Maximum loss').count(), 0, 'a closing sale risks nothing more');
  await dialog.getByRole('button', { name: 'Sell 6 YES now' }).click();
  await dialog.getByText(/FILLED: 6 of 6 sold/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Close ${market.title}` }).waitFor({ state: 'detached' });
});

test('orders are filtered by status and market, and older ones are loaded on request', async () => {
  const [one, other] = [await getOpenMarket(5), await getOpenMarket(6)];
  const quickly = { ...resting(one, '0.02'), subaccount_id: 'sa_2', tif: 'IOC' };
  const orders = Array.from({ length: 50 }, () => quickly);
  for (let count = 0; count < 3; count += 1) await api.ok('POST', '/v1/orders/batch', { orders });
  await api.ok('POST', '/v1/orders', { ...resting(other, '0.02'), subaccount_id: 'sa_2' });
  const page = await openTerminal(service, browser);
  await page.getByRole('combobox', { name: 'Subaccount' }).click();
  await page.getByRole('option', { name: 'Desk two' }).click();
  await showAllOrders(page);
  await page.getByText('100 shown, 1 live').waitFor();
  await page.getByRole('button', { name: 'Older orders' }).click();
  await page.getByText('151 shown, 1 live').waitFor();
  await page.getByRole('combobox', { name: 'Market' }).click();
  await page.getByRole('option', { name: other.title }).click();
  await page.getByText('1 shown, 1 live').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'FILLED' }).click();
  await page.getByText('No order matches this filter.').waitFor();
});

test('the shown orders are exported as CSV, and an order is copied without a key', async () => {
  const page = await openTerminal(service, browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await showAllOrders(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'crossbook-orders.csv');
  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'curl' }).click();
  await page.getByText('Copied as curl').waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.match(copied, /sign POST \/v1\/orders --body '\{"subaccount_id":"sa_1"/);
  assert.equal(copied.includes('key_'), false);
});

test('a user finds a market, takes a price from the ladder and sends an order by keyboard only', async () => {
  const page = await openTerminal(service, browser);
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('hottest year');
  await page.getByRole('option', { name: /hottest year/ }).waitFor();
  await page.keyboard.press('Enter');
  const ladder = page.getByRole('application', { name: /^Book/ });
  await page.getByText(/^bid/).waitFor();
  await ladder.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const price = getTicket(page).getByLabel(/^Limit price/);
  assert.match(await price.inputValue(), /^\d+(\.\d+)?¢$/);
  await getTicket(page).getByLabel('Contracts').focus();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  assert.match(await getTicket(page).getByRole('status').innerText(), /ord_\d+ is/);
});

test('Enter in the palette waits for the markets of the whole text, and takes none of an earlier text', async () => {
  const page = await openTerminal(service, browser);
  await page.route(/markets\/search\?.*q=hottest/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('rain');
  await page.getByRole('option', { name: /rain/ }).first().waitFor();
  await page.locator('[data-autofocus]').fill('hottest year');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /hottest year/ }).waitFor();
});

const resting = ({ instrument_id }: Instrument, price: string) => ({
  subaccount_id: 'sa_1',
  instrument_id,
  side: 'BUY',
  type: 'LIMIT',
  tif: 'GTC',
  price,
  qty: '10',
});

test('an order of an agent is approved after a confirmation and placed, and another one is rejected', async () => {
  const { instrument_id, min_price: price } = await getOpenMarket(2);
  const agent = service.api(
    await service.newKey('--kind', 'agent', '--permissions', 'read,trade', '--approval-above', '0.001'),
  );
  const request = async (qty: string): Promise<string> => {
    const order = { subaccount_id: 'sa_1', instrument_id, side: 'BUY', type: 'LIMIT', price, qty };
    const { details } = await agent.refused([403, 'approval_required'], 'POST', '/v1/orders', order);
    return String((details as { readonly approval_id: unknown }).approval_id);
  };
  const page = await openTerminal(service, browser);
  await goTo(page, '/approvals');
  await page.getByText('No order waits for approval.').waitFor();
  const wanted = await request('40');
  const unwanted = await request('41');
  const card = page.getByRole('region', { name: `Approval ${wanted}` });
  await card.getByRole('heading', { name: /^BUY 40 YES up to \d/ }).waitFor();
  await card.getByText(/requested it \d+ s ago for subaccount sa_1/).waitFor();
  await card.getByRole('button', { name: 'Approve …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place this order?' });
  await dialog.getByRole('button', { name: 'Decide later' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [waiting] = await api.ok<Approval[]>('GET', '/v1/approvals?status=PENDING&limit=1');
  assert.equal(waiting?.id, unwanted, 'nothing is decided before the confirmation');
  await card.getByRole('button', { name: 'Approve …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place the order' }).click();
  await card.waitFor({ state: 'detached' });
  const other = page.getByRole('region', { name: `Approval ${unwanted}` });
  await other.getByRole('button', { name: 'Reject …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject the order' }).click();
  await other.waitFor({ state: 'detached' });

  const decided = await api.ok<Approval[]>('GET', '/v1/approvals');
  const placed = decided.find(({ id }) => id === wanted);
  assert.deepEqual(
    decided.map(({ id, status }) => [id, status]),
    [
      [unwanted, 'REJECTED'],
      [wanted, 'APPROVED'],
    ],
  );
  await page.getByRole('link', { name: placed?.order_id ?? 'no order' }).waitFor();
  assert.equal((await api.ok<Order>('GET', `/v1/orders/${placed?.order_id}`)).qty, '40');
});
