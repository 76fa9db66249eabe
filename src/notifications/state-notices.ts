import { type AccountId, grantIncludes, type Order, type OrderId, type SubaccountId } from '#contract';
import {
  type Alert,
  isSubscribed,
  type LimitShare,
  type Notification,
  type NotificationType,
  nextUsageLevel,
  type UsageLevel,
  type Webhook,
} from '#domain';
import type { Clock, Log, NotificationStore } from '#ports';
import type { AddressedMessage } from './webhook-registry.ts';

export interface StateSources {
  subaccounts(accountId: AccountId): readonly SubaccountId[];
  /** Every limit of the subaccount and of its account that is set. */
  limitShares(accountId: AccountId, subaccountId: SubaccountId): readonly LimitShare[];
  /** Orders whose outcome has been unknown for longer than this. */
  ordersInDoubt(ms: number): readonly Order[];
  renderOrder(order: Order): unknown;
}

export interface StateNoticesDeps {
  readonly notifications: Pick<NotificationStore, 'bodies'>;
  readonly webhooks: {
    subscribers(type: NotificationType): readonly Webhook[];
    sendAll(messages: readonly AddressedMessage[]): Promise<void>;
  };
  readonly sources: StateSources;
  readonly clock: Clock;
  readonly log: Log;
}

/** The types that follow from the state of the service and its markets, not from an event of the journal. */
const POLLED: readonly NotificationType[] = [
  'order.in_doubt',
  'risk.usage',
  'venue.health',
  'opportunity.opened',
];
const DOUBT_MS = 60_000;
const BODIES_MAX = 10_000;
/** Openings can follow each other quickly; a stream has all of them. */
const OPENINGS_PER_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;

/**
 * Messages about what no event of the journal states. A message is durable from when the state was noticed, and then
 * sent like every other; what begins and ends while the service is down is not noticed.
 */
export class StateNotices {
  readonly #deps: StateNoticesDeps;
  readonly #levels = new Map<string, UsageLevel>();
  readonly #doubts = new Set<string>(); // webhook and order: the message exists, or is being stored
  #openings = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };

  constructor(deps: StateNoticesDeps) {
    this.#deps = deps;
  }

  /** True while a webhook wants one of the types that are found by looking again and again. */
  isPolled(): boolean {
    return POLLED.some((type) => this.isWanted(type));
  }

  isWanted(type: NotificationType): boolean {
    return this.#deps.webhooks.subscribers(type).length > 0;
  }

  poll(): void {
    this.#pollUsage();
    for (const webhook of this.#deps.webhooks.subscribers('order.in_doubt'))
      for (const order of this.#deps.sources.ordersInDoubt(DOUBT_MS)) this.#checkDoubt(webhook, order);
  }

  venueHealth(data: unknown): void {
    this.#publish({ type: 'venue.health', accountId: null, subaccountId: null, data });
  }

  opportunityOpened(data: unknown): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#openings.sinceMs >= MINUTE_MS) this.#openings = { sinceMs: nowMs, count: 0 };
    this.#openings.count += 1;
    if (this.#openings.count > OPENINGS_PER_MINUTE_MAX) return;
    this.#publish({ type: 'opportunity.opened', accountId: null, subaccountId: null, data });
  }

  /** The messages about an alert that has fired on a price, to webhooks whose subaccounts include those of the alert. */
  toPriceMessages({ accountId, subaccounts }: Alert, data: unknown): readonly AddressedMessage[] {
    const event = { type: 'price.crossed', accountId, subaccountId: null, data } as const;
    return this.#address(event, (webhook) => grantIncludes(webhook.subaccounts, subaccounts));
  }

  #pollUsage(): void {
    const { webhooks, sources } = this.#deps;
    const accounts = new Set(webhooks.subscribers('risk.usage').map(({ accountId }) => accountId));
    for (const accountId of accounts) {
      const checked = new Set<string>();
      for (const subaccountId of sources.subaccounts(accountId)) {
        for (const share of sources.limitShares(accountId, subaccountId)) {
          const owner = share.isOfAccount ? null : subaccountId;
          const key = `${accountId}/${owner ?? ''}/${share.limit}`;
          if (checked.has(key)) continue;
          checked.add(key);
          this.#checkUsage(key, accountId, owner, share);
        }
      }
      for (const key of this.#levels.keys())
        if (key.startsWith(`${accountId}/`) && !checked.has(key)) this.#levels.delete(key); // no limit any more
    }
  }

  #checkUsage(key: string, accountId: AccountId, subaccountId: SubaccountId | null, share: LimitShare): void {
    const before = this.#levels.get(key) ?? 0;
    const level = nextUsageLevel(before, share.percent);
    this.#levels.set(key, level);
    if (level <= before) return;
    const { limit, used, max, percent } = share;
    const data = { subaccount_id: subaccountId, limit, used, max, percent, level };
    this.#publish({ type: 'risk.usage', accountId, subaccountId, data });
  }

  #checkDoubt(webhook: Webhook, order: Order): void {
    const event = this.#toDoubt(order);
    const key = `${webhook.id}/${order.id}`;
    if (this.#doubts.has(key) || !isSubscribed(webhook, event)) return;
    this.#doubts.add(key);
    this.#announceDoubt(webhook, order.id, event).catch((error: unknown) => {
      this.#doubts.delete(key); // the next poll tries again
      this.#onFailure(error);
    });
  }

  /** Once for each order, also after a restart: an earlier message to the webhook shows it. */
  async #announceDoubt(webhook: Webhook, id: OrderId, event: Event): Promise<void> {
    const { notifications, webhooks } = this.#deps;
    const bodies = await notifications.bodies(webhook.id, 'order.in_doubt', BODIES_MAX);
    const isKnown = bodies.some((body) => (JSON.parse(body) as { data: { id?: unknown } }).data.id === id);
    if (!isKnown) await webhooks.sendAll([{ to: webhook.id, message: this.#toMessage(event) }]);
  }

  #toDoubt(order: Order): Event {
    const { accountId, subaccountId } = order;
    return {
      type: 'order.in_doubt',
      accountId,
      subaccountId,
      data: this.#deps.sources.renderOrder(order),
    };
  }

  #publish(event: Event): void {
    const messages = this.#address(event);
    if (messages.length === 0) return;
    this.#deps.webhooks.sendAll(messages).catch((error: unknown) => this.#onFailure(error));
  }

  #address(event: Event, accepts: (webhook: Webhook) => boolean = () => true): readonly AddressedMessage[] {
    return this.#deps.webhooks
      .subscribers(event.type)
      .filter((webhook) => isSubscribed(webhook, event) && accepts(webhook))
      .map(({ id }) => ({ to: id, message: this.#toMessage(event) }));
  }

  #toMessage({ type, data }: Event): AddressedMessage['message'] {
    return { type, at: this.#deps.clock.now(), data };
  }

  #onFailure(error: unknown): void {
    this.#deps.log.error('a message of a webhook could not be stored', { why: String(error) });
  }
}

type Event = Omit<Notification, 'at'>;
