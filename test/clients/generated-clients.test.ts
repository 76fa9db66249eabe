// Clients that others generate from the served OpenAPI document trade with the real service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { readExamples } from '../../sdk/test/examples.ts';
import { startService } from '../support/test-service.ts';
import { orderChecks } from './generated-orders.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'crossbook-generated-'));
const service = await startService();
after(() => rmSync(folder, { recursive: true }));

/** The generators need the compiler's JavaScript API, which the project's TypeScript no longer has. */
const COMPILER_HOOK = `
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-api' : name, context) });
`;
const HEY_API = `
import { createClient } from '@hey-api/openapi-ts';
const output = { path: 'crossbook', module: { extension: '.ts' } };
await createClient({ input: 'openapi.json', output, logs: { level: 'silent' } });
`;
const CONFIG = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
};

before(async () => {
  const examples = await readExamples(join(ROOT, 'docs', 'api', 'generated-clients.md'));
  assert.equal(examples.length, 3);
  const [sign = '', openapiFetch = '', heyApi = ''] = examples.map(({ code }) => code);
  const files = {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify(CONFIG),
    'compiler-hook.mjs': COMPILER_HOOK,
    'hey-api.mjs': HEY_API,
    'openapi.json': await (await fetch(`${service.url}/v1/openapi.json`)).text(),
    'sign.ts': sign,
    'example-openapi-fetch.ts': openapiFetch,
    'example-hey-api.ts': heyApi,
    'orders-openapi-fetch.ts': orderChecks(
      `import createClient from 'openapi-fetch';
       import type { components, paths } from './crossbook.ts';
       type NewOrder = components['schemas']['NewOrder'];`,
      `return createClient<paths>().POST('/v1/orders', { body: order });`,
    ),
    'orders-hey-api.ts': orderChecks(
      `import { submitOrder, type NewOrder } from './crossbook/index.ts';`,
      'return submitOrder({ body: order });',
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'data'));
  const key = { ...service.key, base_url: service.url };
  writeFileSync(join(folder, 'data', 'sandbox-key.json'), JSON.stringify(key));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const generate = ['--import', './compiler-hook.mjs'];
  const openapiTypescript = join(ROOT, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  await node(...generate, openapiTypescript, 'openapi.json', '-o', 'crossbook.ts');
  await node(...generate, 'hey-api.mjs');
});

describe('generated clients', () => {
  test('accept every valid order, refuse invalid ones, and compile with the examples', async () => {
    await node(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
  });

  for (const name of ['openapi-fetch', 'hey-api'])
    test(`${name} places, amends and cancels signed orders`, async () => {
      assert.equal(await node(`example-${name}.ts`), 'OPEN 0.02 CANCELLED OPEN validation\n');
    });
});

/** Returns what the program printed. Throws with its output when it failed. */
async function node(...args: readonly string[]): Promise<string> {
  try {
    return (await run(process.execPath, [...args], { cwd: folder })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`, { cause: error });
  }
}
