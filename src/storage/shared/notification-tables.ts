import type { TimestampMs } from '#contract';
import {
  ALERT_KINDS,
  type Alert,
  type AlertCondition,
  type AlertId,
  type AlertTarget,
  CROSSINGS,
  DELIVERY_STATUSES,
  defaultWhenAbsent,
  type Format,
  format,
  integer,
  type LedgerEntry,
  listOf,
  type MessageType,
  type NotificationType,
  nullable,
  oneOf,
  record,
  text,
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookId,
} from '#domain';
import type { DeliveryQuery, NotificationChange, NotificationStore } from '#ports';
import { toLedgerEntry } from './ledger-queries.ts';
import { removal } from './row-writes.ts';
import type { SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';
import {
  booleanColumn,
  integerColumn,
  jsonColumn,
  nullableColumn,
  table,
  textColumn,
} from './table-mapping.ts';

const webhookId = textColumn(text<WebhookId>());
const timestamp = integerColumn(format.timestamp);
const optionalText = nullableColumn(textColumn(text()));
const count = integerColumn(integer());

export const WEBHOOKS = table<Webhook>('webhooks', 1, {
  id: { ...webhookId, name: 'webhook_id' },
  accountId: textColumn(format.accountId),
  url: textColumn(text()),
  events: jsonColumn(listOf(text<NotificationType>())),
  subaccounts: jsonColumn(format.subaccountGrant),
  description: optionalText,
  secret: textColumn(text()),
  previousSecret: optionalText,
  previousUntil: nullableColumn(timestamp),
  status: textColumn(oneOf(WEBHOOK_STATUSES)),
  disabledReason: optionalText as ReturnType<typeof nullableColumn<NonNullable<Webhook['disabledReason']>>>,
  failingSince: nullableColumn(timestamp),
  throughSeq: count,
  sequence: count,
  createdAt: timestamp,
  updatedAt: timestamp,
  keyId: nullableColumn(textColumn(format.keyId)),
});

const attempt: Format<WebhookAttempt> = record<WebhookAttempt>({
  at: format.timestamp,
  durationMs: integer(),
  httpStatus: defaultWhenAbsent(null, nullable(integer())),
  error: defaultWhenAbsent(null, nullable(text())),
  response: defaultWhenAbsent(null, nullable(text())),
});

export const DELIVERIES = table<WebhookDelivery>('webhook_deliveries', 2, {
  webhookId,
  sequence: count,
  type: textColumn(text<MessageType>()),
  body: textColumn(text()),
  status: textColumn(oneOf(DELIVERY_STATUSES)),
  nextAt: nullableColumn(timestamp),
  attempts: jsonColumn(listOf(attempt)),
  attemptsBefore: count,
  createdAt: timestamp,
});

const condition: Format<AlertCondition> = record<AlertCondition>({
  kind: oneOf(ALERT_KINDS),
  subaccountId: nullable(format.subaccountId),
  instrumentId: nullable(format.instrumentId),
  venue: nullable(format.venueName),
  price: nullable(format.price),
  direction: nullable(oneOf(CROSSINGS)),
  percent: nullable(integer()),
  minEdge: nullable(format.price),
});

export const ALERTS = table<Alert>('alerts', 1, {
  id: { ...textColumn(text<AlertId>()), name: 'alert_id' },
  accountId: textColumn(format.accountId),
  subaccounts: jsonColumn(format.subaccountGrant),
  when: { ...jsonColumn(condition), name: 'condition' },
  to: { ...jsonColumn(listOf(text<AlertTarget>())), name: 'targets' },
  cooldownMs: count,
  once: booleanColumn,
  description: optionalText,
  firedCount: count,
  lastFiredAt: nullableColumn(timestamp),
  createdAt: timestamp,
  keyId: nullableColumn(textColumn(format.keyId)),
});

/** Webhooks, alerts and deliveries in the ledger, through its writer and its readers. */
export class LedgerNotificationStore implements NotificationStore {
  readonly #writer: SqlWriter;
  readonly #reader: SqlReader;

  constructor(writer: SqlWriter, reader: SqlReader) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async webhooks(): Promise<readonly Webhook[]> {
    const rows = await this.#reader.all('SELECT * FROM webhooks ORDER BY created_at, webhook_id', []);
    return rows.map((row) => WEBHOOKS.toRecord(row));
  }

  async alerts(): Promise<readonly Alert[]> {
    const rows = await this.#reader.all('SELECT * FROM alerts ORDER BY created_at, alert_id', []);
    return rows.map((row) => ALERTS.toRecord(row));
  }

  save(change: NotificationChange): Promise<void> {
    const { webhooks, removedWebhooks, deliveries, removedDeliveries } = change;
    const ops: WriteOp[] = [];
    for (const row of change.alerts ?? []) ops.push(['alerts', ...ALERTS.toParams(row)]);
    for (const id of change.removedAlerts ?? []) ops.push([removal(ALERTS.name), id]);
    for (const row of webhooks ?? []) ops.push(['webhooks', ...WEBHOOKS.toParams(row)]);
    for (const id of removedWebhooks ?? []) ops.push([removal(WEBHOOKS.name), id]);
    for (const row of deliveries ?? []) ops.push(['webhook_deliveries', ...DELIVERIES.toParams(row)]);
    for (const row of removedDeliveries ?? [])
      ops.push([removal(DELIVERIES.name), row.webhookId, row.sequence]);
    return this.#writer.write(ops);
  }

  async entriesAfter(seq: number, limit: number): Promise<readonly LedgerEntry[]> {
    const sql = 'SELECT seq, at, cause, actor, events FROM entries WHERE seq > ? ORDER BY seq LIMIT ?';
    return (await this.#reader.all(sql, [seq, limit])).map(toLedgerEntry);
  }

  async pending(id: WebhookId, limit: number): Promise<readonly WebhookDelivery[]> {
    const sql = `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND status = 'PENDING'
      ORDER BY next_at, sequence LIMIT ?`;
    return (await this.#reader.all(sql, [id, limit])).map((row) => DELIVERIES.toRecord(row));
  }

  async delivery(id: WebhookId, sequence: number): Promise<WebhookDelivery | null> {
    const sql = 'SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND sequence = ?';
    const row = await this.#reader.get(sql, id, sequence);
    return row === null ? null : DELIVERIES.toRecord(row);
  }

  async deliveries({ webhookId: id, before, limit }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const sql = `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND sequence < ?
      ORDER BY sequence DESC LIMIT ?`;
    const rows = await this.#reader.all(sql, [id, before ?? Number.MAX_SAFE_INTEGER, limit]);
    return rows.map((row) => DELIVERIES.toRecord(row));
  }

  async bodies(id: WebhookId, type: MessageType, limit: number): Promise<readonly string[]> {
    const sql =
      'SELECT body FROM webhook_deliveries WHERE webhook_id = ? AND type = ? ORDER BY sequence DESC LIMIT ?';
    return (await this.#reader.all(sql, [id, type, limit])).map((row) => String(row['body']));
  }

  async expired(
    before: TimestampMs,
    limit: number,
  ): Promise<readonly Pick<WebhookDelivery, 'webhookId' | 'sequence'>[]> {
    const sql = `SELECT webhook_id, sequence FROM webhook_deliveries
      WHERE created_at < ? OR webhook_id NOT IN (SELECT webhook_id FROM webhooks) LIMIT ?`;
    return (await this.#reader.all(sql, [before, limit])).map((row) => ({
      webhookId: String(row['webhook_id']) as WebhookId,
      sequence: Number(row['sequence']),
    }));
  }
}
