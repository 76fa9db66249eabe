import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ExampleFolder, readExamples } from '../../sdk/test/examples.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const { key_id: keyId, private_key: privateKey } = service.key;
const ofProject = await readExamples(join(import.meta.dirname, '..', '..', 'README.md'));
const ofSdk = await readExamples();
const examples = [...ofProject, ...ofSdk];
const folder = await ExampleFolder.create(examples, { baseUrl: service.url, keyId, privateKey });
after(() => folder[Symbol.asyncDispose]());

test('both READMEs have examples', () => {
  assert.equal(ofProject.length, 1);
  assert.ok(ofSdk.length > 0);
});

for (const [index, { title }] of examples.entries()) {
  const readme = index < ofProject.length ? "the project's README" : "the SDK's README";
  test(`example ${index + 1} (${readme}, ${title}) runs against the real service as printed`, async () => {
    assert.equal(typeof (await folder.run(index)), 'string');
  });
}
