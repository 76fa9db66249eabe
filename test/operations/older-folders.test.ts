import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OLDER_RELEASES, writeOlderLedger } from '../support/older-ledgers.ts';
import { createRestingOrder, getFills, submit } from '../support/order-bodies.ts';
import { TestService } from '../support/test-service.ts';

for (const release of OLDER_RELEASES)
  test(`a service starts with the data folder of release ${release}, trades and verifies`, async (t) => {
    const service = new TestService({});
    t.after(() => service.dispose());
    const { fills, seq, hash } = writeOlderLedger(release, service.dataDir);
    await service.start();
    const api = service.api();
    assert.equal((await getFills(api)).length, fills);
    const { status } = await submit(api, createRestingOrder({ client_order_id: 'of-this-version' }));
    assert.equal(status, 'OPEN');
    await service.stop();
    assert.match(await service.cliOk('verify'), /hash chain is intact and the tables match/);
    await service.cliOk('audit', 'verify', '--head', `${seq}:${hash}`);
  });
