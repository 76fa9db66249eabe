import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Approval, ApprovalId } from '../contract/model/approval.ts';
import {
  type AccountId,
  type ClientOrderId,
  type GenericAssetId,
  getIdNumber,
  type InstrumentId,
  type KeyId,
  type OrderTag,
  type SessionId,
  type SubaccountId,
  toChildClientId,
  toOrderId,
  toParentId,
} from '../contract/model/ids.ts';
import type { Notional, Price } from '../contract/model/money.ts';
import { isParentOver, type Parent, type ParentState, type ParentStatus } from '../contract/model/parent.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { NO_CHILDREN } from '../domain/complex-orders/parent-projection.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { anyParent } from '../domain/events/parent-samples.fixture.ts';
import type { AssetReview } from '../domain/instruments/asset-review.ts';
import type { ParentQuery } from '../ports/journal.ts';
import { ACCOUNT, DEMO, INSTRUMENT, LedgerBuilder, SUBACCOUNT } from './ledger.fixture.ts';
import { STORE_KINDS } from './store-kinds.fixture.ts';

const OTHER_ACCOUNT = 'acc_2' as AccountId;
const OTHER_SUBACCOUNT = 'sa_2' as SubaccountId;
const MAKER = 'maker-1' as OrderTag;

/** An approval whose fields all differ. */
const APPROVAL: Approval = {
  id: 'apr_1' as ApprovalId,
  accountId: ACCOUNT,
  keyId: 'key_2' as KeyId,
  subaccountId: SUBACCOUNT,
  clientOrderId: 'order-3' as ClientOrderId,
  fingerprint: 'print-4',
  body: '{"qty":"5"}',
  cost: 6n as Notional,
  status: 'APPROVED',
  createdAt: 7 as TimestampMs,
  expiresAt: 8 as TimestampMs,
  decidedAt: 9 as TimestampMs,
  decidedBy: 'key_10' as KeyId,
  orderId: toOrderId(11),
};

/** A review whose fields all differ. */
const REVIEW: AssetReview = {
  genericAssetId: 1_000_001 as GenericAssetId,
  status: 'APPROVED',
  simulated: true,
  title: 'the title',
  description: 'the description',
  category: 'the category',
  members: [],
  by: 'the reviewer',
  why: 'the reason',
  at: 12 as TimestampMs,
};

const STATUSES: readonly ParentStatus[] = [
  'WAITING',
  'WORKING',
  'PAUSED',
  'CANCELLING',
  'FILLED',
  'CANCELLED',
  'EXPIRED',
];

const [SAMPLE] = fc.sample(anyParent, { seed: 1, numRuns: 1 });
assert.ok(SAMPLE !== undefined);
const STOP: Parent['params'] = {
  type: 'STOP',
  triggerPrice: 50_000_000n as Price,
  triggerSource: 'TOUCH',
  confirmMs: 0,
  maxSlippage: null,
  afterPartial: 'REPEAT',
  fireIfMet: false,
  maxOutageMs: null,
};
const TWAP: Parent['params'] = {
  type: 'TWAP',
  durationMs: 60_000,
  slices: 5,
  style: 'PASSIVE',
  catchUp: 'SPREAD',
  finish: 'CANCEL',
  maxOutageMs: null,
};

/** Complex orders 1 to 9: one of each status, then one of another subaccount and one of another account. */
const PARENTS: readonly Parent[] = [...STATUSES, 'WORKING' as const, 'WORKING' as const].map(
  (status, index): Parent => ({
    ...SAMPLE,
    ...NO_CHILDREN,
    pair: null,
    id: toParentId(index + 1),
    accountId: index === 8 ? OTHER_ACCOUNT : ACCOUNT,
    subaccountId: index === 7 ? OTHER_SUBACCOUNT : SUBACCOUNT,
    idempotencyKey: `parent-${index + 1}` as ClientOrderId,
    instrumentId: (index % 2 === 0 ? INSTRUMENT : 1_002) as InstrumentId,
    genericAssetId: null,
    params: index % 3 === 0 ? STOP : TWAP,
    tag: index === 1 || index === 4 ? MAKER : null,
    status,
  }),
);

/** The part of a complex order that a decision replaces. */
const toState = (parent: Parent): ParentState => ({
  status: parent.status,
  reason: parent.reason,
  endsAs: parent.endsAs,
  pausedBy: parent.pausedBy,
  pausedAt: parent.pausedAt,
  needsResume: parent.needsResume,
  triggeredAt: parent.triggeredAt,
  triggeredBy: parent.triggeredBy,
  nextAt: parent.nextAt,
  refusals: parent.refusals,
  handledChild: parent.handledChild,
  moves: parent.moves,
  progress: parent.progress,
  actingKeyId: parent.actingKeyId,
});

const accept = (parent: Parent): LedgerEvent => ({ type: 'ParentAccepted', parent });
const numbers = (rows: readonly { readonly id: Parameters<typeof getIdNumber>[0] }[]): number[] =>
  rows.map(({ id }) => getIdNumber(id));

