import assert from 'node:assert/strict';
import type { Dice } from '../dice.ts';
import { broken, torn } from './damage.ts';
import type { Running, Target } from './fuzz.ts';
import { type AdapterWorld, fillsOf, kalshiWorld, polymarketWorld } from './venueworlds.ts';

const SETTLE_MS = 120_000; // by then a line that fell silent has been dialled again
const PAUSE_EVERY = 10; // inputs between which time passes

/** What the adapters make of an exchange that talks nonsense: on its streams, and in its answers. */
export const adapterTargets: readonly Target[] = [
  { name: 'kalshi-stream', share: 0.1, isStateful: true, start: () => streamOf(kalshiWorld) },
  { name: 'polymarket-stream', share: 0.1, isStateful: true, start: () => streamOf(polymarketWorld) },
  { name: 'kalshi-answers', share: 0.01, isStateful: true, start: () => answersOf(kalshiWorld) },
  { name: 'polymarket-answers', share: 0.01, isStateful: true, start: () => answersOf(polymarketWorld) },
];

async function streamOf(make: () => Promise<AdapterWorld>): Promise<Running> {
  const world = await make();
  const { between, heard } = world;
  const samples = [...between.frames];
  let count = 0;
  return {
    attempt: async (dice) => {
      const text = nonsense(dice, dice.pick(samples));
      for (const peer of between.peers) peer.send(text);
      count += 1;
      if (count % PAUSE_EVERY === 0) await world.pass(200);
      assertTrue(world);
    },
    finish: async () => {
      await world.pass(SETTLE_MS);
      assertTrue(world);
      assert.equal((await world.place()).kind, 'report', 'the venue can be traded at as before');
      assert.ok(heard.instruments.size > 0);
      await world.stop();
    },
  };
}

async function answersOf(make: () => Promise<AdapterWorld>): Promise<Running> {
  const world = await make();
  const { between } = world;
  return {
    attempt: async (dice) => {
      between.change = (body) => (dice.happens(0.5) ? nonsense(dice, body) : body);
      await world.ask();
      between.change = null;
      assertTrue(world);
    },
    finish: async () => {
      await world.pass(SETTLE_MS);
      assert.equal((await world.place()).kind, 'report', 'the venue can be traded at as before');
      await world.stop();
    },
  };
}

/** JSON of shapes that no exchange sends, or no JSON at all. Never a lie that could be true. */
function nonsense(dice: Dice, text: string): string {
  if (text === '' || dice.happens(0.2)) return torn(dice, text === '' ? '{}' : text);
  try {
    return JSON.stringify(broken(dice, JSON.parse(text)));
  } catch {
    return torn(dice, text);
  }
}

/** Whatever was said, nothing was bought that was not bought. */
function assertTrue({ heard, truth }: AdapterWorld): void {
  const invented = fillsOf(heard.reports).filter((fill) => !truth.has(fill));
  assert.deepEqual(invented, [], 'nonsense became a fill');
}
