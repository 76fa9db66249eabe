import {
  type AccountId,
  type Caller,
  err,
  grantIncludes,
  invalidField,
  mapResult,
  notFound,
  ok,
  type Rejection,
  type Result,
  type StandingEffect,
  type SubaccountGrant,
  type SubaccountId,
  type TimestampMs,
} from '#contract';
import {
  type AddressPolicy,
  type AlertTarget,
  type Channel,
  type NotificationType,
  parseChannel,
  parseDeliveryId,
  parseWebhookId,
  parseWebhookUrl,
  ROTATION_MS,
  replayDelivery,
  TEST_TYPE,
  toWebhookSecret,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
} from '#domain';
import type { StateStore } from '#orders';
import type { Clock, Log, MessageChannels, Metrics, NotificationChange, Random, WebhookSender } from '#ports';
import { NotificationReader, type NotificationReaderDeps } from './notification-reader.ts';
import { WebhookDispatcher } from './webhook-dispatcher.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { type AddressedMessage, addMessages, WebhookRegistry } from './webhook-registry.ts';

export interface WebhookServiceDeps extends Omit<NotificationReaderDeps, 'journal'> {
  readonly store: StateStore;
  readonly sender: WebhookSender;
  readonly channels: MessageChannels;
  readonly addresses: AddressPolicy;
  /** True if the key of a webhook may still send events elsewhere. */
  readonly mayAct: (webhook: StandingEffect) => boolean;
  /** Refuses subaccounts that the caller may not use. */
  readonly checkSubaccount: (caller: Caller, id: string) => Result<SubaccountId, Rejection>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a caller sets. An absent field stays as it is; null `subaccountIds` means all that the key may use. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly NotificationType[];
  readonly subaccountIds?: readonly SubaccountId[] | null;
  readonly description?: string | null;
  readonly enabled?: boolean;
}

export type NewWebhook = WebhookChange & Required<Pick<WebhookChange, 'url' | 'events'>>;

/** The deliveries below a sequence; without a limit, all of them. */
interface DeliveryRange {
  readonly before?: number;
  readonly limit?: number;
}

type Outcome<Value> = Promise<Result<Value, Rejection>>;

/** Webhooks of accounts and their messages. */
export interface Webhooks {
  create(caller: Caller, request: NewWebhook): Outcome<Webhook>;
  /** Those whose subaccounts the key may use, oldest first. */
  list(caller: Caller): readonly Webhook[];
  get(caller: Caller, id: string): Result<Webhook, Rejection>;
  change(caller: Caller, id: string, change: WebhookChange): Outcome<Webhook>;
  remove(caller: Caller, id: string): Outcome<Webhook>;
  /** Creates a new secret; the present one signs too for 24 hours. */
  rotate(caller: Caller, id: string): Outcome<Webhook>;
  /** Sends a message of type `webhook.test`. */
  test(caller: Caller, id: string): Outcome<WebhookDelivery>;
  /** Newest first, in pages as read from the store. */
  deliveries(
    caller: Caller,
    id: string,
    range: DeliveryRange,
  ): Result<AsyncIterable<readonly WebhookDelivery[]>, Rejection>;
  /** Sends a message again, with the same id and body. One that is pending is not changed. */
  replay(caller: Caller, deliveryId: string): Outcome<WebhookDelivery>;
}

const WEBHOOKS_MAX = 20; // of one account
const PAGE = 100;
const SECRET_BYTES = 32;
const ID_BYTES = 8;

export class WebhookService implements Webhooks {
  readonly #deps: WebhookServiceDeps;
  readonly #registry: WebhookRegistry;
  readonly #outbox: WebhookOutbox;
  readonly #dispatcher: WebhookDispatcher;
  #onChanged: () => void = () => {};

