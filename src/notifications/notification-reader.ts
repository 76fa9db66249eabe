import type { Order, OrderId, Parent, ParentId } from '#contract';
import {
  getOwner,
  type JournalNotice,
  type Notification,
  type NotificationType,
  type Subject,
  toNotices,
} from '#domain';
import type { Journal, NotificationStore } from '#ports';

/** Renders records as the API does. */
export interface RecordRenderers {
  order(order: Order): unknown;
  parent(parent: Parent): unknown;
  subject(subject: Exclude<Subject, { readonly kind: 'order' | 'parent' }>): unknown;
}

export interface ReadNotification extends Notification {
  readonly seq: number;
}

export interface NotificationPage {
  readonly throughSeq: number; // of the last entry read
  readonly notifications: readonly ReadNotification[];
}

export interface NotificationReaderDeps {
  readonly notifications: NotificationStore;
  readonly journal: Pick<Journal, 'order' | 'parent'>;
  readonly records: RecordRenderers;
}

/** Reads notifications from the durable entries of the journal, with the present records of what they are about. */
export class NotificationReader {
  readonly #deps: NotificationReaderDeps;

  constructor(deps: NotificationReaderDeps) {
    this.#deps = deps;
  }

  /**
   * @param wanted  other types are skipped, so that no record is read for them
   * @returns       null when there are no entries after `seq`
   */
  async read(
    seq: number,
    limit: number,
    wanted: ReadonlySet<NotificationType>,
  ): Promise<NotificationPage | null> {
    const entries = await this.#deps.notifications.entriesAfter(seq, limit);
    const last = entries.at(-1);
    if (last === undefined) return null;
    const notifications: ReadNotification[] = [];
    for (const notice of toNotices(entries)) {
      const read = wanted.has(notice.type) ? await this.#toNotification(notice) : null;
      if (read !== null) notifications.push(read);
    }
    return { throughSeq: last.seq, notifications };
  }

  async #toNotification({ subject, ...notice }: JournalNotice): Promise<ReadNotification | null> {
    if (subject.kind === 'order') return this.#ofOrder(notice, subject.id);
    if (subject.kind === 'parent') return this.#ofParent(notice, subject.id);
    const { accountId, subaccountId } = getOwner(subject);
    return { ...notice, accountId, subaccountId, data: this.#deps.records.subject(subject) };
  }

  async #ofOrder(notice: Omit<JournalNotice, 'subject'>, id: OrderId): Promise<ReadNotification | null> {
    const order = await this.#deps.journal.order(id);
    if (order === null) return null;
    const { accountId, subaccountId } = order;
    return { ...notice, accountId, subaccountId, data: this.#deps.records.order(order) };
  }

  async #ofParent(notice: Omit<JournalNotice, 'subject'>, id: ParentId): Promise<ReadNotification | null> {
    const parent = await this.#deps.journal.parent(id);
    if (parent === null) return null;
    const { accountId, subaccountId } = parent;
    return { ...notice, accountId, subaccountId, data: this.#deps.records.parent(parent) };
  }
}
