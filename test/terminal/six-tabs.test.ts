import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '../../sdk/src/index.ts';
import { createTakingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const TABS = 6;
const service = await startService({ isProcess: true });
const browser = await launchBrowser();
const api = service.api();

test('six tabs with a page of trading each show book, fills and position, with one connection for each tab', async () => {
  const market = (await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).find(
    ({ status, price_tick: tick }) => status === 'OPEN' && tick === '0.01',
  );
  assert.ok(market !== undefined);
  const { instrument_id: id } = market;
  const first = await openTerminal(service, browser);
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await first.context().newPage();
    await tab.goto(service.url);
    await tab.getByLabel('Subaccount').first().waitFor();
    tabs.push(tab);
  }
  for (const tab of tabs) await goTo(tab, `/trade/${id}`);
  await submit(api, createTakingOrder({ instrument_id: id, qty: '37' }));
  for (const tab of tabs) {
    await tab
      .getByText(/^bid \d/)
      .first()
      .waitFor();
    await tab.getByRole('group', { name: 'Position' }).getByText('37').first().waitFor();
  }
  const { text } = await api.send('GET', '/metrics', undefined, {});
  const open = [...text.matchAll(/ws_clients\{stream="([^"]+)"\} (\d+)/g)].filter(
    ([, , count]) => count !== '0',
  );
  assert.deepEqual(
    open.map(([, stream, count]) => [stream, count]),
    [['multiplex', String(TABS)]],
  );
});
