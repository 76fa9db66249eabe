import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TradePrint } from '../../sdk/src/index.ts';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { NOW } from './scripted-records.ts';

const service = scriptedService();
const open = await openPages(service);

const print = (id: number, change: Partial<TradePrint> = {}): TradePrint => ({
  id,
  instrument_id: 11,
  venue: 'Demo',
  price: '0.47',
  qty: '120',
  side: 'BUY',
  timestamp: NOW - 2_000,
  ...change,
});
const LARGE = print(2, { instrument_id: 21, venue: 'Kalshi', price: '0.6', qty: '2500', side: 'SELL' });
const past = [LARGE, print(1, { timestamp: NOW - 400_000 })];
service.on('GET /v1/tradeprints', past);
const pushed: object[] = []; // a page whose stream opens later receives them then
service.onStream('tradeprints', () => pushed);
const push = (...prints: readonly TradePrint[]): void => {
  for (const each of prints) {
    pushed.push({ type: 'tradeprint', ...each });
    service.push('tradeprints', { type: 'tradeprint', ...each });
  }
};

test('the tape shows the prints of all venues, filters them by the URL, and adds up their money', async () => {
  pushed.length = 0;
  const page = await open('/tape');
  const rows = page.getByRole('table', { name: 'Prints' }).locator('.tape-rows [role=row]');
  const texts = () => rows.evaluateAll((all) => all.map((row) => row.textContent));
  const large = '11:59:58London stays dryKalshi▼ sells YES60¢2,500◆ $1,500.00';
  await shows(texts, [large, '11:53:20Rain in LondonDemo▲ buys YES47¢120$56.40']);
  const volumes = () =>
    page
      .getByRole('region', { name: 'Volume' })
      .evaluate((region) => (region as { innerText: string }).innerText);
  await shows(
    async () => (await volumes()).replaceAll(/\s*\n+\s*/g, ' / '),
    'Last 1 min / $1,500.00 / 1 prints · 0 % bought / Last 5 min / $1,500.00 / 1 prints · 0 % bought / Last 60 min / $1,556.40 / 2 prints · 4 % bought',
  );
  push(print(3, { instrument_id: 12, qty: '1' }));
  await shows(texts, [
    '11:59:58Fed cuts in JulyDemo▲ buys YES47¢1$0.47',
    large,
    '11:53:20Rain in LondonDemo▲ buys YES47¢120$56.40',
  ]);
  await page.getByRole('textbox', { name: 'From $', exact: true }).fill('$1,000');
  await shows(texts, [large]);
  await page.getByRole('textbox', { name: 'Highlight from $' }).fill('2000');
  await shows(texts, [large.replace('◆ ', '')]);
  await page.getByRole('textbox', { name: 'From $', exact: true }).fill('a lot');
  await page.getByText('Not an amount. Enter one such as 500 or 2,500.').waitFor();
  await page.evaluate('location.hash = "/tape?venue=Demo&category=Economy"');
  await shows(texts, ['11:59:58Fed cuts in JulyDemo▲ buys YES47¢1$0.47']);
  await page.evaluate('location.hash = "/tape?list=Watched"');
  await page.getByText('No print passes this filter yet.').waitFor();
});

test('the tape rests while the pointer, the focus or the scroll position is on it', async () => {
  pushed.length = 0;
  const page = await open('/tape');
  const table = page.getByRole('table', { name: 'Prints' });
  const first = table.locator('.tape-rows [role=row]').first();
  const state = page.getByRole('status').getByText(/^(Live|Paused)/);
  await first.getByText('London stays dry').waitFor();
  await shows(() => state.innerText(), 'Live');
  await first.hover();
  push(print(10, { qty: '7' }), print(11, { qty: '8' }));
  await shows(() => state.innerText(), 'Paused: 2 new');
  await first.getByText('London stays dry').waitFor();
  await page.mouse.move(0, 0);
  await shows(() => state.innerText(), 'Live');
  await first.getByText('$3.76').waitFor();
  await first.getByRole('link').focus();
  push(print(12, { qty: '9' }));
  await shows(() => state.innerText(), 'Paused: 1 new');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rain in London' }).waitFor();
  await page.goBack();
  await first.getByText('$4.23').waitFor();
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  push(print(13, { qty: '10' }));
  await shows(() => state.innerText(), 'Paused: 1 new');
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await first.getByText('$4.70').waitFor();
});

const PRINTS = 5_000;
const PER_INTERVAL = 10; // each 10 ms: 1,000 a second

test('a thousand prints a second are drawn with a bounded number of rows, and the tape ends on the last one', async (t) => {
  pushed.length = 0;
  const page = await open('/tape');
  const rows = page.getByRole('table', { name: 'Prints' }).locator('.tape-rows [role=row]');
  await rows.first().waitFor();
  await page.evaluate(COUNT_FRAMES);
  let sent = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < PER_INTERVAL && sent < PRINTS; count += 1) {
      sent += 1;
      const side = sent % 3 === 0 ? 'SELL' : 'BUY';
      push(print(100 + sent, { side, instrument_id: 11 + (sent % 2), qty: String(sent) }));
    }
    if (sent === PRINTS) clearInterval(timer);
  }, 10);
  await rows.first().getByText('5,000', { exact: true }).waitFor();
  const gaps = await page.evaluate<number[]>('window.frameGaps');
  const tasks = await page.evaluate<number[]>('window.longTasks');
  t.diagnostic(
    `${PRINTS} prints: ${gaps.length} frames, ${gaps.filter((ms) => ms > 50).length} over 50 ms, longest ${Math.max(...gaps).toFixed(0)} ms; tasks over 50 ms: ${tasks.join(' ')}`,
  );
  assert.ok((await rows.count()) < 80, String(await rows.count()));
  await page.getByText('5001 prints').or(page.getByText('5002 prints')).first().waitFor();
});

const COUNT_FRAMES = `window.frameGaps = [];
  window.longTasks = [];
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longTasks.push(duration); })
    .observe({ type: 'longtask' });
  let before = performance.now();
  const count = (now) => { window.frameGaps.push(now - before); before = now; requestAnimationFrame(count); };
  requestAnimationFrame(count);`;
