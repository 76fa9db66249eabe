import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../api-assertions.ts';
import { checkAgainstExchanges, externalListings } from '../crash/crash-exchanges.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { Callers, startCluster, untilRole } from './cluster.fixture.ts';

const skip = whyNoPostgres() ?? false;
const STOPPED_MS = 6_000;
const ORDERS = 15;

/** How the owner ends or stops, and what it must become after the takeover. */
const ENDS = ['kill -9', 'SIGSTOP for 6 seconds'] as const;

for (const end of ENDS) {
  test(`J-06: after ${end} of the owner under load, the venue has each acknowledged order once`, {
    skip,
  }, async (t) => {
    const { owner, standby, exchangesFolder } = await startCluster(t, { 'sandbox.exchanges': true });
    const key = owner.key;
    const api = standby.api(key);
    const { members } = await externalListings(owner.api());
    const member = members.find(({ venue }) => venue === 'Kalshi');
    assert.ok(member !== undefined);
    const body = createRestingOrder({ instrument_id: member.instrument_id, price: '0.01', qty: '1' });
    const callers = new Callers([owner.api(), api], body);
    callers.start(3);
    const isPast = (count: number) => () => (callers.acknowledged.length >= count ? true : null);
    await until('orders are acknowledged', isPast(ORDERS));
    const endedAtMs = performance.now();
    if (end === 'kill -9') await owner.kill();
    else process.kill(owner.pid, 'SIGSTOP');
    await untilRole(standby, 'owner');
    t.diagnostic(`takeover ${Math.round(performance.now() - endedAtMs)} ms after ${end}`);
    if (end !== 'kill -9') {
      await pause(Math.max(0, STOPPED_MS - (performance.now() - endedAtMs)));
      process.kill(owner.pid, 'SIGCONT');
      await untilRole(owner, 'standby');
    }
    await until('more orders are acknowledged', isPast(callers.acknowledged.length + ORDERS));
    await callers.stop();
    await callers.checkAll(api);
    await checkAgainstExchanges(api, exchangesFolder, members);
  });
}
