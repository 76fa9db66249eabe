import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { Crossbook, StreamOptions } from '../../sdk/src/index.ts';
import { type CallingOptions, wholeNumber, withCalling } from './api-calls.ts';
import { asking, type Connection, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { toHeldPrices } from './held-prices.ts';
import { STREAM_HELP as HELP } from './help-texts.ts';
import { findInstrument, TitleCache } from './instrument-names.ts';
import { type Row, shown } from './output.ts';
import { renderJson, type Terminal } from './terminal-io.ts';

interface FollowOptions extends CallingOptions {
  readonly limit?: string;
}

type Frame = Row & { readonly type: string };

/** One stream: how it is opened, the records of a frame, and the columns of a line. */
interface StreamKind {
  readonly description: string;
  readonly takesInstruments?: true;
  readonly needsInstruments?: true;
  readonly open: (client: Crossbook, scope: Scope, options: StreamOptions) => AsyncIterable<object>;
  readonly toRecords: (frame: Frame) => readonly Row[];
  readonly columns: readonly string[];
}

interface Scope {
  readonly instrumentIds?: readonly number[];
  readonly subaccountIds?: readonly string[];
}

/** A frame has one record under its type's name, or a snapshot of several under `list`. */
const inFrame =
  (name: string, list: string) =>
  (frame: Frame): readonly Row[] =>
    frame.type === 'snapshot' ? (frame[list] as readonly Row[]) : [frame[name] as Row];
const itself = (frame: Frame): readonly Row[] => [frame];

const KINDS: Readonly<Record<string, StreamKind>> = {
  prints: {
    description: 'trades as they happen, of all instruments or of some',
    takesInstruments: true,
    open: (client, scope, options) => client.streams.tradeprints({ ...scope, ...options }),
    toRecords: itself,
    columns: ['timestamp', 'side', 'price', 'qty', 'venue', 'instrument_id', 'title'],
  },
  books: {
    description: 'the best prices of books as they change',
    takesInstruments: true,
    needsInstruments: true,
    open: (client, scope, options) => client.streams.orderbooks({ ...scope, ...options }),
    toRecords: itself,
    columns: [
      'timestamp',
      'bids.0.qty',
      'bids.0.price',
      'asks.0.price',
      'asks.0.qty',
      'instrument_id',
      'title',
    ],
  },
  fills: {
    description: 'the latest fills, then each new one',
    open: (client, scope, options) => client.streams.fills({ ...scope, ...options }),
    toRecords: (frame) => inFrame('fill', 'fills')(frame).toReversed(),
    columns: ['timestamp', 'id', 'side', 'outcome', 'price', 'qty', 'fee', 'venue', 'order_id', 'title'],
  },
  orders: {
    description: 'the live orders, then each one as it changes',
    open: (client, scope, options) => client.streams.orders({ ...scope, ...options }),
    toRecords: (frame) => inFrame('order', 'orders')(frame).toReversed(),
    columns: [
      'updated_at',
      'id',
      'status',
      'side',
      'outcome',
      'filled_qty',
      'qty',
      'price',
      'venue',
      'title',
    ],
  },
  complex: {
    description: 'the complex orders that are not over, then each one as it changes',
    open: (client, scope, options) => client.streams.complexOrders({ ...scope, ...options }),
    toRecords: (frame) => inFrame('complex_order', 'complex_orders')(frame).toReversed(),
    columns: ['updated_at', 'id', 'type', 'status', 'side', 'outcome', 'filled_qty', 'qty', 'price', 'title'],
  },
  positions: {
    description: 'the positions, then each one as it or its mark changes',
    open: (client, scope, options) => client.streams.positions({ ...scope, ...options }),
    toRecords: (frame) =>
      (frame.type === 'snapshot' ? (frame['positions'] as readonly Row[]) : [frame]).map(toHeldPrices),
    columns: ['updated_at', 'outcome', 'qty', 'avg_price', 'mark_price', 'unrealized_pnl', 'venue', 'title'],
  },
  balances: {
    description: 'the cash at each venue, then each balance that changes',
    open: (client, scope, options) => client.streams.balances({ ...scope, ...options }),
    toRecords: (frame) => (frame.type === 'snapshot' ? (frame['balances'] as readonly Row[]) : [frame]),
    columns: ['as_of', 'venue', 'currency', 'total', 'available', 'reserved'],
  },
  operations: {
    description: 'merges, splits and redemptions that are not over, then each one as it changes',
    open: (client, scope, options) => client.streams.operations({ ...scope, ...options }),
    toRecords: (frame) => inFrame('operation', 'operations')(frame).toReversed(),
    columns: ['updated_at', 'id', 'kind', 'status', 'failure', 'instrument_id', 'venue', 'qty', 'amount'],
  },
  opportunities: {
    description: 'sets that cost less than they pay, as they open, change and close',
    open: (client, _, options) => client.streams.opportunities(options),
    toRecords: ({ opportunity, ...frame }) => [{ ...(opportunity as Row | undefined), ...frame }],
    columns: ['type', 'id', 'kind', 'qty', 'edge_per_set', 'edge_total', 'settlement.risk'],
  },
};

/** Adds `stream` with one command for each stream. */
export function addStreamCommands(program: Command, run: Run): void {
  const stream = program.command('stream').description('follow a stream, one line per record, until Ctrl-C');
  for (const [name, kind] of Object.entries(KINDS)) {
    const command = withCalling(stream.command(name))
      .option('--limit <n>', 'end after this many lines')
      .description(kind.description)
      .addHelpText('after', HELP[name as keyof typeof HELP]);
    if (kind.takesInstruments === true) {
      command.argument('[instrument...]', 'ids, tickers or VENUE:TICKER; default: all');
      command.action((names: readonly string[], options: FollowOptions) =>
        run((session) => follow(session, kind, options, names)),
      );
    } else {
      command.option('--subaccount <id>', 'only this subaccount; default: all of the key');
      command.action((options: FollowOptions) => run((session) => follow(session, kind, options, [])));
    }
  }
}

/** Prints a stream until a stop signal, until its reader closes the pipe, or up to `--limit` lines. */
async function follow(
  session: CliContext,
  kind: StreamKind,
  options: FollowOptions,
  names: readonly string[],
): Promise<void> {
  const { terminal } = session;
  const connection = connect(session, options);
  const printer = new StreamPrinter(terminal, kind, options, connection.client);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    await asking(async () => {
      const scope = await readScope(connection, kind, options, names);
      const frames = kind.open(connection.client, scope, {
        signal: stopped.signal,
        onGap: ({ message }) => terminal.notify(`crossbook: ${message}`),
        onReconnect: ({ reason }) => terminal.notify(`crossbook: connecting again: ${reason}`),
      });
      for await (const frame of frames) if (await printer.print(frame as Frame)) return;
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}

async function readScope(
  { client }: Connection,
  { takesInstruments, needsInstruments }: StreamKind,
  { subaccount }: FollowOptions,
  names: readonly string[],
): Promise<Scope> {
  if (takesInstruments !== true) return subaccount === undefined ? {} : { subaccountIds: [subaccount] };
  if (needsInstruments === true && names.length === 0) throw invalid('name at least one instrument.');
  const ids: number[] = [];
  for (const name of names) {
    const found = await findInstrument(client, name);
    ids.push(/^\d+$/.test(found) ? Number(found) : (await client.markets.get(found)).instrument_id);
  }
  return ids.length === 0 ? {} : { instrumentIds: ids };
}

/** Writes frames as JSON, exactly as received, or their records as aligned text. */
class StreamPrinter {
  readonly #terminal: Terminal;
  readonly #kind: StreamKind;
  readonly #titles: TitleCache;
  readonly #isText: boolean;
  readonly #widths: number[] = [];
  readonly #isColoured: boolean;
  #left: number;

  constructor(terminal: Terminal, kind: StreamKind, options: FollowOptions, client: Crossbook) {
    const { output = terminal.isSeen ? 'table' : 'json', fields } = options;
    if (!['table', 'json', 'ndjson'].includes(output))
      throw invalid(`-o ${output}: a stream is printed as table, json or ndjson.`);
    if (fields !== undefined) throw invalid('--fields does not apply to a stream.');
    this.#terminal = terminal;
    this.#kind = kind;
    this.#titles = new TitleCache(client);
    this.#isText = output === 'table';
    this.#isColoured = terminal.isSeen && (terminal.env['NO_COLOR'] ?? '') === '';
    this.#left = wholeNumber('--limit', options.limit) ?? Number.POSITIVE_INFINITY;
  }

  /** @returns true once the limit is reached */
  async print(frame: Frame): Promise<boolean> {
    const lines = this.#isText ? await this.#toLines(frame) : [renderJson(frame)];
    for (const line of lines) {
      if (this.#left <= 0) return true;
      this.#terminal.print(line);
      this.#left -= 1;
    }
    return this.#left <= 0;
  }

  async #toLines(frame: Frame): Promise<readonly string[]> {
    const { toRecords, columns } = this.#kind;
    const records = toRecords(frame);
    const rows = columns.includes('title') ? await this.#titles.addTitles(records) : records;
    return rows.map((row) => {
      const cells = columns.map((name, index) => this.#toCell(row, name, index));
      return cells.join('  ').trimEnd();
    });
  }

  #toCell(row: Row, name: string, index: number): string {
    const text = shown(name, row);
    const width = Math.max(this.#widths[index] ?? 0, text.length);
    this.#widths[index] = width;
    const cell = text.padEnd(width);
    if (!this.#isColoured || name !== 'side') return cell;
    return styleText(text === 'BUY' ? 'green' : 'red', cell, { validateStream: false });
  }
}
