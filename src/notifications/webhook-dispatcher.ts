import { errorMessage, type TimestampMs } from '#contract';
import {
  applyAttempt,
  type DeliveryId,
  parseChannel,
  signMessage,
  toDeliveryId,
  toPlainMessage,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookId,
} from '#domain';
import {
  type Clock,
  JournalFailedError,
  type Log,
  type MessageChannels,
  type Metrics,
  type Timer,
  type WebhookAnswer,
  type WebhookSender,
  wait,
} from '#ports';
import type { WebhookRegistry } from './webhook-registry.ts';

export interface WebhookDispatcherDeps {
  readonly registry: WebhookRegistry;
  readonly sender: WebhookSender;
  readonly channels: MessageChannels;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const IN_FLIGHT_MAX = 16;
/** So that one slow endpoint leaves room for the others. */
const IN_FLIGHT_PER_WEBHOOK_MAX = 4;
const RESPONSE_CHARACTERS_MAX = 1_024;
const RETRY_MS = 1_000;
/** The wall clock may jump, so a longer wait is divided. */
const TIMER_MS_MAX = 60_000;
const STOP_MS = 2_000;
const KEPT_MS = 30 * 86_400_000;
const EXPIRY_INTERVAL_MS = 3_600_000;
const EXPIRED_ROWS_MAX = 1_000;
const USER_AGENT = 'Crossbook-Webhooks';

/** Sends pending messages, and repeats each one by the schedule until its endpoint has accepted it. */
export class WebhookDispatcher {
  readonly #deps: WebhookDispatcherDeps;
  readonly #inFlight = new Map<string, Promise<void>>(); // by delivery id
  readonly #perWebhook = new Map<WebhookId, number>();
  #isRunning = false;
  #isRequested = false;
  #isStopped = false;
  #timer: Timer | null = null;
  #expiredAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: WebhookDispatcherDeps) {
    this.#deps = deps;
  }