async function recordParents(ledger: LedgerBuilder): Promise<void> {
  await ledger.openAccount();
  for (const parent of PARENTS) await ledger.record('complex_submit', [accept(parent)]);
}

for (const conforms of STORE_KINDS) {
  conforms(
    'complex orders that are not over are loaded, each of their statuses, with every field',
    async (subject) => {
      await recordParents(new LedgerBuilder(subject.store.journal));
      const { store } = await subject.reopen();
      const { parents, parentNumber } = await store.journal.load();
      assert.deepEqual(
        parents,
        PARENTS.filter(({ status }) => !isParentOver(status)),
      );
      assert.equal(parentNumber, PARENTS.length);
      for (const parent of PARENTS) assert.deepEqual(await store.journal.parent(parent.id), parent);
    },
  );

  conforms('a complex order is found by its key, for its account only', async (subject) => {
    const ledger = new LedgerBuilder(subject.store.journal);
    await recordParents(ledger);
    const { store } = await subject.reopen();
    const find = (account: AccountId, key: string) =>
      store.journal.parentByKey(account, key as ClientOrderId);
    assert.deepEqual(await find(ACCOUNT, 'parent-1'), PARENTS[0]);
    assert.equal(await find(OTHER_ACCOUNT, 'parent-1'), null);
    assert.deepEqual(await find(OTHER_ACCOUNT, 'parent-9'), PARENTS[8]);
    assert.equal(await find(ACCOUNT, 'parent-9'), null);
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate); // until the keys are known
    const [sample] = PARENTS;
    assert.ok(sample !== undefined);
    const later = { ...sample, id: toParentId(10), idempotencyKey: 'parent-10' as ClientOrderId };
    const next = new LedgerBuilder(store.journal);
    Object.assign(next.state, ledger.state);
    assert.equal(await find(ACCOUNT, 'parent-10'), null);
    await next.record('complex_submit', [accept(later)]);
    assert.deepEqual(await find(ACCOUNT, 'parent-10'), later, 'also a new one of this process');
  });

  conforms(
    'complex orders come newest first, in pages, by each filter, of that subaccount only',
    async ({ store }) => {
      await recordParents(new LedgerBuilder(store.journal));
      const found = async (query: Partial<ParentQuery>): Promise<number[]> =>
        numbers(
          await store.journal.parents({ accountId: ACCOUNT, subaccountId: SUBACCOUNT, limit: 100, ...query }),
        );
      assert.deepEqual(await found({}), [7, 6, 5, 4, 3, 2, 1]);
      assert.deepEqual(await found({ limit: 2 }), [7, 6]);
      assert.deepEqual(await found({ before: 3 }), [2, 1]);
      for (const [index, status] of STATUSES.entries())
        assert.deepEqual(await found({ status }), [index + 1]);
      assert.deepEqual(await found({ type: 'STOP' }), [7, 4, 1]);
      assert.deepEqual(await found({ type: 'TWAP', status: 'WORKING' }), [2]);
      assert.deepEqual(await found({ type: 'STOP', status: 'WORKING' }), []);
      assert.deepEqual(await found({ instrumentId: 1_002 as InstrumentId }), [6, 4, 2]);
      assert.deepEqual(await found({ tag: MAKER }), [5, 2]);
      assert.deepEqual(await found({ tag: MAKER, status: 'WORKING' }), [2]);
      assert.deepEqual(await found({ subaccountId: OTHER_SUBACCOUNT }), [8]);
      assert.deepEqual(await found({ accountId: OTHER_ACCOUNT }), [9]);
    },
  );

  conforms(
    'a changed complex order is listed with its new state only, and its entries oldest first',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await recordParents(ledger);
      const [first, second] = PARENTS;
      assert.ok(first !== undefined && second !== undefined);
      const decide = (change: Partial<Parent>): Promise<void> =>
        ledger.record('complex_order', [
          {
            type: 'ParentDecided',
            parentId: first.id,
            decision: 'triggered',
            state: { ...toState(first), ...change },
            book: null,
            detail: null,
          },
        ]);
      await decide({ status: 'WORKING' });
      await decide({ status: 'CANCELLED', reason: 'user_cancel' });
      const query = { accountId: ACCOUNT, subaccountId: SUBACCOUNT, limit: 100 };
      assert.deepEqual(numbers(await store.journal.parents({ ...query, status: 'WORKING' })), [2]);
      assert.deepEqual(numbers(await store.journal.parents({ ...query, status: 'CANCELLED' })), [6, 1]);
      assert.deepEqual(await store.journal.parent(first.id), ledger.state.parents.get(first.id));
      const entries = async (id: Parent['id'], limit = 100) =>
        (await store.journal.entriesForParent(id, limit)).map(({ events }) => events.map(({ type }) => type));
      assert.deepEqual(await entries(first.id), [['ParentAccepted'], ['ParentDecided'], ['ParentDecided']]);
      assert.deepEqual(await entries(first.id, 1), [['ParentAccepted']]);
      assert.deepEqual(await entries(second.id), [['ParentAccepted']]);
    },
  );

  conforms('the children of a complex order are those that name it', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await recordParents(ledger);
    for (const [parent, child] of [
      [1, 1],
      [2, 1],
      [1, 2],
    ] as const) {
      const parentId = toParentId(parent);
      await ledger.accept({ parentId, clientOrderId: toChildClientId(parentId, child) });
    }
    const children = async (number: number) =>
      numbers(
        await store.journal.orders({
          accountId: ACCOUNT,
          subaccountId: SUBACCOUNT,
          limit: 100,
          parentId: toParentId(number),
        }),
      );
    assert.deepEqual([await children(1), await children(2), await children(3)], [[3, 1], [2], []]);
  });

  conforms(
    'approvals and reviews keep every field, and what is forgotten or ended leaves its table',
    async (subject) => {
      const ledger = new LedgerBuilder(subject.store.journal);
      await ledger.openAccount();
      const session = {
        sessionId: 'ses_1' as SessionId,
        accountId: ACCOUNT,
        keyId: 'key_2' as KeyId,
        subaccountId: null,
        onDisconnect: 'SUBACCOUNT',
        openedAt: 3 as TimestampMs,
      } as const;
      await ledger.record('review', [
        { type: 'ApprovalSet', approval: APPROVAL },
        { type: 'AssetApproved', review: REVIEW },
        { type: 'SessionOpened', session },
        { type: 'SessionOpened', session: { ...session, sessionId: 'ses_2' as SessionId } },
      ]);
      const second = await subject.reopen();
      const loaded = await second.store.journal.load();
      assert.deepEqual([loaded.approvals, loaded.assetReviews], [[APPROVAL], [REVIEW]]);
      assert.deepEqual(
        loaded.sessions.map(({ sessionId }) => sessionId),
        ['ses_1', 'ses_2'],
      );
      const later = new LedgerBuilder(second.store.journal);
      Object.assign(later.state, ledger.state);
      const next = { ...APPROVAL, id: 'apr_2' as ApprovalId, decidedAt: null };
      await later.record('review', [
        { type: 'ApprovalSet', approval: next },
        { type: 'SessionEnded', sessionId: session.sessionId },
      ]);
      const third = await (await second.reopen()).store.journal.load();
      assert.deepEqual(third.approvals, [...later.state.approvals.values()]);
      assert.deepEqual(
        third.approvals.map(({ id }) => id),
        ['apr_2'],
      );
      assert.deepEqual(
        third.sessions.map(({ sessionId }) => sessionId),
        ['ses_2'],
      );
    },
  );

  conforms(
    'the newest anomalies are loaded oldest first, and the time is that of the newest entry',
    async (subject) => {
      const ledger = new LedgerBuilder(subject.store.journal);
      await ledger.openAccount();
      const lastAt: unknown[] = [];
      for (const detail of ['one', 'two', 'three']) {
        await ledger.record('venue_report', [
          { type: 'AnomalyRecorded', venue: DEMO, kind: 'external_order', orderId: null, detail },
        ]);
        lastAt.push((await subject.store.journal.load()).lastAt);
      }
      const { store } = await subject.reopen();
      const { anomalies, lastAt: reopened } = await store.journal.load();
      assert.deepEqual(
        anomalies.map(({ detail }) => detail),
        ['one', 'two', 'three'],
      );
      assert.equal(reopened, lastAt.at(-1));
      assert.equal(new Set(lastAt).size, 3, 'each entry has a later time');
    },
  );

  conforms(
    'after a restore, numbers continue after the highest that may have been assigned',
    async (subject) => {
      const ledger = new LedgerBuilder(subject.store.journal);
      await ledger.openAccount();
      const skipped = { instrumentIdSkipped: 400, assetIdSkipped: 500 };
      const restore = (add: number): Promise<void> =>
        ledger.record('restore', [
          {
            type: 'LedgerRestored',
            orderNumber: 100 + add,
            fillNumber: 200 + add,
            parentNumber: 300 + add,
            ...skipped,
          },
        ]);
      await restore(0);
      await restore(7); // a second restore counts from the first
      const { store } = await subject.reopen();
      const { orderNumber, fillNumber, parentNumber, instrumentIdSkipped, assetIdSkipped } =
        await store.journal.load();
      assert.deepEqual([orderNumber, fillNumber, parentNumber], [107, 207, 307]);
      assert.deepEqual({ instrumentIdSkipped, assetIdSkipped }, skipped);
    },
  );

  conforms('fills are read after a number, oldest first, of every account', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await ledger.recordSampleTrading();
    const after = async (number: number, limit = 100) =>
      numbers(await store.journal.fillsAfter(number, limit));
    assert.deepEqual(
      [await after(0), await after(1), await after(3), await after(0, 2)],
      [[1, 2, 3], [2, 3], [], [1, 2]],
    );
  });
}
