import type { RawData } from 'ws';
import {
  checkPermission,
  err,
  type FieldIssue,
  invalidField,
  invalidFields,
  type KeyId,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
  type SubaccountGrant,
} from '#contract';
import type { ConnectionLimiter, RateLimiter } from '#http';
import type { AccessService } from '#orders';
import type { Log } from '#ports';
import { type ClientFrame, type FrameId, parseClientFrame } from './client-frame.ts';
import { Subscription, type WaitingFrames } from './multiplex-subscription.ts';
import type {
  DataStream,
  RequestSession,
  SessionStarter,
  Stream,
  StreamConnection,
  SubscriptionStarter,
} from './stream-connection.ts';
import { readTopicQuery } from './topic-query.ts';

export interface MultiplexDeps {
  readonly topics: readonly DataStream[];
  readonly trading: { readonly access: Pick<AccessService, 'key'> };
  readonly rates: Pick<RateLimiter, 'take'>;
  /** The subscriptions of a key over all its multiplexed connections. */
  readonly limiter: ConnectionLimiter<KeyId>;
  readonly waitingMax: number; // frames of one connection
  readonly log: Log;
}

/** One connection for any number of subscriptions, each to one of the other streams of data. See SPEC.md. */
export class MultiplexStream implements Stream {
  readonly name = 'multiplex';
  readonly #deps: MultiplexDeps;

  constructor(deps: MultiplexDeps) {
    this.#deps = deps;
  }

  async admit(): Promise<Result<SessionStarter, Rejection>> {
    return ok((connection) => new MultiplexSession(connection, this.#deps));
  }

  stop(): void {
    // The topics are stopped by the server, and the subscriptions end with their connections.
  }
}

/** A new subscription that has passed all checks that need no data. */
interface Opening {
  readonly start: () => Promise<Result<SubscriptionStarter, Rejection>>;
  readonly free: () => void;
}

class MultiplexSession implements RequestSession {
  readonly #connection: StreamConnection;
  readonly #deps: MultiplexDeps;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #waiting: WaitingFrames;

  constructor(connection: StreamConnection, deps: MultiplexDeps) {
    this.#connection = connection;
    this.#deps = deps;
    this.#waiting = { count: 0, max: deps.waitingMax };
  }

  receive(data: RawData, isBinary: boolean): void {
    const parsed = parseClientFrame(data, isBinary);
    if (parsed.ok) return this.#dispatch(parsed.value);
    if (this.#connection.spendFrame()) this.#connection.refuseMalformed(parsed.error);
  }

  isGranted(grant: SubaccountGrant): boolean {
    for (const subscription of this.#subscriptions.values())
      if (!subscription.isGranted(grant)) subscription.end(null, WITHDRAWN);
    return true;
  }

  end(): void {
    for (const subscription of this.#subscriptions.values()) subscription.stop();
  }

  /**
   * The read token of a new subscription pays also for the frame that ends it. Every other frame, and each that is
   * refused, is taken from the frames that the client may send in a second.
   */
  #dispatch(frame: ClientFrame): void {
    if (frame.action === 'ping') {
      if (!this.#connection.spendFrame()) return;
      this.#connection.sendPong(frame.id);
      return this.#connection.flush();
    }
    const name = readName(frame.fields);
    if (name === null) return this.#refuse(frame.id, null, INVALID_NAME);
    if (frame.action === 'subscribe' && frame.fields['topic'] !== undefined) return this.#open(name, frame);
    const subscription = this.#subscriptions.get(name);
    if (subscription === undefined) return this.#refuse(frame.id, name, notFound('subscription'));
    const isEnd = frame.action === 'unsubscribe' && Object.keys(frame.fields).every(isFrameField);
    if (isEnd) subscription.end(frame.id, null);
    else if (this.#connection.spendFrame()) subscription.handle(frame);
  }

  #open(name: string, frame: ClientFrame): void {
    const opening = this.#admit(name, frame.fields);
    if (!opening.ok) return this.#refuse(frame.id, name, opening.error);
    const { start, free } = opening.value;
    const subscription = new Subscription(this.#connection, {
      name,
      openedBy: frame.id,
      waiting: this.#waiting,
      log: this.#deps.log,
      onEnd: () => {
        free();
        this.#subscriptions.delete(name);
      },
    });
    this.#subscriptions.set(name, subscription);
    subscription.begin(start);
  }

  /** The checks of a handshake: subscription, permission, number and rate. */
  #admit(name: string, fields: ClientFrame['fields']): Result<Opening, Rejection> {
    const { limiter, rates, topics } = this.#deps;
    if (this.#subscriptions.has(name)) return err(NAME_IN_USE);
    const unknown = Object.keys(fields).filter((field) => !OPENING_FIELDS.has(field));
    if (unknown.length > 0) return err(invalidFields(unknown.map(toUnknownField)));
    const topic = topics.find((each) => each.name === fields['topic']);
    if (topic === undefined) return err(invalidField('topic', `must be one of ${toNames(topics)}`));
    const query = readTopicQuery(topic.name, fields['query']);
    if (!query.ok) return query;
    if (!this.#connection.checkKey()) return err(KEY_ENDED);
    const { caller } = this.#connection;
    const lacking = checkPermission(caller, topic.permission ?? 'read');
    if (lacking !== null) return err(lacking);
    const rate = rates.take(caller.keyId, 'read', 1);
    if (!rate.allowed) return err(tooFast(rate.retryAfterMs));
    const free = limiter.take(caller.keyId);
    if (free === null) return err(tooMany(limiter.max));
    return ok({ free, start: () => topic.admit(caller, query.value) });
  }

  #refuse(id: FrameId, name: string | null, { code, message, details }: Rejection): void {
    if (!this.#connection.spendFrame()) return;
    const named = name === null ? {} : { sub: name };
    this.#connection.reply('error', { ...named, id, error: code, message, details });
  }
}

const NAME_CHARS_MAX = 64;
const FRAME_FIELDS: ReadonlySet<string> = new Set(['action', 'id', 'sub']);
const OPENING_FIELDS: ReadonlySet<string> = new Set([...FRAME_FIELDS, 'topic', 'query']);
const isFrameField = (field: string): boolean => FRAME_FIELDS.has(field);

const INVALID_NAME = invalidField('sub', `must be a string of 1 to ${NAME_CHARS_MAX} characters`);
const NAME_IN_USE = invalidField('sub', 'names a subscription that is open');
const KEY_ENDED = rejection('unauthorized', 'the key is unknown, revoked or expired');
const WITHDRAWN = rejection('forbidden', 'a subaccount of the subscription was withdrawn from the key');

function readName({ sub }: ClientFrame['fields']): string | null {
  return typeof sub === 'string' && sub.length >= 1 && sub.length <= NAME_CHARS_MAX ? sub : null;
}

const toUnknownField = (field: string): FieldIssue => ({
  field,
  issue: 'is not a field of a new subscription; its filters are in query',
});

const toNames = (topics: readonly DataStream[]): string => topics.map(({ name }) => name).join(', ');

const tooFast = (retryAfterMs: number): Rejection =>
  rejection('rate_limited', 'too many requests', { bucket: 'read', retry_after_ms: retryAfterMs });

const tooMany = (max: number): Rejection =>
  rejection('rate_limited', `${max} of ${max} subscriptions of this key are open`, {
    bucket: 'subscriptions',
    max,
  });
