import {
  type Caller,
  err,
  type Fill,
  grantCovers,
  grantIncludes,
  type InstrumentId,
  invalidField,
  mapResult,
  notFound,
  ok,
  type Price,
  type Rejection,
  type Result,
  renderDecimal,
  type StandingEffect,
  type SubaccountId,
  snakeCase,
  type VenueName,
} from '#contract';
import {
  ALERT_TYPE,
  type Alert,
  type AlertId,
  type AlertKind,
  type AlertTarget,
  findConditionIssue,
  fireAlert,
  hasCrossed,
  parseAlertId,
  parseChannel,
} from '#domain';
import type { Clock, Log, NotificationStore, Random, Timer } from '#ports';
import { StateNotices, type StateSources } from './state-notices.ts';
import type { Message } from './webhook-registry.ts';
import type { WebhookService, Webhooks } from './webhook-service.ts';

/** What alerts watch. */
export interface AlertSources extends StateSources {
  mark(id: InstrumentId): Price | null;
  prefetchInstrument(id: InstrumentId): Promise<unknown>;
  onMarkChanged(listener: (id: InstrumentId) => void): void;
  onFill(listener: (fill: Fill) => void): void;
  venueHealth(): readonly {
    readonly venue: VenueName;
    readonly healthy: boolean;
    readonly reason: string | null;
  }[];
  onOpportunity(listener: (edge: Price, record: unknown) => void): void;
  /** Keeps the books that opportunities need for a while. */
  demandOpportunities(): void;
  renderFill(fill: Fill): unknown;
  renderAlert(alert: Alert): unknown;
}

