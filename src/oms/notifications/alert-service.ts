import { type Caller, grantCovers } from '../../domain/access/access.ts';
import { snakeCase } from '../../domain/events/record-format.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../domain/model/ids.ts';
import { type Price, renderDecimal } from '../../domain/model/money.ts';
import type { Fill } from '../../domain/model/order.ts';
import { err, invalidField, notFound, ok, type Rejection, type Result } from '../../domain/model/result.ts';
import {
  type Alert,
  type AlertId,
  type AlertKind,
  findConditionIssue,
  fireAlert,
  hasCrossed,
  parseAlertId,
} from '../../domain/notifications/alert.ts';
import { ALERT_TYPE, type WebhookId } from '../../domain/notifications/webhook.ts';
import type { Clock, Random, Timer } from '../../ports/environment.ts';
import type { NotificationStore } from '../../ports/notification-store.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Message } from './webhook-registry.ts';
import type { Webhooks } from './webhook-service.ts';

/** What alerts watch. */
export interface AlertSources {
  mark(id: InstrumentId): Price | null;
  prefetchInstrument(id: InstrumentId): Promise<unknown>;
  onMarkChanged(listener: (id: InstrumentId) => void): void;
  onFill(listener: (fill: Fill) => void): void;
  venueHealth(): readonly {
    readonly venue: VenueName;
    readonly healthy: boolean;
    readonly reason: string | null;
  }[];
  /** The largest share of a limit in use, in percent; null without limits. */
  riskUsage(accountId: AccountId, subaccountId: SubaccountId): number | null;
  onOpportunity(listener: (edge: Price, record: unknown) => void): void;
  /** Keeps the books that opportunities need for a while. */
  demandOpportunities(): void;
  renderFill(fill: Fill): unknown;
  renderAlert(alert: Alert): unknown;
}

