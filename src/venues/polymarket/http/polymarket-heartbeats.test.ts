import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeReport, PolymarketHarness } from '../polymarket-harness.fixture.ts';

const PATH = '/v1/heartbeats';

async function withHeartbeat(run: (harness: PolymarketHarness) => Promise<void>): Promise<void> {
  const harness = new PolymarketHarness(undefined, { heartbeat: true });
  await harness.start();
  try {
    await run(harness);
  } finally {
    await harness.stop();
  }
}

async function send(harness: PolymarketHarness): Promise<string | null> {
  assert.ok(harness.venue.sendHeartbeat !== undefined);
  return harness.until(harness.venue.sendHeartbeat());
}

function meet(harness: PolymarketHarness, fate: 'arrives' | 'unanswered' | 'lost'): void {
  harness.hooks.journey = (_, { path }) => ({
    fate: path === PATH ? fate : 'arrives',
    requestMs: 0,
    answerMs: 0,
  });
}

const sent = (harness: PolymarketHarness): number =>
  harness.requests.filter((it) => it === `POST ${PATH}`).length;

const reports = (harness: PolymarketHarness): readonly string[] =>
  harness.listener.reports.map(describeReport);

const health = async (harness: PolymarketHarness): Promise<string> => {
  const { healthy, reason } = await harness.until(harness.venue.health());
  return `${healthy} ${reason}`;
};

describe('heartbeats to Polymarket', () => {
  test('keep resting orders while they go on, and their end cancels the orders', async () => {
    await withHeartbeat(async (harness) => {
      await harness.place();
      for (let beats = 0; beats < 6; beats += 1) {
        assert.equal(await send(harness), null);
        await harness.pass(5_000);
      }
      assert.equal(sent(harness), 6);
      assert.deepEqual(
        reports(harness),
        reports(harness).filter((it) => it.startsWith('OPEN')),
      );
      await harness.pass(11_000);
      assert.match(reports(harness).at(-1) ?? '', /^CANCELLED/);
    });
  });

  test('are not due before the first: an order rests without them', async () => {
    await withHeartbeat(async (harness) => {
      await harness.place();
      await harness.pass(30_000);
      assert.deepEqual(
        reports(harness),
        reports(harness).filter((it) => it.startsWith('OPEN')),
      );
    });
  });

  test('of the next process continue with the id that the venue expects', async () => {
    await withHeartbeat(async (harness) => {
      await send(harness);
      await harness.restart({ heartbeat: true });
      await harness.start();
      assert.equal(await send(harness), null);
      assert.equal(sent(harness), 3, 'the wrong id, then the expected one');
      assert.equal(await send(harness), null);
      assert.equal(sent(harness), 4);
    });
  });

  test('continue after a lost answer', async () => {
    await withHeartbeat(async (harness) => {
      await send(harness);
      meet(harness, 'unanswered');
      assert.match((await send(harness)) ?? '', /^no response/);
      meet(harness, 'arrives');
      assert.equal(await send(harness), null);
    });
  });

  test('that fail are the reason in the health of the venue, which ends once its orders are cancelled', async () => {
    await withHeartbeat(async (harness) => {
      await send(harness);
      assert.equal(await health(harness), 'true null');
      meet(harness, 'lost');
      await send(harness);
      assert.match(await health(harness), /^true heartbeat not accepted: no response/);
      await harness.pass(8_000);
      assert.match(await health(harness), /^false heartbeat not accepted: no response/);
      meet(harness, 'arrives');
      await send(harness);
      assert.equal(await health(harness), 'true null');
    });
  });

  test('that never arrived leave the venue healthy: its switch is not armed', async () => {
    await withHeartbeat(async (harness) => {
      meet(harness, 'lost');
      await send(harness);
      await harness.pass(20_000);
      assert.match(await health(harness), /^true heartbeat not accepted/);
    });
  });

  test('exist with the setting only, and the capabilities say so', () => {
    const { venue } = new PolymarketHarness(undefined, { heartbeat: true });
    assert.deepEqual(venue.capabilities.heartbeat, { everyMs: 5_000, cancelsInMs: 10_000 });
    assert.match(venue.capabilities.deadServiceNote ?? '', /cancels all orders of the API key/);
    const { venue: without } = new PolymarketHarness();
    assert.deepEqual(
      [without.capabilities.heartbeat, typeof without.sendHeartbeat],
      [undefined, 'undefined'],
    );
  });
});
