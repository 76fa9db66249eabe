import { after } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { executable } from '../../scripts/chromium.ts';
import type { TestService } from '../support/test-service.ts';

/** A real Chromium: the installed one, else the one from the npm package. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await executable());
  after(async () => {
    contexts.clear();
    await browser.close();
  });
  return browser;
}

/** How long a page may take before a test fails: a slow, busy machine may need many seconds. */
export const WAIT_MS = 90_000;

const WIDE = { width: 1440, height: 900 };
const contexts = new Map<string, Promise<BrowserContext>>();

/**
 * Opens the terminal with a paired key on its first page and with fresh settings. Pages with the same options share a
 * pairing, so that a file pairs once; only the latest page stays open.
 *
 * @param origin the address to open, if it is not the service's address
 */
export async function openTerminal(
  service: TestService,
  browser: Browser,
  looks: BrowserContextOptions = {},
  origin = service.url,
): Promise<Page> {
  const key = `${origin} ${JSON.stringify(looks)}`;
  const paired = contexts.get(key) ?? pairedContext(service, browser, looks, origin);
  contexts.set(key, paired);
  const context = await paired;
  for (const before of context.pages()) await before.close(); // a key may have ten connections
  const page = await context.newPage();
  await page.addInitScript('localStorage.clear()');
  await page.goto(origin);
  await page.getByLabel('Subaccount').first().waitFor();
  return page;
}

async function pairedContext(
  service: TestService,
  browser: Browser,
  looks: BrowserContextOptions,
  origin: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE, ...looks });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  await page.goto((await pairingLink(service)).replace(service.url, origin));
  await page.getByLabel('Subaccount').first().waitFor();
  await page.close();
  return context;
}

/** A new pairing link, as printed by `crossbook pair`. */
export async function pairingLink(service: TestService): Promise<string> {
  return (await service.cliOk('pair')).trim();
}

/** Opens the orders page and shows closed orders too. */
export async function showAllOrders(page: Page): Promise<void> {
  await goTo(page, '/orders');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Any status' }).click();
}

/** Navigates to another page of the terminal, like its links do. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}
