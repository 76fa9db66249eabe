import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ExampleFolder, readExamples } from '../../sdk/test/examples.ts';
import { startService } from '../service.ts';

const service = await startService();
const { key_id: keyId, private_key: privateKey } = service.key;
const examples = await readExamples();
const folder = await ExampleFolder.create(examples, { baseUrl: service.url, keyId, privateKey });
after(() => folder[Symbol.asyncDispose]());

for (const [index, { title }] of examples.entries()) {
  test(`example ${index + 1} of the SDK's README (${title}) runs against the real service as printed`, async () => {
    assert.equal(typeof (await folder.run(index)), 'string');
  });
}
