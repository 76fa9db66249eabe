import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, openPages, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { fill } from './scripted-records.ts';
import type { PageRequest } from './scripted-service.ts';

const service = scriptedService();
const open = await openPages(service);
const DAY_MS = 86_400_000;
const JULY = Date.UTC(2026, 6, 1);
const point = (t: number, equity: string, fees: string) => ({
  t,
  realized_pnl: equity,
  unrealized_pnl: '0',
  fees,
  fills_without_fee: 0,
  equity,
});

test('the performance page shows the PnL of each day of a month, its sources, and what was settled', async () => {
  service.on('GET /v1/pnl', [
    point(JULY - 2 * DAY_MS, '4', '1'),
    point(JULY - DAY_MS, '6.5', '1.4'),
    point(JULY, '-3.5', '1.9'),
  ]);
  service.on('GET /v1/fills', ({ query }: PageRequest) => {
    if (query['start'] !== String(JULY)) return [fill('f0', { qty: '40', price: '0.5', liquidity: 'MAKER' })];
    const settled = {
      liquidity: 'SETTLEMENT',
      order_id: null,
      settlement_price: '1',
      qty: '20',
      price: '1',
    } as const;
    return [fill('f2', { ...settled, realized_pnl: '10.6', timestamp: JULY }), fill('f1', { qty: '100' })];
  });
  service.on('GET /v1/pnl/breakdown', [{ group: 'Demo', ...point(0, '-10', '0.5') }]);
  const figures = {
    fills: 3,
    traded: '30.555',
    fees: '0.101',
    net_pnl: '-4.125',
    unvalued_fills: 0,
    settled_markets: 2,
    won_markets: 1,
    mid_slippage: '0.255',
    mid_fills: 2,
    expected_slippage: '-0.1',
    expected_fills: 1,
  };
  service.on('GET /v1/performance', ({ query }: PageRequest) => ({
    groups: [
      { group: query['by'] === 'tag' ? '' : 'Demo', ...figures, mid_fills: 0, expected_fills: 0 },
      { group: query['by'] === 'tag' ? 'maker-1' : 'Kalshi', ...figures },
    ],
    total: { ...figures, fills: 6 },
    truncated: false,
  }));
  const page = await open('/performance');
  const trades = tableOf(page, 'Trades');
  const row = ['−$4.13', '−$0.11', '$30.56 / 3 fills', '1 of 2, 50 %'];
  await shows(
    () => cellsOf(trades),
    [
      ['No tag', ...row, 'not stored', '–'],
      ['maker-1', ...row, '−$0.26', '+$0.10'],
      ['All', '−$4.13', '−$0.11', '$30.56 / 6 fills', '1 of 2, 50 %', '−$0.26', '+$0.10'],
    ],
  );
  await page.getByText('4 of 6 fills have no stored mid').waitFor();
  await page.getByRole('radiogroup', { name: 'Trades by' }).getByText('Venue').click();
  await shows(async () => (await cellsOf(trades)).map(([name]) => name), ['Demo', 'Kalshi', 'All']);
  assert.equal(service.sent('GET /v1/performance').at(-1)?.query['start'], String(JULY));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of trades' }).click();
  assert.equal((await saving).suggestedFilename(), 'crossbook-trades-venue-2026-07.csv');
  const days = tableOf(page, 'PnL by day');
  await shows(async () => (await cellsOf(days)).flat().filter((text) => text.includes('$')), ['1 / −$10.00']);
  await shows(
    () => cellsOf(tableOf(page, 'Settled')),
    [['1 Jul', 'Rain in London', '100¢', '20', '+$10.60']],
  );
  const headlines = async (): Promise<string> =>
    (await page.locator('.headlines').innerText()).replaceAll(/\s*\n+\s*/g, ' ');
  await shows(
    headlines,
    'Net PnL −$10.00 Fees paid $0.50 Days up / down 0 / 1 Best day −$10.00 Worst day −$10.00 Fills 1 Volume $47.00 As maker 0 %',
  );
  const { start, end } = service.sent('GET /v1/pnl/breakdown').at(-1)?.query ?? {};
  assert.deepEqual([start, end], [String(JULY), String(Date.UTC(2026, 7, 1))]);
  assert.equal(await page.getByRole('button', { name: 'Month after' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Month before' }).press('Enter');
  await page.getByText('June 2026').waitFor();
  await shows(
    async () => (await cellsOf(days)).flat().filter((text) => text.includes('$')),
    ['29 / +$4.00', '30 / +$2.50'],
  );
  await shows(
    headlines,
    'Net PnL +$6.50 Fees paid $1.40 Days up / down 2 / 0 Best day +$4.00 Worst day +$2.50 Fills 1 Volume $20.00 As maker 100 %',
  );
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of days' }).click();
  assert.equal((await loading).suggestedFilename(), 'crossbook-pnl-2026-06.csv');
});
