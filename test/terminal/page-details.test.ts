import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { health, openPages, scriptedService, shows } from './scripted-pages.ts';
import { FED, fill, NOW, RAIN } from './scripted-records.ts';
import { type PageRequest, Reply } from './scripted-service.ts';

// Loading, empty and narrow pages, and what they say when the service is silent.

const service = scriptedService();
const open = await openPages(service);
const PHONE = { width: 390, height: 844 };
const BOOK_MESSAGE = { error: 'no_book', message: 'no book', type: 'unavailable' };

test('a market that is being loaded shows its frame and says so', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  service.on('GET /v1/markets/12', promise);
  const page = await open('/trade/12');
  await page.getByRole('status', { name: 'Loading the market' }).waitFor();
  resolve(FED);
  await page.getByRole('heading', { name: FED.title }).waitFor();
  await page.getByRole('status', { name: 'Loading the market' }).waitFor({ state: 'detached' });
  service.on('GET /v1/markets/12', FED);
});

test('the chart counts one candle, and marks the fills of a candle and side once', async () => {
  service.on('GET /v1/candles', [{ t: NOW, o: '0.4', h: '0.6', l: '0.3', c: '0.5', v: '1' }]);
  service.on('GET /v1/fills', [fill('f_3'), fill('f_2'), fill('f_1', { side: 'SELL' })]);
  const page = await open('/trade/11');
  await page.getByText('From 40¢ to 50¢ over 1 candle. ▲▼ 3 fills at 2 marks.').waitFor();
  service.on('GET /v1/candles', []);
  service.on('GET /v1/fills', []);
});

test('no venue is shown as healthy while the service does not answer', async () => {
  const page = await open('/orders');
  const button = page.getByRole('button', { name: /^Venue health/ });
  await shows(() => button.locator('.dot').allInnerTexts(), ['●', '●']);
  service.on('GET /v1/venues/health', new Reply(500, { error: 'internal', message: 'broken' }));
  await shows(() => button.locator('.dot').allInnerTexts(), ['▲', '○', '○']);
  service.on('GET /v1/venues/health', [health('Demo'), health('Kalshi')]);
});

test('the ladder is drawn for its new width although no book arrives', async () => {
  service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
    ids.split(',').map((id) => ({ ...BOOK_MESSAGE, instrument_id: Number(id) })),
  );
  const page = await open('/trade/11');
  const size = (): Promise<unknown> => page.evaluate(CANVAS_FITS);
  await shows(size, true);
  await page.setViewportSize({ width: 700, height: 900 });
  await shows(size, true);
});

test('Escape closes the menu of a phone, and the key of its button has the focus again', async () => {
  const page = await open('/');
  await page.setViewportSize(PHONE);
  const button = page.getByRole('button', { name: 'Pages' });
  await button.click();
  await shows(() => button.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('Escape');
  await shows(() => button.getAttribute('aria-expanded'), 'false');
  await button.and(page.locator(':focus')).waitFor();
});

test('the palette says when nothing is found, and lists open markets before closed ones', async () => {
  service.on('GET /v1/markets/search', ({ query: { q = '' } }: PageRequest) => ({
    items:
      q === 'rate'
        ? [
            { ...FED, status: 'SETTLED', title: 'Old rate' },
            { ...RAIN, title: 'New rate' },
          ]
        : [],
    next_cursor: null,
  }));
  const page = await open('/orders');
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('rate');
  await shows(
    () => page.getByRole('option').allInnerTexts(),
    ['New rate\nDemo · OPEN', 'Old rate\nDemo · SETTLED'],
  );
  await page.keyboard.press('Control+a');
  await page.keyboard.type('intrest rate');
  await page
    .getByRole('status')
    .getByText('No market has all these words. These have some of them:')
    .waitFor();
  assert.equal(await page.getByRole('option').count(), 2);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('intrest');
  await page.getByRole('status').getByText('Nothing found for “intrest”.').waitFor();
});

test('a setting of the menu is a radio item with its state', async () => {
  const page = await open('/orders');
  await page.getByRole('button', { name: 'Settings' }).click();
  const checked = (name: string) => page.getByRole('menuitemradio', { name }).getAttribute('aria-checked');
  await shows(() => Promise.all([checked('cents'), checked('odds')]), ['true', 'false']);
});

// Shown notifications are kept in a list of the page. A page counts as hidden, so that its title has the number.
const KEEP_NOTIFICATIONS = `(() => {
  window.shown = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title) { window.shown.push(title); }
  };
  Object.defineProperty(document, 'hidden', { get: () => true });
})()`;
const PUSH_EVERY_MS = 250;
const shownBy = (page: Page): Promise<readonly string[]> => page.evaluate('window.shown');

test('notifications are opt-in and come from one of two tabs, and from the other once that is closed', async () => {
  const first = await open('/orders');
  await first.evaluate(KEEP_NOTIFICATIONS);
  await first.getByRole('button', { name: 'Settings' }).click();
  await first.getByRole('menuitemradio', { name: 'silent' }).click();
  const second = await first.context().newPage();
  await second.clock.setFixedTime(NOW);
  await second.goto(first.url());
  await second.getByLabel('Subaccount').first().waitFor();
  await second.evaluate(KEEP_NOTIFICATIONS);
  const locks = `navigator.locks.query().then(({ held, pending }) =>
    [held, pending].map((some) => some.filter(({ name }) => name === 'crossbook.notifier').length))`;
  await shows(() => second.evaluate(locks), [1, 1]);
  const titles = (): Promise<readonly string[]> => Promise.all([first.title(), second.title()]);
  const named = ['Orders and fills · Crossbook', 'Orders and fills · Crossbook'];
  await shows(titles, named);
  // What a page knows from its beginning is no news, so fills are sent until both pages have begun.
  let fills = 800;
  const areNumbered = async (): Promise<readonly boolean[]> => {
    fills += 1;
    service.push('fills', { type: 'fill', fill: fill(`f${fills}`, { qty: '30' }) });
    await first.waitForTimeout(PUSH_EVERY_MS); // pages that render without end would show nothing else
    return (await titles()).map((title, at) => /^\(\d+\) (.*)$/.exec(title)?.[1] === named[at]);
  };
  await shows(areNumbered, [true, true]);
  assert.deepEqual(
    [new Set(await shownBy(first)), await shownBy(second)],
    [new Set(['Bought 30 YES at 0.47']), []],
  );
  await first.close();
  await shows(() => second.evaluate(locks), [1, 0]);
  service.push('fills', { type: 'fill', fill: fill('f999', { side: 'SELL', qty: '31' }) });
  await shows(() => shownBy(second), ['Sold 31 YES at 0.47']);
});

const CANVAS_FITS = `(() => {
  const canvas = document.querySelector('canvas.ladder');
  return canvas !== null && canvas.width === Math.round(canvas.clientWidth * devicePixelRatio);
})()`;
