import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programNames } from './program-name.ts';

test('hints name the npm scripts in a clone, and the command of an installed package', () => {
  assert.deepEqual(programNames('/srv/crossbook/src/cli'), {
    run: 'npm run crossbook --',
    start: 'npm start',
  });
  const installed = { run: 'npx crossbook', start: 'npx crossbook start' };
  assert.deepEqual(programNames('/srv/bot/node_modules/crossbook/src/cli'), installed);
  assert.deepEqual(programNames('/srv/node_modules_old/crossbook/src/cli').start, 'npm start');
});
