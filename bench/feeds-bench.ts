// Book messages per second through each adapter's feed, compared with JSON.parse of the same texts.
import process from 'node:process';
import type { Frames, OpenFeed } from './bench-frames.ts';
import { options } from './bench-options.ts';
import { type Figure, publish } from './figures.ts';
import { KALSHI_FRAMES, kalshiFeed } from './kalshi-feed-bench.ts';
import { POLYMARKET_FRAMES, polymarketFeed } from './polymarket-feed-bench.ts';

/** A round is short and other processes disturb some of them, so the median needs many rounds. */
const ROUNDS_EACH = 5;
const rounds = options().rounds * ROUNDS_EACH;

publish([
  measure('Kalshi orderbook_delta', KALSHI_FRAMES, kalshiFeed),
  measure('Polymarket price_change', POLYMARKET_FRAMES, polymarketFeed),
]);

function measure(name: string, frames: Frames, open: OpenFeed): Figure {
  const ours: number[] = [];
  const bare: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    bare.push(perSecond(frames.changes, (text) => void JSON.parse(text)));
    ours.push(applied(frames, open));
  }
  return {
    name,
    unit: 'messages/CPU s',
    ours: ours.slice(1),
    bare: bare.slice(1),
    p50: null,
    p99: null,
    aim: '≥ 0.5',
  };
}

/** Throws unless each change was published as a delta: a figure with dropped frames would be meaningless. */
function applied({ snapshots, changes }: Frames, open: OpenFeed): number {
  let deltas = 0;
  const receive = open(({ kind }) => {
    if (kind === 'delta') deltas += 1;
  });
  for (const text of snapshots) receive(text);
  const rate = perSecond(changes, receive);
  if (deltas !== changes.length) throw new Error(`${deltas} of ${changes.length} changes were published`);
  return rate;
}

/** Uses the CPU time of the process, including garbage collection, so that other processes do not count. */
function perSecond(texts: readonly string[], take: (text: string) => void): number {
  const start = process.cpuUsage();
  for (const text of texts) take(text);
  const { user, system } = process.cpuUsage(start);
  return (texts.length * 1_000_000) / (user + system);
}
