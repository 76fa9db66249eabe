import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized } from '../support/test-size.ts';
import { raceKillSwitch } from './kill-switch-races.ts';

const RACES = sized({ full: 10_000, quick: 2_000 }); // `npm run long -- races --races 1000000` for more

test(`I-14: no order leaves after the kill switch has answered, in ${RACES} races`, async () => {
  const { sent, stopped } = await raceKillSwitch(RACES, 1);
  assert.ok(
    sent > RACES / 10 && stopped > RACES / 10,
    `too few races were close: ${sent} sent, ${stopped} stopped`,
  );
});
