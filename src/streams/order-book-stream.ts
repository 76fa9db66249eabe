import {
  type Caller,
  err,
  type GenericAssetId,
  type InstrumentId,
  invalidField,
  notFound,
  ok,
  parseGenericAssetId,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import { type BookSubject, BookTopics, type BookTopicsDeps } from './book-topics.ts';
import type { ClientFrame, FrameId } from './client-frame.ts';
import { createFrame } from './send-queue.ts';
import type { DataStream, StreamOutput, StreamSession, SubscriptionStarter } from './stream-connection.ts';
import {
  readListParameter,
  resolveFrameNames,
  resolveInstruments,
  SubscriptionFilter,
  unknownInstruments,
} from './subscription-filter.ts';

export interface OrderbooksDeps extends BookTopicsDeps {
  readonly marketData: BookTopicsDeps['marketData'] & Parameters<typeof resolveInstruments>[0];
  readonly idsMax: number;
}

interface BookSelection {
  readonly instruments: readonly InstrumentId[];
  readonly assets: readonly GenericAssetId[];
}

/** Sends the full books of the subscribed instruments and generic assets, at a limited rate. */
export class OrderbooksStream implements DataStream {
  readonly name = 'orderbooks';
  readonly #deps: OrderbooksDeps;
  readonly #topics: BookTopics;

  constructor(deps: OrderbooksDeps) {
    this.#deps = deps;
    this.#topics = new BookTopics(deps);
  }

  async admit(_caller: Caller, query: readonly QueryPair[]): Promise<Result<SubscriptionStarter, Rejection>> {
    const named = readListParameter(query, 'instrument_id') ?? [];
    const assets = (readListParameter(query, 'generic_asset_id') ?? []).map((text) =>
      parseGenericAssetId(text),
    );
    const { idsMax, marketData } = this.#deps;
    if (named.length + assets.length > idsMax) return err(tooMany(idsMax));
    const instruments = await resolveInstruments(marketData, named);
    if (!instruments.ok) return instruments;
    const ids = assets.filter((id) => id !== null);
    if (ids.length < assets.length || (await unknownAssets(marketData, ids)).length > 0)
      return err(notFound('generic_asset'));
    const selection = { instruments: instruments.value, assets: ids };
    return ok((connection) => new OrderbooksSession(connection, selection, this.#deps, this.#topics));
  }

  stop(): void {
    this.#topics.stop();
  }
}

class OrderbooksSession implements StreamSession {
  readonly #connection: StreamOutput;
  readonly #deps: OrderbooksDeps;
  readonly #topics: BookTopics;
  readonly #instruments: SubscriptionFilter<InstrumentId>;
  readonly #assets: SubscriptionFilter<GenericAssetId>;

  constructor(connection: StreamOutput, selection: BookSelection, deps: OrderbooksDeps, topics: BookTopics) {
    this.#connection = connection;
    this.#deps = deps;
    this.#topics = topics;
    this.#instruments = new SubscriptionFilter(selection.instruments, deps.idsMax);
    this.#assets = new SubscriptionFilter(selection.assets, deps.idsMax);
    this.#confirm('subscribed', connection.openedBy);
    topics.join(connection, toSubjects(selection));
  }

  isGranted(): boolean {
    return true; // books are the same for every caller
  }

  end(): void {
    this.#topics.leave(this.#connection, this.#subjects());
  }

  async subscribe({ id, fields }: ClientFrame): Promise<void> {
    const requested = await this.#readSelection(fields);
    if (!requested.ok) return this.#connection.refuse(id, requested.error);
    const unknown = await this.#unknown(requested.value);
    if (!this.#connection.isOpen) return; // it has left its topics already
    if (unknown !== null) return this.#connection.refuse(id, unknown);
    const added = this.#add(requested.value);
    if (added === null) return this.#connection.refuse(id, tooMany(this.#deps.idsMax));
    this.#confirm('subscribed', id);
    this.#topics.join(this.#connection, toSubjects(added));
  }

  async unsubscribe({ id, fields }: ClientFrame): Promise<void> {
    const requested = await this.#readSelection(fields);
    if (!requested.ok) return this.#connection.refuse(id, requested.error);
    this.#instruments.remove(requested.value.instruments);
    this.#assets.remove(requested.value.assets);
    this.#topics.leave(this.#connection, toSubjects(requested.value));
    this.#confirm('unsubscribed', id);
  }

  async #readSelection(fields: ClientFrame['fields']): Promise<Result<BookSelection, Rejection>> {
    const resolved = await resolveFrameNames(this.#deps.marketData, fields);
    return resolved.ok ? readSelection(resolved.value) : resolved;
  }

  /** The new ids; null, without a change, when both kinds together would exceed the limit. */
  #add({ instruments, assets }: BookSelection): BookSelection | null {
    const count = this.#instruments.countWith(instruments) + this.#assets.countWith(assets);
    if (count > this.#deps.idsMax) return null;
    return { instruments: this.#instruments.add(instruments) ?? [], assets: this.#assets.add(assets) ?? [] };
  }

  async #unknown({ instruments, assets }: BookSelection): Promise<Rejection | null> {
    const { marketData } = this.#deps;
    const details = {
      instrument_ids: await unknownInstruments(marketData, instruments),
      generic_asset_ids: await unknownAssets(marketData, assets),
    };
    const isEachKnown = details.instrument_ids.length + details.generic_asset_ids.length === 0;
    return isEachKnown ? null : rejection('validation', 'unknown instrument or generic asset', details);
  }

  #subjects(): readonly BookSubject[] {
    return toSubjects({ instruments: this.#instruments.named ?? [], assets: this.#assets.named ?? [] });
  }

  #confirm(type: 'subscribed' | 'unsubscribed', id: FrameId): void {
    const present = { instrument_ids: this.#instruments.render(), generic_asset_ids: this.#assets.render() };
    this.#connection.send(createFrame(type, { id, ...present }));
  }
}

const toSubjects = ({ instruments, assets }: BookSelection): readonly BookSubject[] => [
  ...instruments.map((id) => ({ kind: 'instrument', id }) as const),
  ...assets.map((id) => ({ kind: 'asset', id }) as const),
];

async function unknownAssets(
  { asset }: OrderbooksDeps['marketData'],
  ids: readonly GenericAssetId[],
): Promise<readonly GenericAssetId[]> {
  const found = await Promise.all(ids.map((id) => asset(id)));
  return ids.filter((_, index) => found[index] === null);
}

function readSelection(fields: ClientFrame['fields']): Result<BookSelection, Rejection> {
  const instruments = readIds(fields['instrument_ids']) as readonly InstrumentId[] | null;
  if (instruments === null) return err(notIds('instrument_ids'));
  const assets = readIds(fields['generic_asset_ids']) as readonly GenericAssetId[] | null;
  if (assets === null) return err(notIds('generic_asset_ids'));
  if (instruments.length + assets.length === 0)
    return err(invalidField('instrument_ids', 'or generic_asset_ids must contain at least one id'));
  return ok({ instruments, assets });
}

/** An absent value is the empty list; null for anything but a list of positive integers. */
function readIds(value: unknown): readonly number[] | null {
  if (value === undefined) return [];
  const isIds = Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
  return isIds ? (value as readonly number[]) : null;
}

const notIds = (field: string): Rejection => invalidField(field, 'must be an array of ids');
const tooMany = (max: number): Rejection =>
  invalidField('instrument_ids', `and generic_asset_ids: at most ${max} in one subscription`);
