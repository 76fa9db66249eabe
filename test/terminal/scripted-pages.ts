import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { LimitValues, RiskState, TimedLimits } from '../../sdk/src/index.ts';
import { DAY_LIMIT_LIST, LIMIT_LIST } from '../../src/contract/model/limits.ts';
import { ASSET, LONG, MARKETS, NOW, order, SHORT, VENUES } from './scripted-records.ts';
import { type PageRequest, ScriptedService } from './scripted-service.ts';
import { goTo, launchBrowser, WAIT_MS } from './terminal-browser.ts';

const LOOKS = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' } as const;

const NO_LIMITS = Object.fromEntries(LIMIT_LIST.map(({ name }) => [name, null])) as unknown as LimitValues;
const NO_DAY_USE = Object.fromEntries(
  DAY_LIMIT_LIST.map(({ name }) => [name, { max: null, used: null, left: null }]),
) as unknown as TimedLimits;

export const RISK: RiskState = {
  subaccount_id: 'sa_1',
  breached: false,
  breaches: [],
  kill_switch_active: false,
  open_orders: 2,
  position_qty: '51',
  limits: { ...NO_LIMITS, max_order_qty: '1000', max_position_qty: '100' },
  account_limits: { ...NO_LIMITS, max_open_orders: 5 },
  usage: [
    {
      scope: 'account',
      max_position_qty: { max: null, used: '2500', left: null },
      max_open_orders: { max: 5, used: 6, left: 0 },
      ...NO_DAY_USE,
    },
    {
      scope: 'subaccount',
      max_position_qty: { max: '100', used: '61', left: '39' },
      max_open_orders: { max: null, used: 2, left: null },
      ...NO_DAY_USE,
    },
  ],
  timestamp: NOW,
};

/** A service with two subaccounts, two positions and two live orders. Tests replace the answers they are about. */
export function scriptedService(): ScriptedService {
  const service = new ScriptedService();
  const permissions = ['read', 'trade', 'risk', 'review', 'alerts'];
  service.on('GET /v1/account', {
    account_id: 'acc',
    key_id: 'k',
    permissions,
    subaccounts: ['sa_1', 'sa_2'],
    agent: null,
    limits: null,
  });
  service.on(
    'GET /v1/subaccounts',
    ['sa_1', 'sa_2'].map((id) => ({ subaccount_id: id, name: `Main ${id}`, status: 'ACTIVE' })),
  );
  service.on('GET /v1/time', { timestamp: NOW });
  service.on('GET /v1/venues', VENUES);
  service.on('GET /v1/venues/health', [health('Demo'), health('Kalshi')]);
  service.on('GET /v1/risk', RISK);
  service.on('GET /v1/generic-assets', [ASSET]);
  service.on('GET /v1/generic-assets/5', ASSET);
  service.on('GET /v1/markets/search', { items: MARKETS, next_cursor: null });
  service.on('POST /v1/markets/lookup', ({ body }: PageRequest) => {
    const { instrument_ids: ids } = body as { readonly instrument_ids: readonly number[] };
    return MARKETS.filter(({ instrument_id: id }) => ids.includes(id));
  });
  for (const market of MARKETS) {
    const path = `GET /v1/markets/${market.instrument_id}`;
    service.on(path, market);
    service.on(`${path}/stats`, { instrument_id: market.instrument_id });
    service.on(`${path}/trades`, []);
  }
  for (const list of ['candles', 'orders', 'fills', 'balances', 'pnl', 'pnl/breakdown'])
    service.on(`GET /v1/${list}`, []);
  const snapshot = { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW };
  service.onStream('orders', () => [{ ...snapshot, orders: [order(2, { side: 'SELL' }), order(1)] }]);
  service.onStream('fills', () => [{ ...snapshot, fills: [] }]);
  service.onStream('positions', () => [{ ...snapshot, positions: [LONG, SHORT] }]);
  return service;
}

export const health = (venue: string, change: object = {}) => ({
  venue,
  healthy: true,
  latency_ms: 12,
  checked_at: '2026-07-01T11:59:58.000Z',
  reason: null,
  ...change,
});

/** Opens pages of the terminal at a fixed time. Each page is new, with the settings of a first visit. */
export async function openPages(service: ScriptedService): Promise<(path: string) => Promise<Page>> {
  const [origin, browser] = [await service.listen(), await launchBrowser()];
  const context = await browser.newContext(LOOKS);
  context.setDefaultTimeout(WAIT_MS);
  const first = await context.newPage();
  await first.goto(origin);
  await first.getByLabel('Key id').fill('key_1');
  await first.getByLabel('Private key').fill(Buffer.alloc(32, 7).toString('base64'));
  await first.getByRole('button', { name: 'Use this key' }).click();
  await first.getByLabel('Subaccount').first().waitFor();
  return async (path) => {
    for (const before of context.pages()) await before.close();
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.addInitScript('localStorage.clear()');
    await page.goto(origin);
    await page.getByLabel('Subaccount').first().waitFor();
    await page.evaluate(EFFECTS_RAN);
    await goTo(page, path);
    return page;
  };
}

// React runs effects, such as the listeners of keys, after it has drawn the page.
const EFFECTS_RAN =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** Waits until the page shows these texts; the failure shows the difference to the last ones. */
export async function shows(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (const until = Date.now() + WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const actual = await read();
    if (JSON.stringify(actual) === JSON.stringify(expected) || Date.now() > until)
      return assert.deepEqual(actual, expected);
  }
}

/** The texts of each cell by row; lines of a cell are joined by ` / `. */
export const cellsOf = (table: Locator): Promise<readonly (readonly string[])[]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...(row as unknown as { children: Iterable<{ innerText: string }> }).children]
          .map(({ innerText }) => innerText.trim().replaceAll(/\s*\n+\s*/g, ' / '))
          .filter((text) => text !== ''),
      ),
    );

/** The names and values of a list of figures. */
export const figuresOf = (list: Locator): Promise<readonly string[]> =>
  list
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => (row as unknown as { innerText: string }).innerText.replaceAll(/\s*\n+\s*/g, ' ')),
    );

export const tableOf = (page: Page | Locator, name: string): Locator =>
  page.getByRole('table', { name, exact: true });
