import type { Caller } from '../../domain/access/access.ts';
import type { QueryPair } from '../../domain/access/request-signing.ts';
import { type GenericAssetId, type InstrumentId, parseGenericAssetId } from '../../domain/model/ids.ts';
import {
  err,
  invalidField,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../../domain/model/result.ts';
import { type BookSubject, BookTopics, type BookTopicsDeps } from './book-topics.ts';
import { type ClientFrame, createFrame, type FrameId } from './frame-codec.ts';
import type { SessionStarter, Stream, StreamConnection } from './stream-connection.ts';
import type { StreamSession } from './stream-types.ts';
import {
  readListParameter,
  resolveInstruments,
  SubscriptionFilter,
  unknownInstruments,
} from './subscription-filter.ts';

export interface OrderbooksDeps extends BookTopicsDeps {
  readonly marketData: BookTopicsDeps['marketData'] & Parameters<typeof resolveInstruments>[0];
  readonly idsMax: number;
}

interface Wanted {
  readonly instruments: readonly InstrumentId[];
  readonly assets: readonly GenericAssetId[];
}

/** Books of the instruments and generic assets that a connection names: whole each time, and paced. */
export class OrderbooksStream implements Stream {
  readonly name = 'orderbooks';
  readonly #deps: OrderbooksDeps;
  readonly #topics: BookTopics;

  constructor(deps: OrderbooksDeps) {
    this.#deps = deps;
    this.#topics = new BookTopics(deps);
  }

  async admit(_caller: Caller, query: readonly QueryPair[]): Promise<Result<SessionStarter, Rejection>> {
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
    const wanted = { instruments: instruments.value, assets: ids };
    return ok((connection) => new OrderbooksSession(connection, wanted, this.#deps, this.#topics));
  }

  stop(): void {
    this.#topics.stop();
  }
}

class OrderbooksSession implements StreamSession {
  readonly #connection: StreamConnection;
  readonly #deps: OrderbooksDeps;
  readonly #topics: BookTopics;
  readonly #instruments: SubscriptionFilter<InstrumentId>;
  readonly #assets: SubscriptionFilter<GenericAssetId>;

  constructor(connection: StreamConnection, wanted: Wanted, deps: OrderbooksDeps, topics: BookTopics) {
    this.#connection = connection;
    this.#deps = deps;
    this.#topics = topics;
    this.#instruments = new SubscriptionFilter(wanted.instruments, deps.idsMax);
    this.#assets = new SubscriptionFilter(wanted.assets, deps.idsMax);
    this.#confirm('subscribed', null);
    topics.join(connection, subjectsOf(wanted));
  }

  isGranted(): boolean {
    return true; // books are the same for every caller
  }

  end(): void {
    this.#topics.leave(this.#connection, this.#subjects());
  }

  async subscribe({ id, fields }: ClientFrame): Promise<void> {
    const asked = readWanted(fields);
    if (!asked.ok) return this.#connection.refuse(id, asked.error);
    const unknown = await this.#unknown(asked.value);
    if (unknown !== null) return this.#connection.refuse(id, unknown);
    const { idsMax } = this.#deps;
    const instruments = this.#instruments.add(asked.value.instruments);
    const assets = this.#assets.add(asked.value.assets);
    if (instruments === null || assets === null) return this.#connection.refuse(id, tooMany(idsMax));
    this.#confirm('subscribed', id);
    this.#topics.join(this.#connection, subjectsOf({ instruments, assets }));
  }

  unsubscribe({ id, fields }: ClientFrame): void {
    const asked = readWanted(fields);
    if (!asked.ok) return this.#connection.refuse(id, asked.error);
    this.#instruments.remove(asked.value.instruments);
    this.#assets.remove(asked.value.assets);
    this.#topics.leave(this.#connection, subjectsOf(asked.value));
    this.#confirm('unsubscribed', id);
  }

  async #unknown({ instruments, assets }: Wanted): Promise<Rejection | null> {
    const { marketData } = this.#deps;
    const details = {
      instrument_ids: await unknownInstruments(marketData, instruments),
      generic_asset_ids: await unknownAssets(marketData, assets),
    };
    const isEachKnown = details.instrument_ids.length + details.generic_asset_ids.length === 0;
    return isEachKnown ? null : rejection('validation', 'unknown instrument or generic asset', details);
  }

  #subjects(): readonly BookSubject[] {
    return subjectsOf({ instruments: this.#instruments.named ?? [], assets: this.#assets.named ?? [] });
  }

  #confirm(type: 'subscribed' | 'unsubscribed', id: FrameId): void {
    const present = { instrument_ids: this.#instruments.render(), generic_asset_ids: this.#assets.render() };
    this.#connection.send(createFrame(type, { id, ...present }));
  }
}

const subjectsOf = ({ instruments, assets }: Wanted): readonly BookSubject[] => [
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

function readWanted(fields: ClientFrame['fields']): Result<Wanted, Rejection> {
  const instruments = idsOf(fields['instrument_ids']) as readonly InstrumentId[] | null;
  if (instruments === null) return err(notIds('instrument_ids'));
  const assets = idsOf(fields['generic_asset_ids']) as readonly GenericAssetId[] | null;
  if (assets === null) return err(notIds('generic_asset_ids'));
  if (instruments.length + assets.length === 0)
    return err(invalidField('instrument_ids', 'or generic_asset_ids must name something'));
  return ok({ instruments, assets });
}

/** Null when it is anything but a list of positive integers; absent is the empty list. */
function idsOf(value: unknown): readonly number[] | null {
  if (value === undefined) return [];
  const isIds = Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
  return isIds ? (value as readonly number[]) : null;
}

const notIds = (field: string): Rejection => invalidField(field, 'must be an array of ids');
const tooMany = (max: number): Rejection =>
  invalidField('instrument_ids', `and generic_asset_ids: at most ${max} in one subscription`);
