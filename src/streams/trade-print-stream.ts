import {
  type Caller,
  err,
  type InstrumentId,
  invalidField,
  ok,
  parseInstrumentId,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import { renderPrint } from '#http';
import type { MarketData, Print } from '#market-data';
import type { ClientFrame, FrameId } from './client-frame.ts';
import { createFrame, type Flushable, type Flusher, type Frame } from './send-queue.ts';
import type { DataStream, StreamOutput, StreamSession, SubscriptionStarter } from './stream-connection.ts';
import {
  readListParameter,
  readParameterValues,
  resolveFrameNames,
  resolveInstruments,
  SubscriptionFilter,
  unknownInstruments,
} from './subscription-filter.ts';

export interface TradeprintsDeps {
  readonly marketData: Pick<
    MarketData,
    'onPrint' | 'printsSince' | 'prints' | 'lookup' | 'instrumentByNativeId'
  >;
  readonly flusher: Flusher;
  readonly idsMax: number;
}

/** The prints of a few milliseconds, each with its frame. */
interface PrintBatch {
  readonly prints: readonly Print[];
  readonly frames: readonly Frame[];
}

/** Sends every print of every venue to all subscribers. Each is rendered once; none is skipped or merged. */
export class TradeprintsStream implements DataStream, Flushable {
  readonly name = 'tradeprints';
  readonly #deps: TradeprintsDeps;
  readonly #live = new Set<TradeprintsSession>();
  readonly #unlisten: () => void;
  #pending: Print[] = [];

  constructor(deps: TradeprintsDeps) {
    this.#deps = deps;
    this.#unlisten = deps.marketData.onPrint((print) => this.#publish(print));
  }

  async admit(_caller: Caller, query: readonly QueryPair[]): Promise<Result<SubscriptionStarter, Rejection>> {
    const afterId = readAfterId(query);
    if (!afterId.ok) return afterId;
    const named = readListParameter(query, 'instrument_id');
    if (named !== null && named.length > this.#deps.idsMax) return err(tooMany(this.#deps.idsMax));
    const resolved = named === null ? ok(null) : await resolveInstruments(this.#deps.marketData, named);
    if (!resolved.ok) return resolved;
    return ok((connection) => {
      const selection = new SubscriptionFilter(resolved.value, this.#deps.idsMax);
      return new TradeprintsSession(connection, selection, { ...this.#deps, stream: this }, afterId.value);
    });
  }

  /** The session receives the prints from now on. Earlier prints are flushed first to the other sessions. */
  join(session: TradeprintsSession): void {
    this.flush();
    this.#live.add(session);
  }

  leave(session: TradeprintsSession): void {
    this.#live.delete(session);
  }

  flush(): void {
    const prints = this.#pending;
    this.#pending = [];
    if (prints.length === 0) return;
    const batch = { prints, frames: prints.map(toPrintFrame) };
    for (const session of this.#live) session.deliver(batch);
  }

  stop(): void {
    this.#unlisten();
    this.flush();
  }

  #publish(print: Print): void {
    if (this.#live.size === 0) return;
    this.#pending.push(print);
    if (this.#pending.length === 1) this.#deps.flusher.schedule(this);
    if (this.#pending.length === PRINTS_PER_BATCH_MAX) this.#deps.flusher.flushNext();
  }
}

const PRINTS_PER_BATCH_MAX = 100; // about 15 KB per client: the cost of a write is then small compared to its bytes

const REPLAY_PAGE = 500; // small enough to let other tasks run in between, large enough for few writes

const RESUME_GAP = {
  code: 'resume_gap',
  message: 'the trades after after_id are no longer available here; read them from the REST history',
  details: null,
};

interface SessionDeps extends TradeprintsDeps {
  readonly stream: TradeprintsStream;
}

/** Replays missed prints first, and receives live prints once it has joined the stream. */
class TradeprintsSession implements StreamSession {
  readonly #connection: StreamOutput;
  readonly #selection: SubscriptionFilter<InstrumentId>;
  readonly #deps: SessionDeps;

  constructor(
    connection: StreamOutput,
    selection: SubscriptionFilter<InstrumentId>,
    deps: SessionDeps,
    afterId: number | null,
  ) {
    this.#connection = connection;
    this.#selection = selection;
    this.#deps = deps;
    this.#confirm('subscribed', connection.openedBy);
    if (afterId === null) deps.stream.join(this);
    else this.#replay(afterId).catch((error: unknown) => connection.fail(error));
  }

  deliver({ prints, frames }: PrintBatch): void {
    const selected = this.#selection.isEverything
      ? frames
      : frames.filter((_, index) => this.#isSelected(prints[index]));
    this.#connection.sendNow(selected);
  }

  isGranted(): boolean {
    return true; // prints do not depend on the caller
  }

  end(): void {
    this.#deps.stream.leave(this);
  }

  async subscribe({ id, fields }: ClientFrame): Promise<void> {
    if (fields['instrument_ids'] === '*') {
      this.#selection.addAll();
      return this.#confirm('subscribed', id);
    }
    const requested = await this.#readIds(fields);
    if (!requested.ok) return this.#connection.refuse(id, requested.error);
    if (requested.value.length > this.#deps.idsMax)
      return this.#connection.refuse(id, tooMany(this.#deps.idsMax));
    const unknown = await unknownInstruments(this.#deps.marketData, requested.value);
    if (unknown.length > 0) {
      return this.#connection.refuse(
        id,
        rejection('validation', 'unknown instrument', { instrument_ids: unknown }),
      );
    }
    if (this.#selection.add(requested.value) === null) {
      return this.#connection.refuse(id, tooMany(this.#deps.idsMax));
    }
    this.#confirm('subscribed', id);
  }

  async unsubscribe({ id, fields }: ClientFrame): Promise<void> {
    if (fields['instrument_ids'] === '*') {
      this.#selection.removeAll();
      return this.#confirm('unsubscribed', id);
    }
    const requested = await this.#readIds(fields);
    if (!requested.ok) return this.#connection.refuse(id, requested.error);
    if (!this.#selection.remove(requested.value)) return this.#connection.refuse(id, NOTHING_NAMED);
    this.#confirm('unsubscribed', id);
  }

  async #readIds(fields: ClientFrame['fields']): Promise<Result<readonly InstrumentId[], Rejection>> {
    const resolved = await resolveFrameNames(this.#deps.marketData, fields);
    return resolved.ok ? readIds(resolved.value) : resolved;
  }

  #confirm(type: 'subscribed' | 'unsubscribed', id: FrameId): void {
    this.#connection.send(createFrame(type, { id, instrument_ids: this.#selection.render() }));
  }

  /**
   * Sends the missed prints as fast as the client reads them. It joins the live stream in the same
   * synchronous step that finds no further print, so that no print is lost or repeated.
   */
  async #replay(afterId: number): Promise<void> {
    const { marketData, stream } = this.#deps;
    let missed = await loadMissedPrints(marketData, afterId);
    let lastId = afterId;
    while (this.#connection.isOpen) {
      if (missed === null) this.#connection.refuse(null, RESUME_GAP);
      if (missed === null || missed.length === 0) return stream.join(this);
      const page = missed.slice(0, REPLAY_PAGE);
      lastId = page.at(-1)?.id ?? lastId;
      this.#connection.sendNow(page.filter((print) => this.#isSelected(print)).map(toPrintFrame));
      await this.#connection.drained();
      missed = page.length < missed.length ? missed.slice(REPLAY_PAGE) : marketData.printsSince(lastId);
    }
  }

  #isSelected(print: Print | undefined): boolean {
    return print !== undefined && this.#selection.covers(print.instrumentId);
  }
}

const NOTHING_NAMED = rejection(
  'validation',
  'all instruments are subscribed; subscribe to named instruments first',
);

const toPrintFrame = (print: Print): Frame => createFrame('tradeprint', renderPrint(print));

const tooMany = (max: number): Rejection =>
  invalidField('instrument_ids', `at most ${max} in one subscription`);

function readAfterId(query: readonly QueryPair[]): Result<number | null, Rejection> {
  const [text, ...more] = readParameterValues(query, 'after_id');
  if (text === undefined) return ok(null);
  if (more.length > 0) return err(invalidField('after_id', 'is given more than once'));
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) return err(invalidField('after_id', 'must be the id of a print'));
  return ok(id);
}

function readIds(fields: ClientFrame['fields']): Result<readonly InstrumentId[], Rejection> {
  const named = fields['instrument_ids'];
  const ids = Array.isArray(named)
    ? named.map((id) => (typeof id === 'number' ? parseInstrumentId(id) : null))
    : [null];
  const valid = ids.filter((id) => id !== null);
  if (valid.length === ids.length) return ok(valid);
  return err(invalidField('instrument_ids', 'must be an array of instrument ids or names, or "*"'));
}

/** The maximum number of prints replayed to a reconnecting client; beyond it the client must fetch the history. */
const REPLAY_MAX = 10_000;
const STORE_PAGE = 1_000;

type Prints = Pick<MarketData, 'printsSince' | 'prints'>;

/**
 * Loads the prints after `afterId`, oldest first: from memory if it reaches back far enough, else from the
 * store up to the start of memory. Null when some of them were deleted, or when there are too many.
 */
export async function loadMissedPrints(
  marketData: Prints,
  afterId: number,
): Promise<readonly Print[] | null> {
  const recent = marketData.printsSince(afterId);
  if (recent !== null) return recent.length > REPLAY_MAX ? null : recent;
  return (await isStillStored(marketData, afterId)) ? loadFromStore(marketData, afterId) : null;
}

/**
 * False when the store may have deleted prints after `afterId`: its oldest print is later than the next id.
 * Ids also skip at a restart; the client then reads the history once and finds no missing print.
 */
async function isStillStored(marketData: Prints, afterId: number): Promise<boolean> {
  const [oldest] = await marketData.prints({ instrumentId: null, limit: 1, afterId: 0 });
  return oldest === undefined || oldest.id <= afterId + 1;
}

async function loadFromStore(marketData: Prints, afterId: number): Promise<readonly Print[] | null> {
  const stored: Print[] = [];
  let last = afterId;
  while (stored.length <= REPLAY_MAX) {
    const page = await marketData.prints({ instrumentId: null, limit: STORE_PAGE, afterId: last });
    stored.push(...page);
    last = page.at(-1)?.id ?? last;
    const recent = marketData.printsSince(last);
    if (recent !== null) return stored.length + recent.length > REPLAY_MAX ? null : stored;
    if (page.length === 0) return stored;
  }
  return null;
}