export interface AlertServiceDeps {
  readonly notifications: NotificationStore;
  readonly webhooks: Pick<Webhooks, 'get'> &
    Pick<WebhookService, 'subscribers' | 'sendAll' | 'onChanged' | 'resolveTarget' | 'openChannel'>;
  readonly sources: AlertSources;
  /** True if the key of an alert may still send events elsewhere. */
  readonly mayAct: (alert: StandingEffect) => boolean;
  readonly checkSubaccount: (caller: Caller, id: string) => Result<SubaccountId, Rejection>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export type NewAlert = Pick<Alert, 'when' | 'cooldownMs' | 'once' | 'description'> & {
  readonly to: readonly string[]; // ids of webhooks, and channels
};

/** An alert whose key has ended never fires. */
export interface ListedAlert extends Alert {
  readonly isKeyEnded: boolean;
}

/** Alerts of accounts. They are evaluated while the service runs; what happens during a restart is not. */
export interface Alerts {
  create(caller: Caller, request: NewAlert): Promise<Result<Alert, Rejection>>;
  /** Those whose subaccounts the key may use, oldest first. */
  list(caller: Caller): readonly ListedAlert[];
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
  readonly #notices: StateNotices;
  readonly #health = new Map<VenueName, boolean>();
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(deps: AlertServiceDeps) {
    this.#deps = deps;
    this.#notices = new StateNotices(deps);
    deps.webhooks.onChanged(() => this.#watch());
    deps.sources.onMarkChanged((id) => this.#onMark(id));
    deps.sources.onFill((fill) => this.#onFill(fill));
    deps.sources.onOpportunity((edge, record) => {
      for (const alert of this.#ofKind('opportunity'))
        if (edge >= (alert.when.minEdge ?? 0n)) this.#fire(alert, record);
      this.#notices.opportunityOpened(record);
    });
  }

  async start(): Promise<void> {
    for (const alert of await this.#deps.notifications.alerts()) await this.#add(alert);
    this.#watch();
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
    const targets: AlertTarget[] = [];
    for (const each of new Set(to)) {
      const channel = parseChannel(each);
      const target =
        channel === null
          ? mapResult(webhooks.get(caller, each), ({ id }) => id)
          : await webhooks.openChannel(caller, channel);
      if (!target.ok) return target;
      targets.push(target.value);
    }
    const alert: Alert = {
      ...request,
      id: `alr_${random.hex(ID_BYTES)}` as AlertId,
      accountId: caller.accountId,
      keyId: caller.keyId,
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

  list(caller: Caller): readonly ListedAlert[] {
    const { mayAct } = this.#deps;
    return [...this.#alerts.values()]
      .filter((alert) => isVisible(caller, alert))
      .map((alert) => ({ ...alert, isKeyEnded: !mayAct(alert) }));
  }

  async remove(caller: Caller, id: string): Promise<Result<Alert, Rejection>> {
    const parsed = parseAlertId(id);
    const alert = parsed === null ? undefined : this.#alerts.get(parsed);
    if (alert === undefined || !isVisible(caller, alert)) return err(notFound('alert'));
    await this.#remove(alert);
    return ok(alert);
  }

  async #add(alert: Alert): Promise<void> {
    const { sources } = this.#deps;
    const { instrumentId, kind } = alert.when;
    if (kind === 'price_crossed' && instrumentId !== null) {
      await sources.prefetchInstrument(instrumentId);
      const mark = sources.mark(instrumentId);
      if (mark !== null && !this.#marks.has(instrumentId)) this.#marks.set(instrumentId, mark);
    }
    this.#alerts.set(alert.id, alert);
    this.#watch();
  }

  /** Begins to poll when an alert or a webhook needs it. */
  #watch(): void {
    const { sources, clock } = this.#deps;
    const isNeeded =
      this.#notices.isPolled() || [...this.#alerts.values()].some(({ when }) => POLLED.has(when.kind));
    if (this.#isStopped || this.#timer !== null || !isNeeded) return;
    for (const { venue, healthy } of sources.venueHealth()) this.#health.set(venue, healthy);
    this.#timer = clock.every(POLL_MS, () => this.#poll());
  }

  #remove(alert: Alert): Promise<void> {
    this.#forget(alert.id);
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
    if (this.#alerts.size === 0 || fill.liquidity === 'ADOPTED') return;
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
      this.#notices.venueHealth({ venue, healthy, reason });
    }
    for (const alert of this.#ofKind('risk_usage')) this.#checkUsage(alert);
    if (this.#ofKind('opportunity').length > 0 || this.#notices.isWanted('opportunity.opened'))
      sources.demandOpportunities();
    this.#notices.poll();
  }

  /** It fires when the usage rises to the percentage, and again after it was below. */
  #checkUsage(alert: Alert): void {
    const { subaccountId, percent } = alert.when;
    if (subaccountId === null || percent === null) return;
    const shares = this.#deps.sources.limitShares(alert.accountId, subaccountId);
    const used = Math.max(0, ...shares.map((share) => share.percent));
    const isMet = shares.length > 0 && used >= percent;
    const wasMet = this.#met.get(alert.id) ?? false;
    this.#met.set(alert.id, isMet);
    if (isMet && !wasMet) this.#fire(alert, { subaccount_id: subaccountId, percent: used });
  }

  /** The messages and the change of the alert are stored together, so that neither is lost without the other. */
  #fire(alert: Alert, data: unknown): void {
    const { clock, webhooks, sources, log, mayAct } = this.#deps;
    const fired = this.#isStopped || !mayAct(alert) ? null : fireAlert(alert, clock.now());
    if (fired === null) return;
    if (fired.once) this.#forget(fired.id);
    else this.#alerts.set(fired.id, fired);
    const content = { alert: sources.renderAlert(fired), event: data };
    const message: Message = { type: ALERT_TYPE, at: clock.now(), data: content };
    const messages = fired.to.flatMap((target) => {
      const to = webhooks.resolveTarget(fired.accountId, target);
      return to === null ? [] : [{ to, message }];
    });
    if (fired.when.kind === 'price_crossed') messages.push(...this.#notices.toPriceMessages(fired, content));
    const change = fired.once ? { removedAlerts: [fired.id] } : { alerts: [fired] };
    webhooks
      .sendAll(messages, change)
      .catch((error: unknown) =>
        log.error('an alert could not be stored', { alert: fired.id, why: String(error) }),
      );
  }

  #forget(id: AlertId): void {
    this.#alerts.delete(id);
    this.#met.delete(id);
  }
}

const isAbout = ({ accountId, subaccounts, when }: Alert, fill: Fill): boolean =>
  fill.accountId === accountId &&
  grantCovers(subaccounts, fill.subaccountId) &&
  (when.instrumentId === null || when.instrumentId === fill.instrumentId);

const isVisible = (caller: Caller, { accountId, subaccounts }: Alert): boolean =>
  accountId === caller.accountId && grantIncludes(caller.subaccounts, subaccounts);