  constructor(deps: WebhookServiceDeps) {
    this.#deps = deps;
    this.#registry = new WebhookRegistry(deps.notifications, deps.mayAct);
    const parts = { ...deps, registry: this.#registry };
    const reader = new NotificationReader({ ...deps, journal: deps.store.journal });
    this.#outbox = new WebhookOutbox({ ...parts, reader });
    this.#dispatcher = new WebhookDispatcher(parts);
    this.#outbox.onMessages(() => this.#dispatcher.run());
  }

  /** Loads the webhooks, and continues with what the journal and earlier attempts left. */
  async start(): Promise<void> {
    await this.#registry.load();
    this.#run();
  }

  async stop(): Promise<void> {
    this.#outbox.stop();
    await this.#dispatcher.stop();
  }

  async create(caller: Caller, request: NewWebhook): Outcome<Webhook> {
    const { clock, random, store } = this.#deps;
    const owned = this.#registry.all().filter(({ accountId }) => accountId === caller.accountId);
    if (owned.length >= WEBHOOKS_MAX)
      return err(invalidField('url', `cannot be added: the account has ${WEBHOOKS_MAX} webhooks`));
    const now = clock.now();
    const changed = this.#apply(caller, request, {
      id: `wh_${random.hex(ID_BYTES)}` as WebhookId,
      accountId: caller.accountId,
      keyId: caller.keyId,
      url: '',
      events: [],
      subaccounts: caller.subaccounts,
      description: null,
      secret: toWebhookSecret(random.hex(SECRET_BYTES)),
      previousSecret: null,
      previousUntil: null,
      status: 'ACTIVE',
      disabledReason: null,
      failingSince: null,
      throughSeq: store.state.seq,
      sequence: 0,
      createdAt: now,
      updatedAt: now,
    });
    return changed.ok ? this.#save(changed.value) : changed;
  }

  list(caller: Caller): readonly Webhook[] {
    return this.#registry.all().filter((webhook) => isVisible(caller, webhook));
  }

  get(caller: Caller, id: string): Result<Webhook, Rejection> {
    const parsed = parseWebhookId(id);
    const webhook = parsed === null ? null : this.#registry.get(parsed);
    return webhook !== null && isVisible(caller, webhook) ? ok(webhook) : err(notFound('webhook'));
  }

  async change(caller: Caller, id: string, change: WebhookChange): Outcome<Webhook> {
    const found = this.get(caller, id);
    if (!found.ok) return found;
    const changed = this.#apply(caller, change, { ...found.value, updatedAt: this.#deps.clock.now() });
    return changed.ok ? this.#save(changed.value) : changed;
  }

  async remove(caller: Caller, id: string): Outcome<Webhook> {
    const found = this.get(caller, id);
    if (found.ok) await this.#registry.remove(found.value.id);
    return found;
  }

  async rotate(caller: Caller, id: string): Outcome<Webhook> {
    const found = this.get(caller, id);
    if (!found.ok) return found;
    const { clock, random } = this.#deps;
    const now = clock.now();
    return this.#save({
      ...found.value,
      secret: toWebhookSecret(random.hex(SECRET_BYTES)),
      previousSecret: found.value.secret,
      previousUntil: (now + ROTATION_MS) as TimestampMs,
      updatedAt: now,
    });
  }

  async test(caller: Caller, id: string): Outcome<WebhookDelivery> {
    const found = this.get(caller, id);
    if (!found.ok) return found;
    if (found.value.status === 'DISABLED')
      return err(invalidField('status', 'must be ACTIVE: enable the webhook first'));
    const now = this.#deps.clock.now();
    const message = { type: TEST_TYPE, at: now, data: { webhook_id: found.value.id } } as const;
    const { webhook, deliveries } = addMessages(found.value, [message], now);
    const [delivery] = deliveries;
    if (delivery === undefined) return err(notFound('delivery'));
    await this.#registry.saveWith([webhook], deliveries);
    this.#run();
    return ok(delivery);
  }

  /** Active webhooks that receive events of this type. */
  subscribers(type: NotificationType): readonly Webhook[] {
    return this.#registry.active().filter(({ events }) => events.includes(type));
  }

  /** The webhook of the account that sends to this target; null if there is none. */
  resolveTarget(accountId: AccountId, target: AlertTarget): WebhookId | null {
    if (parseChannel(target) === null) return target as WebhookId;
    const found = this.#registry.active().find((each) => each.accountId === accountId && each.url === target);
    return found?.id ?? null;
  }

  /** Makes sure that the account has a webhook that sends to this channel; a new one receives no events. */
  async openChannel(caller: Caller, channel: Channel): Promise<Result<Channel, Rejection>> {
    if (this.resolveTarget(caller.accountId, channel) !== null) return ok(channel);
    const created = await this.create(caller, { url: channel, events: [], description: 'alerts' });
    return mapResult(created, () => channel);
  }

  /** Calls the listener at the start and whenever a webhook changes. */
  onChanged(listener: () => void): void {
    this.#onChanged = listener;
  }

  /**
   * Stores messages that are not from the journal, together with `change`: both or none. Messages to a webhook that is
   * gone or disabled are left out.
   */
  async sendAll(messages: readonly AddressedMessage[], change: NotificationChange = {}): Promise<void> {
    const changed = new Map<WebhookId, Webhook>();
    const deliveries: WebhookDelivery[] = [];
    for (const { to, message } of messages) {
      const webhook = changed.get(to) ?? this.#registry.get(to);
      if (webhook?.status !== 'ACTIVE') continue;
      const added = addMessages(webhook, [message], this.#deps.clock.now());
      changed.set(to, added.webhook);
      deliveries.push(...added.deliveries);
    }
    await this.#registry.saveWith([...changed.values()], deliveries, change);
    this.#run();
  }

  deliveries(
    caller: Caller,
    id: string,
    range: DeliveryRange,
  ): Result<AsyncIterable<readonly WebhookDelivery[]>, Rejection> {
    return mapResult(this.get(caller, id), (webhook) => this.#pages(webhook.id, range));
  }

  async *#pages(webhookId: WebhookId, range: DeliveryRange): AsyncGenerator<readonly WebhookDelivery[]> {
    let { before = null, limit: left = Number.POSITIVE_INFINITY } = range;
    while (left > 0) {
      const limit = Math.min(PAGE, left);
      const page = await this.#registry.store.deliveries({ webhookId, before, limit });
      if (page.length > 0) yield page;
      if (page.length < limit) return;
      before = page.at(-1)?.sequence ?? null;
      left -= page.length;
    }
  }

  async replay(caller: Caller, deliveryId: string): Outcome<WebhookDelivery> {
    const named = parseDeliveryId(deliveryId);
    if (named === null || !this.get(caller, named.webhookId).ok) return err(notFound('delivery'));
    const delivery = await this.#registry.store.delivery(named.webhookId, named.sequence);
    if (delivery === null) return err(notFound('delivery'));
    if (delivery.status === 'PENDING') return ok(delivery);
    const again = replayDelivery(delivery, this.#deps.clock.now());
    await this.#registry.saveWith([], [again]);
    this.#run();
    return ok(again);
  }

  async #save(webhook: Webhook): Outcome<Webhook> {
    await this.#registry.save(webhook);
    this.#onChanged();
    this.#run();
    return ok(webhook);
  }

  #run(): void {
    if (this.#registry.active().length === 0) return;
    this.#outbox.run();
    this.#dispatcher.run();
  }

  #apply(caller: Caller, change: WebhookChange, webhook: Webhook): Result<Webhook, Rejection> {
    const { events = webhook.events, description = webhook.description } = change;
    const url = change.url === undefined ? ok(webhook.url) : this.#readUrl(caller, change.url);
    if (!url.ok) return url;
    const subaccounts =
      change.subaccountIds === undefined
        ? ok(webhook.subaccounts)
        : this.#readSubaccounts(caller, change.subaccountIds);
    if (!subaccounts.ok) return subaccounts;
    const { keyId } = caller; // what another key changes is its own from then on
    const terms = { ...webhook, keyId, events, description, url: url.value, subaccounts: subaccounts.value };
    return ok({ ...terms, ...this.#readStatus(change.enabled, webhook) });
  }

  /** A webhook that is enabled again gets the events from now on, and its pending messages. */
  #readStatus(enabled: boolean | undefined, webhook: Webhook): Partial<Webhook> {
    if (enabled === undefined || enabled === (webhook.status === 'ACTIVE')) return {};
    if (!enabled) return { status: 'DISABLED', disabledReason: 'user' };
    const throughSeq = Math.max(webhook.throughSeq, this.#deps.store.state.seq);
    return { status: 'ACTIVE', disabledReason: null, failingSince: null, throughSeq };
  }

  #readUrl(caller: Caller, text: string): Result<string, Rejection> {
    const channel = parseChannel(text);
    if (channel !== null) {
      const isConfigured = this.#deps.channels[channel]?.hasReceiver(caller.accountId) ?? false;
      return isConfigured
        ? ok(text)
        : err(invalidField('url', `has no receiver: the operator sets notifications.${channel}`));
    }
    const parsed = parseWebhookUrl(text, this.#deps.addresses);
    return 'url' in parsed ? ok(parsed.url) : err(invalidField('url', parsed.issue));
  }

  #readSubaccounts(caller: Caller, ids: readonly SubaccountId[] | null): Result<SubaccountGrant, Rejection> {
    if (ids === null) return ok(caller.subaccounts);
    for (const id of ids) {
      const checked = this.#deps.checkSubaccount(caller, id);
      if (!checked.ok) return checked;
    }
    return ok(ids);
  }
}

/** A key sees the webhooks whose messages it may read. */
const isVisible = (caller: Caller, { accountId, subaccounts }: Webhook): boolean =>
  accountId === caller.accountId && grantIncludes(caller.subaccounts, subaccounts);
