import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Service } from '../service.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium: the machine's own, else the one that comes as a package. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await executable());
  after(() => browser.close());
  return browser;
}

export async function executable(): Promise<{ executablePath: string; args?: string[] }> {
  const own = INSTALLED.find((path) => existsSync(path));
  if (own !== undefined) return { executablePath: own };
  const { default: serverless } = await import('@sparticuz/chromium');
  return { executablePath: await serverless.executablePath(), args: serverless.args };
}

/**
 * The terminal as whoever opened the printed link sees it: paired, on its first page.
 *
 * @param origin  where it is opened, when that is not the service's own address
 */
export async function openTerminal(
  service: Service,
  browser: Browser,
  looks: BrowserContextOptions = {},
  origin = service.url,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...looks });
  const page = await context.newPage();
  await page.goto((await pairingLink(service)).replace(service.url, origin));
  await page.getByLabel('Subaccount').first().waitFor();
  return page;
}

/** A new link, as `crossbook pair` prints it. */
export async function pairingLink(service: Service): Promise<string> {
  return (await service.cliOk('pair')).trim();
}

/** Goes to another page of the terminal, as a link of it would. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}
