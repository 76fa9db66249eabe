import { parseArgs } from 'node:util';

/** How long and how wide to measure; every benchmark reads the same command line. */
export interface Options {
  readonly names: readonly string[]; // which benchmarks; none means all
  readonly rounds: number;
  readonly runMs: number; // counted time of one load
  readonly connections: number; // enough that answers which wait for a sync do not leave a server idle
  readonly sockets: number; // of `prints`
  readonly orders: number; // stored, of `history`
  readonly instruments: number; // of `search`
  readonly markets: number; // of each venue in `catalogue`
}

/** Reads the command line. Throws on what it does not know, or a number that is none. */
export function options(args: readonly string[] = process.argv.slice(2)): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '256' },
      sockets: { type: 'string', default: '1000' },
      orders: { type: 'string', default: '200000' },
      instruments: { type: 'string', default: '1000000' },
      markets: { type: 'string', default: '300000' },
    },
  });
  return {
    names: positionals,
    rounds: numberOf('rounds', values.rounds),
    runMs: numberOf('seconds', values.seconds) * 1_000,
    connections: numberOf('connections', values.connections),
    sockets: numberOf('sockets', values.sockets),
    orders: numberOf('orders', values.orders),
    instruments: numberOf('instruments', values.instruments),
    markets: numberOf('markets', values.markets),
  };
}

function numberOf(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero, not ${text}`);
  return value;
}
