import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GenericAssetId, InstrumentId, SubaccountId } from '../../contract/model/ids.ts';
import type { PositionOperation } from '../../contract/model/position-operation.ts';
import { DEMO, RAIN, TRADER } from '../../domain/order-state/order.fixture.ts';
import type { LedgerState } from '../../domain/projections/ledger-state.ts';
import { type AutomaticCandidate, findHistory, isTraded, RETRY_MS } from './automatic-candidates.ts';

const OTHER = 1002 as InstrumentId;
const ASSET = 'ga_7' as unknown as GenericAssetId;
const { accountId } = TRADER;

const candidate = (change: Partial<AutomaticCandidate> = {}): AutomaticCandidate => ({
  kind: 'REDEEM',
  accountId,
  subaccountId: 'sa_1' as SubaccountId,
  instrumentId: RAIN,
  venue: DEMO,
  qty: null,
  ...change,
});

describe('the history of a candidate', () => {
  const failed = (number: number, change: object = {}) =>
    ({
      ...candidate(),
      id: `pop_${number}`,
      keyId: null,
      status: 'FAILED',
      failure: 'failed_on_chain',
      venueMessage: null,
      endedAt: 1_000,
      ...change,
    }) as unknown as PositionOperation;
  const find = (change: Partial<AutomaticCandidate>, ...operations: readonly PositionOperation[]) =>
    findHistory({ operations: new Map(operations.map((each) => [each.id, each])) }, candidate(change));

  for (const [title, change, earlier, isSame] of [
    ['a redemption for another subaccount', { subaccountId: 'sa_2' as SubaccountId }, {}, true],
    ['a redemption of another market', { instrumentId: OTHER }, {}, false],
    ['a merge after a redemption', { kind: 'MERGE' }, {}, false],
    ['a merge', { kind: 'MERGE' }, { kind: 'MERGE' }, true],
    [
      'a merge of another subaccount',
      { kind: 'MERGE', subaccountId: 'sa_2' as SubaccountId },
      { kind: 'MERGE' },
      false,
    ],
    ['a redemption that a caller began', {}, { keyId: 'key_1' }, false],
  ] as const)
    test(`${title} ${isSame ? 'waits for the earlier one' : 'begins without waiting'}`, () => {
      const { failure, idempotencyKey } = find(change, failed(3, earlier));
      assert.equal(failure?.retryAt, isSame ? 1_000 + RETRY_MS : undefined);
      assert.match(idempotencyKey, isSame ? /:after:pop_3$/ : /:after:none$/);
    });

  test('counts the failures since the last one that was confirmed, in the order of their numbers', () => {
    const [old, confirmed] = [failed(2), failed(9, { status: 'CONFIRMED', failure: null })];
    const { failure, idempotencyKey } = find({}, failed(11, { endedAt: 5_000 }), failed(10), confirmed, old);
    assert.equal(failure?.retryAt, 5_000 + 2 * RETRY_MS);
    assert.match(idempotencyKey, /:after:pop_11$/);
  });
});

describe('a market is traded', () => {
  const params = { type: 'SMART_ROUTE' };
  const parent = {
    ...candidate(),
    status: 'ACTIVE',
    side: 'BUY',
    outcome: 'YES',
    params,
    genericAssetId: ASSET,
  };
  const traded = (change: object, members: readonly InstrumentId[] | null): boolean => {
    const state = { orders: new Map(), parents: new Map([['par_1', { ...parent, ...change }]]) };
    const asset = () => (members === null ? null : { members: members.map((id) => ({ instrumentId: id })) });
    return isTraded(state as unknown as LedgerState, candidate(), { asset } as never);
  };
  const elsewhere = { instrumentId: OTHER };

  test('by a complex order of an asset with it, also while the markets of the asset are not known', () => {
    assert.equal(traded(elsewhere, [OTHER, RAIN]), true);
    assert.equal(traded(elsewhere, [OTHER]), false);
    assert.equal(traded(elsewhere, null), true);
  });

  test('by no complex order that is over, or of another subaccount or account', () => {
    for (const change of [{ status: 'FILLED' }, { subaccountId: 'sa_2' }, { accountId: 'acc_2' }])
      assert.equal(traded({ ...elsewhere, ...change }, [RAIN]), false);
  });
});
