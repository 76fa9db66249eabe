import { assert } from '#contract';
import { isSubscribed, type Webhook, type WebhookDelivery } from '#domain';
import type { StateStore } from '#orders';
import type { Clock, Log, Timer } from '#ports';
import type { NotificationPage, NotificationReader } from './notification-reader.ts';
import { addMessages, type WebhookRegistry } from './webhook-registry.ts';

export interface WebhookOutboxDeps {
  readonly store: StateStore;
  readonly registry: WebhookRegistry;
  readonly reader: NotificationReader;
  readonly clock: Clock;
  readonly log: Log;
}

const ENTRIES_MAX = 100; // read at a time
const RETRY_MS = 1_000;
/** A position without messages is stored after this many entries, so that a start reads few of them again. */
const UNSAVED_ENTRIES_MAX = 1_000;

/**
 * Creates the messages of webhooks from the durable journal. Messages and the position up to which the journal has been
 * read change in one transaction, so no entry is skipped and none yields a message twice, whatever process ends when.
 * Nothing is read while no webhook is active. docs/decisions/messages.md
 */
export class WebhookOutbox {
  readonly #deps: WebhookOutboxDeps;
  readonly #savedSeq = new Map<string, number>(); // by webhook id
  #onMessages: () => void = () => {};
  #isRunning = false;
  #isRequested = false;
  #isStopped = false;
  #retry: Timer | null = null;

  constructor(deps: WebhookOutboxDeps) {
    this.#deps = deps;
    deps.store.onDurable(() => this.run());
  }

  /** Calls the listener after new messages are durable. */
  onMessages(listener: () => void): void {
    this.#onMessages = listener;
  }

  stop(): void {
    this.#isStopped = true;
    this.#retry?.cancel();
  }

  /** Creates the messages of all entries that no webhook has read yet. */
  run(): void {
    if (this.#isStopped || this.#deps.registry.active().length === 0) return;
    this.#isRequested = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#readAll()
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => {
        this.#isRunning = false;
      });
  }

  async #readAll(): Promise<void> {
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false;
      while (await this.#readPage());
    }
  }

  async #readPage(): Promise<boolean> {
    const { registry, reader } = this.#deps;
    const active = registry.active();
    if (active.length === 0 || this.#isStopped) return false;
    const seq = Math.min(...active.map(({ throughSeq }) => throughSeq));
    const wanted = new Set(active.flatMap(({ events }) => events));
    const page = await reader.read(seq, ENTRIES_MAX, wanted);
    if (page === null || this.#isStopped) return false;
    await this.#store(page);
    return true;
  }

  /** From here to the call of the store no other code runs, so sequences are assigned in one step. */
  async #store(page: NotificationPage): Promise<void> {
    const { registry, clock } = this.#deps;
    const changed: Webhook[] = [];
    const deliveries: WebhookDelivery[] = [];
    for (const webhook of registry.active()) {
      if (webhook.throughSeq >= page.throughSeq) continue;
      const messages = page.notifications.filter(
        (each) => each.seq > webhook.throughSeq && isSubscribed(webhook, each),
      );
      const added = addMessages(webhook, messages, clock.now());
      assert(added.webhook.throughSeq < page.throughSeq, 'the position of a webhook only advances');
      changed.push({ ...added.webhook, throughSeq: page.throughSeq });
      deliveries.push(...added.deliveries);
    }
    if (deliveries.length === 0 && !changed.some((each) => this.#isUnsavedLong(each))) {
      registry.keep(changed);
      return;
    }
    for (const { id, throughSeq } of changed) this.#savedSeq.set(id, throughSeq);
    await registry.saveWith(changed, deliveries);
    if (deliveries.length > 0) this.#onMessages();
  }

  #isUnsavedLong({ id, throughSeq }: Webhook): boolean {
    const saved = this.#savedSeq.get(id);
    if (saved === undefined) this.#savedSeq.set(id, throughSeq);
    return throughSeq - (saved ?? throughSeq) >= UNSAVED_ENTRIES_MAX;
  }

  #onFailure(error: unknown): void {
    const { store, clock, log } = this.#deps;
    if (this.#isStopped || store.failure !== null) return;
    log.error('the messages of webhooks could not be created; this will be retried', { why: String(error) });
    this.#retry = clock.after(RETRY_MS, () => this.run());
  }
}
