/**
 * Runs the README against the fake service, or against a real one that is named for it:
 * SDK_EXAMPLES_KEY_FILE, or SDK_EXAMPLES_BASE_URL with SDK_EXAMPLES_KEY_ID and SDK_EXAMPLES_PRIVATE_KEY.
 * The examples place and cancel orders and use the kill switch: name a sandbox.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { credentialsFromEnv } from '../src/environment.ts';
import { ExampleFolder, readExamples } from './examples.ts';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeService } from './fake-server.ts';

const NAMED = ['KEY_FILE', 'BASE_URL', 'KEY_ID', 'PRIVATE_KEY'].map((name) => [
  name,
  process.env[`SDK_EXAMPLES_${name}`],
]);
const env = Object.fromEntries(NAMED.map(([name, value]) => [`CROSSBOOK_${name}`, value]));
const isReal = Object.values(env).some((value) => value !== undefined);

const examples = await readExamples();
let service: FakeService;
let folder: ExampleFolder;

describe('the examples of the README', () => {
  before(async () => {
    service = await FakeService.start();
    const fake = { baseUrl: service.baseUrl, keyId: KEY_ID, privateKey: PRIVATE_KEY };
    folder = await ExampleFolder.create(examples, isReal ? await credentialsFromEnv(env) : fake);
  });
  after(async () => {
    await folder[Symbol.asyncDispose]();
    await service.close();
  });

  test('the README has examples for each of its parts', () => {
    const titles = [
      'One minute',
      'The key',
      'What there is',
      'Orders',
      'What it brought',
      'Errors',
      'Retries',
      'Streams',
      'Risk',
    ];
    assert.deepEqual([...new Set(examples.map(({ title }) => title))], titles);
  });

  test('the README’s examples compile in strict mode', () => folder.check());

  for (const [index, { title }] of examples.entries()) {
    test(`README example ${index + 1} (${title}) runs as printed`, async () => {
      assert.equal(typeof (await folder.run(index)), 'string');
    });
  }
});
