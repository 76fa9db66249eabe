/**
 * The package as its users install it: packed, unpacked into a clean folder, used without this repository.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeService } from './fake-server.ts';

const SDK = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MODULES = join(SDK, '..', 'node_modules');
const TSC = join(NODE_MODULES, 'typescript/bin/tsc');
const run = promisify(execFile);

let folder: string;
let installed: string;

// A hook outside a group belongs to every file of a run in one process.
describe('the packed package', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossbook-package-'));
    installed = join(folder, 'node_modules/@crossbook/sdk');
    await mkdir(installed, { recursive: true });
    // The project's npm runs no scripts; packing needs the one that builds.
    await run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], {
      cwd: SDK,
      shell: process.platform === 'win32',
    });
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    assert.ok(tarball);
    await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  after(() => rm(folder, { recursive: true }));

  test('the package holds the build, its sources and the README, and depends on nothing', async () => {
    const names = (await readdir(installed)).sort();
    assert.deepEqual(names, ['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  });

  test('plain JavaScript can trade with the package', async () => {
    await using service = await FakeService.start();
    const program = `
    import { Crossbook, NotFoundError } from '@crossbook/sdk';
    const client = await Crossbook.fromEnv();
    const order = await client.orders.create({
      subaccount_id: 'sa_1', instrument_id: 1001, side: 'BUY', type: 'LIMIT', price: '0.48', qty: '10',
    });
    const isTyped = await client.orders.get('ord_9').catch((error) => error instanceof NotFoundError);
    console.log(order.status, isTyped);
  `;
    await writeFile(join(folder, 'trade.js'), program);
    const env = {
      CROSSBOOK_BASE_URL: service.baseUrl,
      CROSSBOOK_KEY_ID: KEY_ID,
      CROSSBOOK_PRIVATE_KEY: PRIVATE_KEY,
    };
    const { stdout } = await run(process.execPath, ['trade.js'], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    assert.equal(stdout, 'OPEN true\n');
  });

  const READER = `
import { Crossbook, type Decimal, type NewOrder, type Order, type TradePrintFrame } from '@crossbook/sdk';
export async function trade(client: Crossbook, order: NewOrder): Promise<Decimal> {
  const created: Order = await client.orders.create(order, { signal: new AbortController().signal });
  for await (const print of client.streams.tradeprints()) print satisfies TradePrintFrame;
  return created.filled_qty;
}
export const browserClient = (key: CryptoKey) =>
  new Crossbook({ baseUrl: 'https://x.test', keyId: 'k', privateKey: key, fetch, webSocket: WebSocket });
// @ts-expect-error a LIMIT order has a price
export const unpriced: NewOrder = { subaccount_id: 's', instrument_id: 1, side: 'BUY', type: 'LIMIT', qty: '1' };
// @ts-expect-error a quantity is text
export const floating: NewOrder = { subaccount_id: 's', instrument_id: 1, side: 'BUY', type: 'MARKET', qty: 1.5 };
`;

  /** Checks every library too, so that the declarations compile without other types in each environment. */
  async function compile(options: Record<string, unknown>): Promise<void> {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', ...options };
    await writeFile(join(folder, 'reader.ts'), READER);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['reader.ts'] }));
    await run(process.execPath, [TSC, '-p', folder]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  }

  test('its types compile in a browser project without Node types', () =>
    compile({ module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }));

  test('its types compile in a Node program without browser types', async () => {
    await symlink(join(NODE_MODULES, '@types'), join(folder, 'node_modules/@types'), 'junction');
    await symlink(join(NODE_MODULES, 'undici-types'), join(folder, 'node_modules/undici-types'), 'junction');
    await compile({ module: 'nodenext', lib: ['es2024', 'esnext'], types: ['node'] });
  });

  test('nothing a bundler reads names a module of Node', async () => {
    const files = await readdir(join(installed, 'dist'), { recursive: true });
    const sources = files.filter((name) => name.endsWith('.js')).map((name) => join(installed, 'dist', name));
    for (const path of sources) {
      const code = await readFile(path, 'utf8');
      assert.ok(!/(from|import\()\s*['"](node:|fs|crypto)/.test(code), path);
      assert.ok(!/(from|import\()\s*['"][^'"]*\.ts['"]/.test(code), path);
    }
  });
});
