import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import type { App } from './parts.ts';
import { columns, type Terminal } from './terminal.ts';

export interface Started {
  readonly config: Config;
  readonly url: string;
  readonly version: string;
  readonly keyPath: string | null; // the sandbox key, where there is one
  readonly exchanges: App['exchanges'];
  readonly pairing: string | null; // a link that opens the terminal with a key of its own
}

/** What `start` says once it listens: what runs, where, with which key, what to try, how to stop. */
export function banner(started: Started, terminal: Terminal): readonly string[] {
  const { config, url, version, keyPath, exchanges, pairing } = started;
  const rows = [
    ['listening', url],
    ['terminal', pairing ?? `${url}/  (npm run crossbook -- pair)`],
    ['reference', `${url}/docs`],
    ...exchanges.map((exchange) => ['exchange', `${exchange.url} in the place of ${exchange.name}`]),
    ['key', keyPath === null ? 'npm run crossbook -- key new --help' : near(keyPath, terminal.cwd)],
    ['try', 'npm run crossbook -- api GET /v1/venues'],
    ['stop', terminal.isInteractive ? 'Ctrl-C' : `kill ${process.pid}`],
  ];
  const lines = columns(rows.map(([name = '', value = '']) => [name, value]));
  return [
    `Crossbook ${version}  ${band(config, terminal.isInteractive)}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

/** Nobody should have to guess whether an order is real. */
function band(config: Config, isColoured: boolean): string {
  const style = (format: 'green' | 'red', text: string): string =>
    isColoured ? styleText([format, 'inverse', 'bold'], text) : text;
  if (config.profile === 'sandbox')
    return `${style('green', '[ SANDBOX ]')} no real funds, everything on this machine`;
  const { demo: _, one, two } = config.venues;
  const names = [one, two].filter(({ enabled }) => enabled).map(({ name }) => name);
  return `${style('red', '[ LIVE ]')} real orders on: ${names.length === 0 ? 'no venue' : names.join(', ')}`;
}

function near(path: string, cwd: string): string {
  const here = relative(cwd, path);
  return here.startsWith('..') ? path : here;
}