export interface AlertServiceDeps {
  readonly notifications: NotificationStore;
  readonly webhooks: Pick<Webhooks, 'get'> & { send(id: WebhookId, message: Message): Promise<boolean> };
  readonly sources: AlertSources;
  readonly checkSubaccount: (caller: Caller, id: string) => Result<SubaccountId, Rejection>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export type NewAlert = Pick<Alert, 'when' | 'cooldownMs' | 'once' | 'description'> & {
  readonly to: readonly string[]; // ids of webhooks
};

/** Alerts of accounts. They are evaluated while the service runs; what happens during a restart is not. */
export interface Alerts {
  create(caller: Caller, request: NewAlert): Promise<Result<Alert, Rejection>>;
  /** Those whose subaccounts the key may use, oldest first. */
  list(caller: Caller): readonly Alert[];
  remove(caller: Caller, id: string): Promise<Result<Alert, Rejection>>;
}

const ALERTS_MAX = 100; // of one account
const POLL_MS = 1_000;
const POLLED: ReadonlySet<AlertKind> = new Set(['venue_health', 'risk_usage', 'opportunity']);
const ID_BYTES = 8;

export class AlertService implements Alerts {
  readonly #deps: AlertServiceDeps;
  readonly #alerts = new Map<AlertId, Alert>();
  readonly #marks = new Map<InstrumentId, Price>(); // the last one seen, of instruments with an alert
  readonly #met = new Map<AlertId, boolean>(); // of `risk_usage`: above its percentage at the last check
  readonly #health = new Map<VenueName, boolean>();
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(deps: AlertServiceDeps) {
    this.#deps = deps;
    deps.sources.onMarkChanged((id) => this.#onMark(id));
    deps.sources.onFill((fill) => this.#onFill(fill));
    deps.sources.onOpportunity((edge, record) => {
      for (const alert of this.#ofKind('opportunity'))
        if (edge >= (alert.when.minEdge ?? 0n)) this.#fire(alert, record);
    });
  }

  async start(): Promise<void> {
    for (const alert of await this.#deps.notifications.alerts()) await this.#add(alert);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  async create(caller: Caller, { to, ...request }: NewAlert): Promise<Result<Alert, Rejection>> {
    const { clock, random, notifications, webhooks, checkSubaccount } = this.#deps;
    const owned = [...this.#alerts.values()].filter(({ accountId }) => accountId === caller.accountId);
    if (owned.length >= ALERTS_MAX)
      return err(invalidField('when', `cannot be added: the account has ${ALERTS_MAX} alerts`));
    const issue = findConditionIssue(request.when);
    if (issue !== null) return err(invalidField(`when.${snakeCase(issue.field)}`, issue.issue));
    const { subaccountId } = request.when;
    const subaccount = subaccountId === null ? ok(null) : checkSubaccount(caller, subaccountId);
    if (!subaccount.ok) return subaccount;
    const targets: WebhookId[] = [];
    for (const id of new Set(to)) {
      const webhook = webhooks.get(caller, id);
      if (!webhook.ok) return webhook;
      targets.push(webhook.value.id);
    }
    const alert: Alert = {
      ...request,
      id: `alr_${random.hex(ID_BYTES)}` as AlertId,
      accountId: caller.accountId,
      subaccounts: subaccountId === null ? caller.subaccounts : [subaccountId],
      to: targets,
      firedCount: 0,
      lastFiredAt: null,
      createdAt: clock.now(),
    };
    await this.#add(alert);
    await notifications.save({ alerts: [alert] });
    return ok(alert);
  }

  list(caller: Caller): readonly Alert[] {
    return [...this.#alerts.values()].filter((alert) => isVisible(caller, alert));
  }

  async remove(caller: Caller, id: string): Promise<Result<Alert, Rejection>> {
    const parsed = parseAlertId(id);
    const alert = parsed === null ? undefined : this.#alerts.get(parsed);
    if (alert === undefined || !isVisible(caller, alert)) return err(notFound('alert'));
    await this.#remove(alert);
    return ok(alert);
  }

  async #add(alert: Alert): Promise<void> {
    const { sources, clock } = this.#deps;
    const { instrumentId, kind } = alert.when;
    if (kind === 'price_crossed' && instrumentId !== null) {
      await sources.prefetchInstrument(instrumentId);
      const mark = sources.mark(instrumentId);
      if (mark !== null && !this.#marks.has(instrumentId)) this.#marks.set(instrumentId, mark);
    }
    this.#alerts.set(alert.id, alert);
    if (!POLLED.has(kind)) return;
    if (this.#timer === null)
      for (const { venue, healthy } of sources.venueHealth()) this.#health.set(venue, healthy);
    this.#timer ??= clock.every(POLL_MS, () => this.#poll());
  }

  #remove(alert: Alert): Promise<void> {
    this.#alerts.delete(alert.id);
    this.#met.delete(alert.id);
    return this.#deps.notifications.save({ removedAlerts: [alert.id] });
  }

  #ofKind(kind: AlertKind): readonly Alert[] {
    return [...this.#alerts.values()].filter(({ when }) => when.kind === kind);
  }

  #onMark(id: InstrumentId): void {
    if (this.#alerts.size === 0) return;
    const watching = this.#ofKind('price_crossed').filter(({ when }) => when.instrumentId === id);
    const mark = watching.length === 0 ? null : this.#deps.sources.mark(id);
    if (mark === null) return;
    const before = this.#marks.get(id) ?? mark;
    this.#marks.set(id, mark);
    for (const alert of watching) {
      if (hasCrossed(alert.when, before, mark))
        this.#fire(alert, { instrument_id: id, before: renderDecimal(before), mark: renderDecimal(mark) });
    }
  }

  #onFill(fill: Fill): void {
    if (this.#alerts.size === 0) return;
    for (const alert of this.#ofKind(fill.orderId === null ? 'settlement' : 'fill')) {
      if (fill.settlement !== 'VOID' && isAbout(alert, fill))
        this.#fire(alert, this.#deps.sources.renderFill(fill));
    }
  }

  #poll(): void {
    const { sources } = this.#deps;
    for (const { venue, healthy, reason } of sources.venueHealth()) {
      if (this.#health.get(venue) === healthy) continue;
      this.#health.set(venue, healthy);
      for (const alert of this.#ofKind('venue_health'))
        if (alert.when.venue === null || alert.when.venue === venue)
          this.#fire(alert, { venue, healthy, reason });
    }
    for (const alert of this.#ofKind('risk_usage')) this.#checkUsage(alert);
    if (this.#ofKind('opportunity').length > 0) sources.demandOpportunities();
  }

  /** It fires when the usage rises to the percentage, and again after it was below. */
  #checkUsage(alert: Alert): void {
    const { subaccountId, percent } = alert.when;
    if (subaccountId === null || percent === null) return;
    const used = this.#deps.sources.riskUsage(alert.accountId, subaccountId);
    const isMet = used !== null && used >= percent;
    const wasMet = this.#met.get(alert.id) ?? false;
    this.#met.set(alert.id, isMet);
    if (isMet && !wasMet) this.#fire(alert, { subaccount_id: subaccountId, percent: used });
  }

  #fire(alert: Alert, data: unknown): void {
    const { clock, notifications, webhooks, sources, log } = this.#deps;
    const fired = this.#isStopped ? null : fireAlert(alert, clock.now());
    if (fired === null) return;
    this.#alerts.set(fired.id, fired);
    const message: Message = {
      type: ALERT_TYPE,
      at: clock.now(),
      data: { alert: sources.renderAlert(fired), event: data },
    };
    const stored = fired.once ? this.#remove(fired) : notifications.save({ alerts: [fired] });
    Promise.all([stored, ...fired.to.map((id) => webhooks.send(id, message))]).catch((error: unknown) =>
      log.error('an alert could not be stored', { alert: fired.id, why: String(error) }),
    );
  }
}

const isAbout = ({ accountId, subaccounts, when }: Alert, fill: Fill): boolean =>
  fill.accountId === accountId &&
  grantCovers(subaccounts, fill.subaccountId) &&
  (when.instrumentId === null || when.instrumentId === fill.instrumentId);

const isVisible = (caller: Caller, { accountId, subaccounts }: Alert): boolean =>
  accountId === caller.accountId &&
  (subaccounts === '*'
    ? caller.subaccounts === '*'
    : subaccounts.every((id) => grantCovers(caller.subaccounts, id)));
