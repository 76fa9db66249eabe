import { existsSync } from 'node:fs';

/** The package's own arguments make one process of it and lift the rules between origins; we want a real browser. */
const ARGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Which Chromium is started, and how: the machine's own, else the one that comes as a package. */
export async function executable(): Promise<{ executablePath: string; args?: string[] }> {
  const own = INSTALLED.find((path) => existsSync(path));
  if (own !== undefined) return { executablePath: own };
  const { default: serverless } = await import('@sparticuz/chromium');
  return { executablePath: await serverless.executablePath(), args: [...ARGS] };
}
