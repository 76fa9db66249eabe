import { existsSync } from 'node:fs';

/** The package's default arguments use a single process and disable cross-origin rules; the tests need a real browser. */
const ARGS = ['--no-sandbox', '--disable-gpu'];
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium to start and its arguments: the installed one, else the one from the npm package. */
export async function executable(): Promise<{ executablePath: string; args?: string[] }> {
  const own = INSTALLED.find((path) => existsSync(path));
  if (own !== undefined) return { executablePath: own };
  const { default: serverless } = await import('@sparticuz/chromium');
  return { executablePath: await serverless.executablePath(), args: [...ARGS] };
}
