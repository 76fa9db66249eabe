import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Service } from '../service.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium: the machine's own, else the one that comes as a package. */
export async function launchBrowser(): Promise<Browser> {
  const own = INSTALLED.find((path) => existsSync(path));
  const browser = await chromium.launch(own === undefined ? await packaged() : { executablePath: own });
  after(() => browser.close());
  return browser;
}

async function packaged(): Promise<{ executablePath: string; args: string[] }> {
  const { default: serverless } = await import('@sparticuz/chromium');
  return { executablePath: await serverless.executablePath(), args: serverless.args };
}

/** The terminal as whoever opened the printed link sees it: paired, on its first page. */
export async function openTerminal(service: Service, browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(await pairingLink(service));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}

/** A new link, as `crossbook pair` prints it. */
export async function pairingLink(service: Service): Promise<string> {
  return (await service.cliOk('pair')).trim();
}
