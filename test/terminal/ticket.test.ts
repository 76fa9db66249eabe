import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Request, Route } from 'playwright-core';
import type { GenericAsset, Instrument, Order } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();
const api = service.api();

const markets = (await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).filter(
  ({ status, generic_asset_id: asset }) => status === 'OPEN' && asset === null,
);

const getTicket = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const getPreview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });

async function openTicket(index: number): Promise<{ page: Page; ticket: Locator; market: Instrument }> {
  const market = markets[index] ?? assert.fail('Demo has open markets');
  const page = await openTerminal(service, browser);
  await goTo(page, `/trade/${market.instrument_id}`);
  const ticket = getTicket(page);
  await ticket.waitFor();
  return { page, ticket, market };
}

const getOrdersOn = ({ instrument_id: id }: Instrument): Promise<Order[]> =>
  api.ok<Order[]>('GET', `/v1/orders?subaccount_id=sa_1&instrument_id=${id}`);

test('common spellings of a price and a quantity are read, and others are explained at their field', async () => {
  const { ticket } = await openTicket(0);
  const [price, qty] = [ticket.getByLabel(/^Limit price/), ticket.getByLabel('Contracts')];
  for (const spelling of ['.35', '0,35', '35', '35¢', '0.35']) {
    await price.fill(spelling);
    await ticket.getByText('= 35¢ (0.35)').waitFor();
  }
  await qty.fill('1,000');
  await ticket.getByRole('button', { name: 'Buy 1,000 YES' }).waitFor();
  await price.fill('146');
  await ticket.getByText('A price is above 0¢ and below 100¢.').waitFor();
  await price.fill('33.3');
  await ticket.getByText(/must be a multiple of 1¢: 33¢ or 34¢/).waitFor();
  await qty.fill('ten');
  await ticket.getByText(/^Not a number of contracts/).waitFor();
});

test('the ticket shows what is held, what the order leaves, and the risk of what it opens', async () => {
  const { page, ticket, market } = await openTicket(1);
  await ticket.getByText('You hold no position here.').waitFor();
  const order = { subaccount_id: 'sa_1', instrument_id: market.instrument_id, side: 'BUY', type: 'LIMIT' };
  await api.ok('POST', '/v1/orders', { ...order, tif: 'IOC', price: market.max_price, qty: '20' });
  await ticket.getByRole('group', { name: 'Position' }).getByText('20 YES').waitFor();
  await ticket.getByText('Sell YES').click();
  await ticket.getByLabel(/^Limit price/).fill('1¢');
  await ticket.getByLabel('Contracts').fill('20');
  await getPreview(page).getByText('20 YES → none').waitFor();
  await getPreview(page).getByText('Realised PnL before fees').waitFor();
  assert.equal(await getPreview(page).getByText('Maximum loss').count(), 0);
  await ticket.getByLabel('Contracts').fill('50');
  await getPreview(page).getByText('20 YES → 30 NO').waitFor();
  await getPreview(page).getByText('Maximum loss').waitFor();
});

test('a preview without an answer is not an unknown outcome', async () => {
  const { page, ticket } = await openTicket(2);
  await page.route('**/v1/orders/preview', (route) => route.abort('connectionreset'));
  await ticket.getByLabel(/^Limit price/).fill('0.02');
  await ticket.getByLabel('Contracts').fill('10');
  await ticket.getByText('No preview: the service does not answer').waitFor();
  await page.unroute('**/v1/orders/preview');
  await getPreview(page).getByText('Costs with fees').waitFor();
});

test('an order whose answer is lost is found by its id and is not sent again', async () => {
  const { page, ticket, market } = await openTicket(3);
  await page.route('**/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await ticket.getByLabel(/^Limit price/).fill('0.02');
  await ticket.getByLabel('Contracts').fill('10');
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  await ticket.getByText(/^ord_\d+ is OPEN/).waitFor();
  assert.equal((await getOrdersOn(market)).length, 1);
});

test('after an order that never arrived, the next press sends it under the same id', async () => {
  const { page, ticket, market } = await openTicket(4);
  const ids = new Set<string>();
  const lose = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'POST') return route.fallback();
    ids.add(readClientOrderId(route.request()));
    await route.abort('connectionreset');
  };
  await page.route('**/v1/orders', lose);
  await ticket.getByLabel(/^Limit price/).fill('0.02');
  await ticket.getByLabel('Contracts').fill('10');
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  await ticket.getByText('The order was not placed').waitFor();
  await page.unroute('**/v1/orders', lose);
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  await ticket.getByText(/^ord_\d+ is OPEN/).waitFor();
  const placed = await getOrdersOn(market);
  assert.deepEqual(
    placed.map(({ client_order_id: id }) => id),
    [...ids],
  );
});

test('a SPLIT order is listed on the page of each of its markets', async () => {
  const assets = await api.ok<GenericAsset[]>('GET', '/v1/generic-assets');
  const asset = assets.find(({ status }) => status === 'OPEN') ?? assert.fail('no open asset');
  const member = asset.members[0]?.instrument_id ?? 0;
  const { max_price: price } = await api.ok<Instrument>('GET', `/v1/markets/${member}`);
  const sent = await api.ok<Order>('POST', '/v1/orders', {
    subaccount_id: 'sa_1',
    generic_asset_id: asset.generic_asset_id,
    side: 'BUY',
    type: 'LIMIT',
    price,
    qty: '50',
    routing: { mode: 'SPLIT' },
  });
  for (const { instrument_id: id } of asset.members) {
    const page = await openTerminal(service, browser);
    await goTo(page, `/trade/${id}`);
    await page
      .getByRole('table', { name: 'My orders' })
      .getByRole('row', { name: new RegExp(`${sent.id}\\b`) })
      .waitFor();
    await getTicket(page)
      .getByRole('group', { name: 'Position' })
      .getByText(/YES|NO/)
      .first()
      .waitFor();
  }
});

const readClientOrderId = (request: Request): string =>
  (JSON.parse(request.postData() ?? '{}') as { client_order_id: string }).client_order_id;
