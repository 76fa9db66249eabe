// Runs `node scripts/run.mjs scripts/terminal-screenshots.ts`: takes screenshots of every page of the terminal, light and dark. Those that a document
// shows are written to docs/terminal, the others to the cache.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Crossbook, type Instrument } from '../sdk/src/index.ts';
import { buildTerminal } from './build-terminal.ts';
import { executable } from './chromium.ts';
import { ROOT } from './steps.ts';

const DOCS = join(ROOT, 'docs', 'terminal');
const CACHE = join(ROOT, 'node_modules', '.cache', 'terminal-shots');
const IN_DOCS: ReadonlySet<string> = new Set(['trade-light', 'trade-dark', 'receipt-light', 'phone-dark']);
const SCHEMES = ['light', 'dark'] as const;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };
const PLAIN_PAGES = [
  'positions',
  'risk',
  'assets',
  'venues',
  'opportunities',
  'tape',
  'performance',
] as const;

interface Service {
  readonly child: ChildProcess;
  readonly link: string;
  readonly dir: string;
}

/** The market of the trade page, and those of the grid. */
interface Shown {
  readonly shown: Instrument;
  readonly grid: readonly number[];
}

/** Starts a sandbox in an empty folder, sends some orders, and takes a screenshot of every page. */
async function main(): Promise<void> {
  if (buildTerminal() !== 0) throw new Error('the terminal could not be built');
  for (const folder of [DOCS, CACHE]) mkdirSync(folder, { recursive: true });
  const service = await start();
  const browser = await chromium.launch(await executable());
  try {
    await takeAll(browser, service, await trade(service));
  } finally {
    await browser.close();
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
    rmSync(service.dir, { recursive: true, force: true });
  }
}

function start(): Promise<Service> {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-shots-'));
  const env = { ...process.env, CROSSBOOK_PORT: '0', CROSSBOOK_DATA_DIR: dir };
  const child = spawn(process.execPath, [join(ROOT, 'src', 'main.ts'), 'start'], { env, stdio: 'pipe' });
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const link = /terminal +(\S+)/.exec(printed)?.[1];
      if (link !== undefined && printed.includes('stop  ')) resolve({ child, link, dir });
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${printed}`)));
  });
}

/** Creates example data: filled, resting and split orders, and limits that are nearly used up. */
async function trade({ dir }: Service): Promise<Shown> {
  const client = await Crossbook.fromKeyFile(join(dir, 'sandbox-key.json'));
  const open = (await client.markets.list({ venue: 'Demo' })).filter(({ status }) => status === 'OPEN');
  const assets = await client.genericAssets.list();
  const asset = assets.find(({ venues, status }) => venues.length > 1 && status === 'OPEN') ?? assets[0];
  const member = asset?.members[0]?.instrument_id;
  if (asset === undefined || member === undefined) throw new Error('the sandbox has no matched markets');
  const shown = await client.markets.get(member);
  const subaccount = { subaccount_id: 'sa_1' } as const;
  for (const [index, market] of open.slice(0, 6).entries()) {
    const { instrument_id, max_price, min_price } = market;
    const side = index % 2 === 0 ? 'BUY' : 'SELL';
    const price = side === 'BUY' ? max_price : min_price;
    await client.orders.create({
      ...subaccount,
      instrument_id,
      side,
      type: 'LIMIT',
      tif: 'IOC',
      price,
      qty: '60',
    });
  }
  const generic = {
    ...subaccount,
    generic_asset_id: asset.generic_asset_id,
    side: 'BUY',
    qty: '400',
  } as const;
  await client.orders.create({
    ...generic,
    type: 'LIMIT',
    price: shown.max_price,
    routing: { mode: 'SPLIT' },
  });
  const resting = {
    ...subaccount,
    instrument_id: shown.instrument_id,
    side: 'BUY',
    type: 'LIMIT',
    qty: '25',
  } as const;
  const { bids } = await client.markets.book(shown.instrument_id);
  for (const level of [1, 3])
    await client.orders.create({ ...resting, price: bids[level]?.price ?? shown.min_price });
  await client.risk.setLimits({
    ...subaccount,
    max_position_qty: '1200',
    max_open_orders: 10,
    max_order_qty: '500',
  });
  return { shown, grid: open.slice(0, 6).map(({ instrument_id }) => instrument_id) };
}

async function takeAll(browser: Browser, { link }: Service, markets: Shown): Promise<void> {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('list', { name: 'Markets' }).waitFor();
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize(WIDE);
    const shoot = async (name: string): Promise<void> => {
      await page.mouse.move(0, 0);
      await settled(page);
      const file = `${name}-${scheme}`;
      await page.screenshot({ path: join(IN_DOCS.has(file) ? DOCS : CACHE, `${file}.png`) });
    };
    await takeWide(page, markets, shoot);
    await page.setViewportSize(PHONE);
    await open(page, '/positions');
    await page.getByRole('table', { name: 'Positions' }).waitFor();
    await shoot('phone');
  }
}

async function takeWide(
  page: Page,
  { shown: market, grid }: Shown,
  shoot: (name: string) => Promise<void>,
): Promise<void> {
  await open(page, '/');
  await page.getByRole('list', { name: 'Markets' }).waitFor();
  await shoot('markets');
  await open(page, `/trade/${market.instrument_id}`);
  await page.getByText('All venues').click();
  await page.getByRole('combobox', { name: 'Routing' }).click();
  await page.getByRole('option', { name: /Split/ }).click();
  await page.getByLabel(/^Limit price/).fill(market.max_price);
  await page.getByLabel('Contracts').fill('150');
  await page.getByRole('table', { name: 'Planned route' }).waitFor();
  await shoot('trade');
  await open(page, '/orders');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Any status' }).click();
  await page.getByRole('row', { name: /SPLIT/ }).waitFor();
  await shoot('orders');
  await page
    .getByRole('row', { name: /SPLIT/ })
    .getByRole('button', { name: /^Receipt/ })
    .click();
  await page.getByRole('table', { name: 'Events' }).waitFor();
  await shoot('receipt');
  await page.keyboard.press('Escape');
  for (const name of PLAIN_PAGES) {
    await open(page, `/${name}`);
    await shoot(name);
  }
  await open(page, `/grid?markets=${grid.join(',')}`);
  await shoot('grid');
  await open(page, '/events?q=basketball');
  await page.getByRole('table', { name: 'Events' }).locator('a').first().click();
  await shoot('event');
  await open(page, '/review');
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.getByRole('list', { name: 'Reasons of the score' }).waitFor();
  await shoot('review');
}

const open = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(path)}`);

/** Waits until the books have arrived and the layout is stable. */
const settled = (page: Page): Promise<void> => page.waitForTimeout(1_500);

await main();
