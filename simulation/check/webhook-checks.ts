import type { Caller } from '../../src/contract/access/access.ts';
import { renderDecimal } from '../../src/contract/model/money.ts';
import { isLive, type Order, sumFilledQty } from '../../src/contract/model/order.ts';
import type { LedgerEntry, LedgerEvent } from '../../src/domain/events/event-schema.ts';
import { toDeliveryId, type Webhook, type WebhookDelivery } from '../../src/domain/notifications/webhook.ts';
import type { Webhooks } from '../../src/notifications/webhook-service.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { ReceiverUrl } from '../environment/webhook-receivers.ts';

const EVERY_ATTEMPT = 8;
const QUIET_MS = 65_000; // the longest timer of the sender, and a margin
const ROUNDS_MAX = 12;

interface Message {
  readonly type: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Both receivers are back. Waits until every message has been sent, and compares what each has accepted with the journal:
 * each fill, void and switch exactly once in the order of the journal, each order as it is now, and nothing of others.
 */
export async function checkWebhooks(environment: SimulationEnvironment, caller: Caller): Promise<void> {
  const { monitor, service } = environment;
  for (let round = 0; round < ROUNDS_MAX && monitor.violation === null; round += 1) {
    const webhooks = service.app?.webhooks;
    if (webhooks === undefined || !service.isAlive) return;
    const all = await listAll(webhooks, caller);
    const nextAt = all.flatMap(({ deliveries }) => deliveries.map((each) => each.nextAt ?? 0));
    const waitMs = Math.max(0, ...nextAt) - service.clock.now();
    if (nextAt.every((at) => at === 0)) {
      for (const { webhook, deliveries } of all) checkWebhook(environment, webhook, deliveries);
      return;
    }
    if (waitMs > 0) service.clock.jump(waitMs);
    await environment.pass(QUIET_MS);
  }
  monitor.violate('webhooks', 'messages are still pending');
}

interface Listed {
  readonly webhook: Webhook;
  readonly deliveries: readonly WebhookDelivery[];
}

async function listAll(webhooks: Webhooks, caller: Caller): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (const webhook of webhooks.list(caller)) {
    const pages = webhooks.deliveries(caller, webhook.id, {});
    const deliveries = pages.ok ? (await Array.fromAsync(pages.value)).flat().toReversed() : [];
    listed.push({ webhook, deliveries });
  }
  return listed;
}

function checkWebhook(
  environment: SimulationEnvironment,
  webhook: Webhook,
  deliveries: readonly WebhookDelivery[],
): void {
  const { monitor, receivers, ledger } = environment;
  const accepted = receivers?.accepted.get(webhook.url as ReceiverUrl) ?? new Map<string, string>();
  const expect = (holds: boolean, what: () => string): void =>
    monitor.expect(holds, 'webhooks', () => `${webhook.url}: ${what()}`);
  expect(webhook.status === 'ACTIVE', () => `is ${webhook.status}`);
  deliveries.forEach(({ sequence }, index) =>
    expect(sequence === index + 1, () => `message ${index + 1} has sequence ${sequence}`),
  );
  for (const delivery of deliveries) {
    const id = toDeliveryId(delivery);
    const { status, attempts, body } = delivery;
    const isLost = status === 'FAILED';
    if (isLost)
      expect(attempts.length >= EVERY_ATTEMPT, () => `${id} failed after ${attempts.length} attempts`);
    else expect(accepted.get(id) === body, () => `${id} is ${status} and was not accepted as it is`);
  }
  const ids = new Set<string>(deliveries.map(toDeliveryId));
  for (const id of accepted.keys()) expect(ids.has(id), () => `${id} was sent and is not recorded`);
  const messages = deliveries.map(({ body }) => JSON.parse(body) as Message);
  const since = ledger.entries.filter(({ seq }) => seq > environment.webhooksSince);
  const isOwn = (owner: Owner | null): boolean =>
    owner !== null &&
    owner.accountId === webhook.accountId &&
    (owner.subaccountId === null ||
      webhook.subaccounts === '*' ||
      webhook.subaccounts.includes(owner.subaccountId));
  const sent = messages.flatMap(describeMessage);
  const due = since.flatMap(({ events }) =>
    events.flatMap((event) => (isOwn(getOwner(event)) ? describeEvent(event) : [])),
  );
  const first = due.findIndex((each, index) => each !== sent[index]);
  expect(
    sent.length === due.length && first === -1,
    () => `sent ${sent.length} of ${due.length}; the first difference is ${sent[first]} for ${due[first]}`,
  );
  monitor.countCall('message', 'compared');
  checkOrders(environment, since, messages, isOwn, expect);
}

/** The last message of an order has its present state. */
function checkOrders(
  { ledger }: SimulationEnvironment,
  since: readonly LedgerEntry[],
  messages: readonly Message[],
  isOwn: (owner: Owner) => boolean,
  expect: (holds: boolean, what: () => string) => void,
): void {
  const last = new Map(
    messages.flatMap(({ type, data }) =>
      type === 'order.updated' ? [[String(data['id']), data] as const] : [],
    ),
  );
  const accepted = since.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'OrderAccepted' ? [event.order.id] : [])),
  );
  for (const id of accepted) {
    const order = ledger.state.orders.get(id);
    if (order === undefined || !isOwn(order)) continue;
    const shown = last.get(id);
    expect(
      shown !== undefined && isShown(shown, order),
      () => `${id} is ${order.status}, last sent as ${String(shown?.['status'])}`,
    );
  }
  for (const id of last.keys()) {
    const order = ledger.state.orders.get(id as Order['id']);
    expect(order === undefined || isOwn(order), () => `${id} belongs to another subaccount`);
  }
}

const isShown = (shown: Readonly<Record<string, unknown>>, order: Order): boolean =>
  shown['status'] === order.status &&
  (isLive(order.status) || shown['filled_qty'] === renderDecimal(sumFilledQty(order)));

interface Owner {
  readonly accountId: Webhook['accountId'];
  readonly subaccountId: Order['subaccountId'] | null;
}

function getOwner(event: LedgerEvent): Owner | null {
  if (event.type === 'FillRecorded' || event.type === 'FillVoided') return event.fill;
  return event.type === 'KillSwitchSet' ? event.killSwitch : null;
}

function describeEvent(event: LedgerEvent): readonly string[] {
  if (event.type === 'KillSwitchSet') return [`kill_switch ${event.killSwitch.enabled}`];
  if (event.type === 'FillVoided') return [`fill.voided ${event.fill.id}`];
  if (event.type !== 'FillRecorded' || event.fill.liquidity === 'ADOPTED') return [];
  return [`${event.fill.orderId === null ? 'position.settled' : 'fill.created'} ${event.fill.id}`];
}

function describeMessage({ type, data }: Message): readonly string[] {
  if (type === 'kill_switch') return [`kill_switch ${String(data['enabled'])}`];
  return type === 'order.updated' ? [] : [`${type} ${String(data['id'])}`];
}
