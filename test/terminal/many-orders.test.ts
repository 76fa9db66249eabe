import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import type { BatchEntry, Instrument } from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const LIVE_ORDERS = 2_000;
const BATCH = 50;
const ROWS_MAX = 100; // of 2,000
const POSITION_UPDATES = 5;
const CHANGES_PER_ORDER = 4; // its row and the row at the end of the drawn part, added and removed
const DRAWN_MS_MAX = 60_000;
const HEALTH_CHECKS = 2; // one every five seconds
const IDLE_CPU_S_MAX = 1; // of about five seconds; every row drawn again takes four

const service = await startService({ isProcess: true });
const browser = await launchBrowser();
const api = service.api();

test('a page with 2,000 live orders draws a screenful of them and stays idle while positions change', async (t) => {
  const open = (await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).filter(
    ({ status }) => status === 'OPEN',
  );
  const [market, other] = [open[0] ?? assert.fail('no open market'), open[1] ?? assert.fail('only one')];
  const order = { subaccount_id: 'sa_1', side: 'BUY', type: 'LIMIT', qty: '10' };
  const { instrument_id, min_price: price } = market;
  const resting = Array.from({ length: BATCH }, () => ({ ...order, instrument_id, price }));
  const taking = { ...order, tif: 'IOC', instrument_id: other.instrument_id, price: other.max_price };
  const placed: string[] = [];
  while (placed.length < LIVE_ORDERS) {
    const entries = await api.ok<BatchEntry[]>('POST', '/v1/orders/batch', { orders: resting });
    placed.push(...entries.flatMap(({ id }) => (id === null ? [] : [id])));
  }

  const page = await openTerminal(service, browser);
  const updates = await countPositionUpdates(page);
  await page.reload(); // starts the worker again, now counted
  await goTo(page, '/orders');
  await page.getByText('2000 shown, 2000 live').waitFor();
  const table = page.getByRole('table', { name: 'Orders' });
  assert.ok((await table.locator('tbody tr').count()) < ROWS_MAX);

  await page.evaluate(OBSERVE_TABLE);
  // The first rows are measured and drawn again after they appear.
  await until(
    'the table is drawn',
    async () => {
      await page.evaluate('window.tableChanges = 0');
      await page.waitForResponse((response) => response.url().endsWith('/v1/venues/health'));
      return (await page.evaluate<number>('window.tableChanges')) === 0 ? true : null;
    },
    DRAWN_MS_MAX,
  );
  await page.evaluate('window.longTasks = []');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readCpuSeconds(cdp);
  const updatesBefore = updates.count;
  for (let count = 0; count < POSITION_UPDATES; count += 1) await api.ok('POST', '/v1/orders', taking);
  for (let count = 0; count < HEALTH_CHECKS; count += 1)
    await page.waitForResponse((response) => response.url().endsWith('/v1/venues/health'));
  await updates.reach(updatesBefore + POSITION_UPDATES);
  const idle = (await readCpuSeconds(cdp)) - before;
  const [changes, longest] = await page.evaluate<[number, number]>(
    '[window.tableChanges, Math.max(0, ...window.longTasks)]',
  );
  t.diagnostic(
    `${updates.count - updatesBefore} updates of positions: ${idle.toFixed(2)} s of CPU, longest task over 50 ms: ${longest} ms`,
  );
  // Each order that updates a position may be a live row for a moment; no other row changes.
  assert.ok(changes <= POSITION_UPDATES * CHANGES_PER_ORDER, `${changes} changes of the table`);
  assert.ok(idle < IDLE_CPU_S_MAX, `${idle} s of CPU while idle`);

  await page.keyboard.press('End');
  await page.getByRole('button', { name: `Receipt of ${placed[0]}`, exact: true }).waitFor();
  await api.ok('DELETE', `/v1/orders/${placed[0]}`);
  await page.getByText('1999 shown, 1999 live').waitFor();
});

/** Counts the updates of positions that the page receives from its worker; counts workers that start after the call. */
async function countPositionUpdates(page: Page) {
  let wake = (): void => {};
  const updates = {
    count: 0,
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        wake = () => updates.count >= count && resolve();
        wake();
      }),
  };
  await page.exposeFunction('countUpdate', () => {
    updates.count += 1;
    wake();
  });
  await page.addInitScript(OBSERVE_WORKER);
  return updates;
}

/** Time that the page's main thread ran. Other processes on the machine do not add to it. */
async function readCpuSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? assert.fail('no TaskDuration');
}

const OBSERVE_WORKER = `window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'frame' && data.frame.type === 'position') window.countUpdate();
    });
  }
};`;

const OBSERVE_TABLE = `window.tableChanges = 0;
  window.longTasks = [];
  new MutationObserver((records) => { window.tableChanges += records.length; })
    .observe(document.querySelector('table[aria-label="Orders"]'), { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] });`;
