import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../steps.ts';
import { methodName } from './python-names.ts';
import { generatePythonFiles } from './python-package.ts';
import { generateTypeScriptFiles } from './typescript-package.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

test('the generated files of both clients are up to date (scripts/generate.ts)', () => {
  const files = { ...generatePythonFiles(version), ...generateTypeScriptFiles(version) };
  for (const [path, text] of Object.entries(files)) assert.equal(read(path), text, path);
});

test('the Python package has the version of the service', () => {
  assert.match(read('sdk-python/pyproject.toml'), new RegExp(`^version = "${version}"$`, 'm'));
  assert.ok(read('sdk-python/README.md').includes(`/sdk/python/crossbook-${version}-py3-none-any.whl`));
});

test('a new operation gets a method without a change of the generator', () => {
  const names = [
    ['createComplexOrder', '/v1/complex-orders'],
    ['listComplexOrders', '/v1/complex-orders'],
    ['getComplexOrder', '/v1/complex-orders/{id}'],
    ['getComplexOrderReceipt', '/v1/complex-orders/{id}/receipt'],
    ['cancelAllComplexOrders', '/v1/complex-orders/cancel-all'],
    ['getGuard', '/v1/risk/guard'],
    ['setGuard', '/v1/risk/guard'],
  ].map(([operationId = '', path = '']) => methodName(operationId, path).join('.'));
  assert.deepEqual(names, [
    'complex_orders.create',
    'complex_orders.list',
    'complex_orders.get',
    'complex_orders.receipt',
    'complex_orders.cancel_all',
    'risk.guard',
    'risk.set_guard',
  ]);
});

test('an integer is sent as text in every field of a Python body that takes a decimal, whatever type of order has it', () => {
  const inputs = read('sdk-python/src/crossbook/_generated_inputs.py');
  const operations = read('sdk-python/src/crossbook/_generated_operations.py');
  const typed = [...inputs.matchAll(/^ {4}(\w+): (?:\w+\[)?DecimalInput/gm)].map(([, name]) => name);
  const sets = [...operations.matchAll(/decimals=frozenset\(\((.*),\)\)/g)].map(([, list = '']) => list);
  const sent = new Set(sets.flatMap((list) => list.split(', ').map((name) => name.slice(1, -1))));
  assert.ok(typed.includes('unhedged_qty_max') && typed.length > 20, typed.join());
  assert.deepEqual(
    typed.filter((name) => !sent.has(name ?? '')),
    [],
  );
});