  /** Sends nothing more; waits a moment for the attempts under way, so that their outcome is stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    if (this.#inFlight.size === 0) return;
    await Promise.race([Promise.all(this.#inFlight.values()), wait(this.#deps.clock, STOP_MS)]);
  }

  /** Sends what is due, as far as there is room. */
  run(): void {
    this.#isRequested = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#sendDue()
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => {
        this.#isRunning = false;
      });
  }

  async #sendDue(): Promise<void> {
    const { registry, clock } = this.#deps;
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false;
      let nextAt = Number.POSITIVE_INFINITY;
      for (const { id } of registry.active()) nextAt = Math.min(nextAt, await this.#sendOf(id));
      await this.#removeExpired();
      this.#schedule(nextAt - clock.now());
    }
  }

  /** @returns when the next attempt of this webhook is due; infinity while it waits for room or has none */
  async #sendOf(id: WebhookId): Promise<number> {
    const underWay = this.#perWebhook.get(id) ?? 0;
    const room = Math.min(IN_FLIGHT_PER_WEBHOOK_MAX - underWay, IN_FLIGHT_MAX - this.#inFlight.size);
    if (room <= 0) return Number.POSITIVE_INFINITY;
    // A row may be read before the outcome of its attempt is stored, so what is under way now is not sent in this pass.
    const before = new Set(this.#inFlight.keys());
    const pending = await this.#deps.registry.store.pending(id, IN_FLIGHT_PER_WEBHOOK_MAX + 1);
    let sent = 0;
    for (const delivery of pending) {
      const webhook = this.#deps.registry.get(id);
      if (webhook?.status !== 'ACTIVE' || this.#isStopped) break;
      if (before.has(toDeliveryId(delivery))) continue;
      if ((delivery.nextAt ?? 0) > this.#deps.clock.now()) return delivery.nextAt ?? 0;
      if (sent >= room) return Number.POSITIVE_INFINITY;
      this.#start(webhook, delivery);
      sent += 1;
    }
    return Number.POSITIVE_INFINITY;
  }

  #start(webhook: Webhook, delivery: WebhookDelivery): void {
    const id = toDeliveryId(delivery);
    const count = (by: number): void =>
      void this.#perWebhook.set(webhook.id, (this.#perWebhook.get(webhook.id) ?? 0) + by);
    count(1);
    const attempt = this.#attempt(webhook, delivery)
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => {
        count(-1);
        this.#inFlight.delete(id);
        this.run();
      });
    this.#inFlight.set(id, attempt);
  }

  async #attempt(webhook: Webhook, delivery: WebhookDelivery): Promise<void> {
    const { clock, registry, metrics, log } = this.#deps;
    const id = toDeliveryId(delivery);
    const at = clock.now();
    const startedMs = clock.monotonicMs();
    const answer = await this.#send(webhook, { id, body: delivery.body, at });
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    const current = registry.get(webhook.id);
    if (current === null) return; // deleted meanwhile, with its deliveries
    const after = applyAttempt(current, delivery, { at, durationMs, ...toOutcome(answer) });
    metrics.count('webhook_attempts_total', {
      outcome: after.delivery.status === 'DELIVERED' ? 'delivered' : 'failed',
    });
    metrics.observe('webhook_attempt_ms', durationMs);
    if (after.webhook.status === 'DISABLED' && current.status === 'ACTIVE')
      log.warn('a webhook is disabled', { webhook: current.id, why: after.webhook.disabledReason });
    await registry.saveWith(after.webhook === current ? [] : [after.webhook], [after.delivery]);
  }

  async #send(
    { accountId, url, ...webhook }: Webhook,
    message: { readonly id: DeliveryId; readonly body: string; readonly at: TimestampMs },
  ): Promise<WebhookAnswer> {
    const channel = parseChannel(url);
    if (channel === null) {
      const signature = signMessage(webhook, message);
      const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...signature };
      return this.#deps.sender.post(url, headers, message.body);
    }
    const configured = this.#deps.channels[channel];
    if (configured?.hasReceiver(accountId) !== true)
      return { kind: 'failed', why: `notifications.${channel} has no receiver of this account` };
    return configured.send(accountId, message.id, toPlainMessage(message.body));
  }

  /** Removes messages after 30 days, and those of removed webhooks. */
  async #removeExpired(): Promise<void> {
    const { registry, clock } = this.#deps;
    if (clock.monotonicMs() - this.#expiredAtMs < EXPIRY_INTERVAL_MS) return;
    const before = (clock.now() - KEPT_MS) as TimestampMs;
    const removedDeliveries = await registry.store.expired(before, EXPIRED_ROWS_MAX);
    if (removedDeliveries.length > 0) await registry.store.save({ removedDeliveries });
    if (removedDeliveries.length < EXPIRED_ROWS_MAX) this.#expiredAtMs = clock.monotonicMs();
    else this.#isRequested = true;
  }

  #schedule(ms: number): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#isStopped || ms === Number.POSITIVE_INFINITY) return;
    this.#timer = this.#deps.clock.after(Math.min(Math.max(0, ms), TIMER_MS_MAX), () => this.run());
  }

  #onFailure(error: unknown): void {
    if (this.#isStopped) return;
    if (error instanceof JournalFailedError) {
      this.#isStopped = true; // no outcome can be stored, so nothing more is sent
      return;
    }
    this.#deps.log.error('messages of webhooks could not be read or stored; this will be retried', {
      why: errorMessage(error),
    });
    this.#schedule(RETRY_MS);
  }
}

const toOutcome = (answer: WebhookAnswer): Pick<WebhookAttempt, 'httpStatus' | 'error' | 'response'> =>
  answer.kind === 'answer'
    ? {
        httpStatus: answer.status,
        error: null,
        response: answer.body?.slice(0, RESPONSE_CHARACTERS_MAX) ?? null,
      }
    : { httpStatus: null, error: answer.why, response: null };
