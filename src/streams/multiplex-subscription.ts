import {
  type Caller,
  notFound,
  type Rejection,
  type Result,
  rejection,
  type SubaccountGrant,
} from '#contract';
import type { Log } from '#ports';
import type { ClientFrame, FrameId } from './client-frame.ts';
import { addField, createFrame, type Frame } from './send-queue.ts';
import {
  INTERNAL_ERROR,
  type StreamConnection,
  type StreamError,
  type StreamOutput,
  type StreamSession,
  type SubscriptionStarter,
} from './stream-connection.ts';

/** The frames of a connection that wait for earlier ones of their subscription. */
export interface WaitingFrames {
  count: number;
  readonly max: number;
}

export interface SubscriptionParts {
  readonly name: string; // chosen by the client
  readonly openedBy: FrameId;
  readonly waiting: WaitingFrames;
  readonly log: Log;
  /** Called once. */
  onEnd(): void;
}

/**
 * One subscription of a multiplexed connection. To its session it is a connection: every frame of the session is sent
 * with `sub`. Its frames are handled one after another, and do not wait for those of other subscriptions.
 */
export class Subscription implements StreamOutput {
  readonly openedBy: FrameId;
  readonly #connection: StreamConnection;
  readonly #parts: SubscriptionParts;
  readonly #field: string;
  #session: StreamSession | null = null;
  #inOrder: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(connection: StreamConnection, parts: SubscriptionParts) {
    this.openedBy = parts.openedBy;
    this.#connection = connection;
    this.#parts = parts;
    this.#field = `"sub":${JSON.stringify(parts.name)}`;
  }

  get caller(): Caller {
    return this.#connection.caller;
  }

  get isOpen(): boolean {
    return !this.#isEnded && this.#connection.isOpen;
  }

  /** @param admit  checks the subscription, as a handshake does */
  begin(admit: () => Promise<Result<SubscriptionStarter, Rejection>>): void {
    this.#run(async () => {
      const admitted = await admit();
      if (!this.isOpen) return;
      if (!admitted.ok) {
        this.refuse(this.openedBy, admitted.error);
        return this.stop();
      }
      this.#session = admitted.value(this);
    });
  }

  /** Changes the subscription by a frame of the client. */
  handle(frame: ClientFrame): void {
    const { waiting } = this.#parts;
    if (waiting.count >= waiting.max) return this.refuse(frame.id, tooManyWaiting(waiting.max));
    waiting.count += 1;
    this.#run(async () => {
      waiting.count -= 1;
      if (this.#session === null) return this.#reply('error', frame.id, notFound('subscription'));
      await (frame.action === 'subscribe'
        ? this.#session.subscribe(frame)
        : this.#session.unsubscribe(frame));
    });
  }

  isGranted(grant: SubaccountGrant): boolean {
    return this.#session?.isGranted(grant) ?? true;
  }

  /** @param why  null: the client ends it with the frame `id` */
  end(id: FrameId, why: StreamError | null): void {
    if (this.#isEnded) return;
    this.stop();
    this.#reply('ended', id, why);
  }

  /** Ends it without a frame. */
  stop(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#session?.end();
    this.#session = null;
    this.#parts.onEnd();
  }

  send(frame: Frame): void {
    if (!this.#isEnded) this.#connection.send(addField(frame, this.#field));
  }

  sendNow(frames: readonly Frame[]): void {
    if (!this.#isEnded) this.#connection.sendNow(frames.map((frame) => addField(frame, this.#field)));
  }

  flush(): void {
    this.#connection.flush();
  }

  refuse(id: FrameId, why: StreamError): void {
    if (!this.#isEnded) this.#reply('error', id, why);
  }

  drained(): Promise<void> {
    return this.#connection.drained();
  }

  fail(error: unknown): void {
    const { name, log } = this.#parts;
    log.error('a subscription failed', { connection: this.#connection.id, sub: name, error });
    this.end(null, INTERNAL_ERROR);
  }

  #run(task: () => Promise<void>): void {
    this.#inOrder = this.#inOrder
      .then(task)
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.flush());
  }

  #reply(type: 'error' | 'ended', id: FrameId, why: StreamError | null): void {
    const { code = null, message = null, details = null } = why ?? {};
    this.#connection.send(addField(createFrame(type, { id, error: code, message, details }), this.#field));
    this.flush();
  }
}

const tooManyWaiting = (max: number): Rejection =>
  rejection('rate_limited', `at most ${max} frames of a connection may wait`, { bucket: 'frames' });
