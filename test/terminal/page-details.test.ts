import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
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
  const health = page.getByRole('button', { name: /^Venue health/ });
  await shows(() => health.locator('.dot').allInnerTexts(), ['●', '●']);
  service.on('GET /v1/venues/health', new Reply(500, { error: 'internal', message: 'broken' }));
  await shows(() => health.locator('.dot').allInnerTexts(), ['▲', '○', '○']);
  service.on('GET /v1/venues/health', []);
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

const CANVAS_FITS = `(() => {
  const canvas = document.querySelector('canvas.ladder');
  return canvas !== null && canvas.width === Math.round(canvas.clientWidth * devicePixelRatio);
})()`;
