// Book messages a second through each adapter's own feed, against JSON.parse of the same texts alone.
import process from 'node:process';
import type { Frames, OpenFeed } from './bench-frames.ts';
import { options } from './bench-options.ts';
import { type Figure, publish } from './figures.ts';
import { KALSHI_FRAMES, kalshiFeed } from './kalshi-feed-bench.ts';
import { POLYMARKET_FRAMES, polymarketFeed } from './polymarket-feed-bench.ts';

/** A round takes a moment only, and neighbours disturb a few: the median wants many. */
const ROUNDS_EACH = 5;
const rounds = options().rounds * ROUNDS_EACH;

publish([
  measure('Kalshi orderbook_delta', KALSHI_FRAMES, kalshiFeed),
  measure('Polymarket price_change', POLYMARKET_FRAMES, polymarketFeed),
]);

function measure(name: string, frames: Frames, open: OpenFeed): Figure {
  const ours: number[] = [];
  const bare: number[] = [];
  // The first round warms both up.
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

/** Throws when a change was not told as one: a figure of frames that were dropped would say nothing. */
function applied({ snapshots, changes }: Frames, open: OpenFeed): number {
  let told = 0;
  const hear = open(({ kind }) => {
    if (kind === 'delta') told += 1;
  });
  for (const text of snapshots) hear(text);
  const rate = perSecond(changes, hear);
  if (told !== changes.length) throw new Error(`${told} of ${changes.length} changes were told`);
  return rate;
}

/** By the process's processor time, its collector's included: what else the machine does is left out. */
function perSecond(texts: readonly string[], take: (text: string) => void): number {
  const start = process.cpuUsage();
  for (const text of texts) take(text);
  const { user, system } = process.cpuUsage(start);
  return (texts.length * 1_000_000) / (user + system);
}
