import { parseArgs } from 'node:util';

/** Duration and size of a measurement. All benchmarks share these command-line options. */
export interface Options {
  readonly names: readonly string[]; // benchmarks to run; empty means all
  readonly rounds: number;
  readonly runMs: number; // measured time of one load
  readonly connections: number; // enough to keep a server busy while responses wait for a disk sync
  readonly sockets: number; // of `prints`
  readonly orders: number; // stored, of `history`
  readonly instruments: number; // of `search`
  readonly markets: number; // of each venue in `catalogue`
}

/** Parses the command line. Throws on unknown options and invalid numbers. */
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
    rounds: parseNumber('rounds', values.rounds),
    runMs: parseNumber('seconds', values.seconds) * 1_000,
    connections: parseNumber('connections', values.connections),
    sockets: parseNumber('sockets', values.sockets),
    orders: parseNumber('orders', values.orders),
    instruments: parseNumber('instruments', values.instruments),
    markets: parseNumber('markets', values.markets),
  };
}

function parseNumber(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero, not ${text}`);
  return value;
}
