import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import type { ClientOrderId, KeyId, SubaccountId } from '../../contract/model/ids.ts';
import { toDayLimitFields } from '../../contract/model/limits.ts';
import { type Notional, parseQty, renderNotional } from '../../contract/model/money.ts';
import type { OperationKind, PositionOperation } from '../../contract/model/position-operation.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import type { OperationSeal } from '../../ports/venue.ts';
import { getOperationNumber, type OperationRequest, type OperationTerms } from './operation-types.ts';
import { CONFIRMED, MARKET, ONE_USD, OperationVenue, PENDING, UNKNOWN } from './operation-venue.fixture.ts';

const SA_2 = 'sa_2' as SubaccountId;

interface Tokens extends OmsHarness {
  readonly tokenVenue: OperationVenue;
}

async function open(from: Partial<Tokens> = {}): Promise<Tokens> {
  const tokenVenue = from.tokenVenue ?? new OperationVenue();
  const harness = await openOms({ ...from, venue: tokenVenue });
  await settle();
  return Object.assign(harness, { tokenVenue });
}

/** Kills the process and starts another one on the same ledger. */
const restart = (harness: Tokens): Promise<Tokens> => {
  harness.oms.stop();
  const { clock, storage, market, tokenVenue } = harness;
  return open({ clock, storage, market, tokenVenue });
};

async function buy(harness: Tokens, outcome: 'YES' | 'NO', size: string, subaccount = 'sa_1'): Promise<void> {
  await submit(harness, { outcome, qty: size, price: '0.4', tif: 'IOC', subaccount_id: subaccount });
  await settle();
}

/** Pairs come from a split, since an order for the other outcome sells what is held. */
async function hold(harness: Tokens, size: string, subaccount = 'sa_1'): Promise<void> {
  const before = { send: harness.tokenVenue.onSend };
  harness.tokenVenue.onSend = () => CONFIRMED;
  await begin(harness, 'SPLIT', size, { subaccountId: subaccount as SubaccountId });
  await settle();
  harness.tokenVenue.onSend = before.send;
  harness.tokenVenue.calls.length = 0;
}

const toRequest = (kind: OperationKind, size: string | null, change: object = {}): OperationRequest => ({
  kind,
  subaccountId: 'sa_1' as SubaccountId,
  instrumentId: MARKET,
  qty: size === null ? null : parseQty(size),
  idempotencyKey: null,
  ...change,
});

const begin = async (
  harness: Tokens,
  kind: OperationKind,
  size: string | null,
  change: object = {},
): Promise<PositionOperation> =>
  value(await harness.oms.operations.request(TRADER, toRequest(kind, size, change))).operation;

const preview = async (harness: Tokens, kind: OperationKind, size: string | null): Promise<OperationTerms> =>
  value(await harness.oms.operations.preview(TRADER, toRequest(kind, size)));

const refusal = async (
  harness: Tokens,
  kind: OperationKind,
  size: string | null,
  change: object = {},
): Promise<string> => {
  const result = await harness.oms.operations.request(TRADER, toRequest(kind, size, change));
  return result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`;
};

const latest = ({ oms }: Tokens): PositionOperation => {
  const [found] = value(oms.operations.list(TRADER, { subaccountId: 'sa_1' as SubaccountId, limit: 1 }));
  assert.ok(found !== undefined);
  return found;
};

const pairs = ({ oms }: Tokens): bigint[] => [...oms.state.tokenPairs.values()].map((row) => row.pairs);
const claims = ({ oms }: Tokens): string[] =>
  [...oms.state.claims.values()].map((row) => `${row.subaccountId} ${renderNotional(row.payout)}`);

async function resolve(
  harness: Tokens,
  result: 'YES' | 'NO' | 'FRACTION',
  settlementPrice: string,
): Promise<void> {
  harness.market.set(
    openInstrument(MARKET, { status: 'SETTLED', result, settlementPrice: price(settlementPrice) }),
  );
  await settle();
}

/** What the venue reports from now on. */
function setBalance({ tokenVenue }: Tokens, dollars: bigint): void {
  const amount = dollars * ONE_USD;
  tokenVenue.balance = async () => ({ currency: 'pUSD', total: amount, available: amount }) as never;
}

async function pass(harness: Tokens, ms: number): Promise<void> {
  harness.clock.advance(ms);
  await settle();
}

describe('a merge', () => {
  test('is durable, sealed, sent once and confirmed by the venue; only then are the pairs gone', async () => {
    const harness = await open();
    await hold(harness, '10');
    const operation = await begin(harness, 'MERGE', null);
    assert.deepEqual(
      [operation.status, operation.qty, operation.cash],
      ['REQUESTED', qty('10'), 10n * ONE_USD],
    );
    await settle();
    assert.equal(latest(harness).status, 'SENT');
    assert.deepEqual(pairs(harness), [qty('10')]);
    await pass(harness, 2_000);
    const done = latest(harness);
    assert.deepEqual(
      [done.status, done.transactionHash, done.venueOperationId],
      ['CONFIRMED', '0xab', 'v-1'],
    );
    assert.deepEqual(pairs(harness), []);
    assert.deepEqual(harness.tokenVenue.calls, ['seal', 'send MERGE 1000000000 seal 2', 'query seal 2 v-1']);
  });

  test('takes no tokens that are promised to a sale, and a sale takes none that it converts', async () => {
    const harness = await open();
    await hold(harness, '10');
    await submit(harness, { side: 'SELL', outcome: 'YES', qty: '4', price: '0.9' });
    assert.equal((await preview(harness, 'MERGE', null)).qty, qty('6'));
    assert.match(await refusal(harness, 'MERGE', '7'), /^validation: qty is more than the 6 pairs/);
    await begin(harness, 'MERGE', '6');
    assert.match(await refusal(harness, 'MERGE', null), /^nothing_to_convert: the tokens .* promised/);
    await settle();
    // A sale of the rest would sell tokens that the merge converts: it buys the other outcome.
    const order = await submit(harness, { side: 'SELL', outcome: 'YES', qty: '6', price: '0.9' });
    assert.deepEqual(
      getOrder(harness, order.id).legs.map(({ tokenSide }) => tokenSide),
      ['BUY'],
    );
  });

  test('of two at the same time together take no more than is held', async () => {
    const harness = await open();
    await hold(harness, '10');
    const both = await Promise.all(
      ['6', '6'].map((size) => harness.oms.operations.request(TRADER, toRequest('MERGE', size))),
    );
    assert.deepEqual(both.map(resultCode).toSorted(), ['ok', 'validation']);
  });

  test('that fails on the chain leaves the pairs, and frees them', async () => {
    const harness = await open();
    await hold(harness, '10');
    harness.tokenVenue.onQueryOperation = () => ({
      kind: 'failed',
      failure: 'failed_on_chain',
      venueMessage: 'execution reverted',
    });
    await begin(harness, 'MERGE', null);
    await settle();
    await pass(harness, 2_000);
    const { status, failure, venueMessage } = latest(harness);
    assert.deepEqual([status, failure, venueMessage], ['FAILED', 'failed_on_chain', 'execution reverted']);
    assert.equal((await preview(harness, 'MERGE', null)).qty, qty('10'));
  });

  test('of a market that is settled before it is confirmed reduces the claim', async () => {
    const harness = await open();
    await hold(harness, '10');
    harness.tokenVenue.onQueryOperation = () => PENDING;
    await begin(harness, 'MERGE', '4');
    await settle();
    await resolve(harness, 'YES', '1');
    assert.deepEqual([pairs(harness), claims(harness)], [[], ['sa_1 10']]);
    assert.match(await refusal(harness, 'REDEEM', null), /^nothing_to_convert: pop_\d+ already converts/);
    harness.tokenVenue.onQueryOperation = () => CONFIRMED;
    await pass(harness, 60_000);
    assert.deepEqual(claims(harness), ['sa_1 6']);
  });
});

describe('a redemption', () => {
  for (const [outcome, result, settlementPrice, payout] of [
    ['YES', 'YES', '1', '10'],
    ['NO', 'NO', '0', '10'],
    ['YES', 'NO', '0', null],
    ['NO', 'YES', '1', null],
  ] as const)
    test(`of ${outcome} tokens after ${result} pays ${payout ?? 'nothing, and is refused'}`, async () => {
      const harness = await open();
      await buy(harness, outcome, '10');
      assert.match(await refusal(harness, 'REDEEM', null), /no result yet/);
      await resolve(harness, result, settlementPrice);
      assert.deepEqual(claims(harness), payout === null ? [] : [`sa_1 ${payout}`]);
      if (payout === null) return assert.match(await refusal(harness, 'REDEEM', null), /^nothing_to_convert/);
      const { cash } = await begin(harness, 'REDEEM', null);
      assert.equal(renderNotional(cash), payout);
      await settle();
      await pass(harness, 2_000);
      assert.deepEqual([latest(harness).status, claims(harness)], ['CONFIRMED', []]);
      assert.deepEqual(harness.tokenVenue.calls.slice(0, 2), ['seal', 'send REDEEM all seal 1']);
      assert.equal(harness.oms.state.positions.size, 0);
    });

  test('takes the tokens of all subaccounts, each with its own payout', async () => {
    const harness = await open();
    await buy(harness, 'YES', '10');
    await buy(harness, 'YES', '3', 'sa_2');
    await hold(harness, '2', 'sa_2');
    await resolve(harness, 'YES', '1');
    assert.deepEqual(claims(harness).toSorted(), ['sa_1 10', 'sa_2 5']);
    const terms = await preview(harness, 'REDEEM', null);
    assert.deepEqual([terms.cash, terms.walletCash], [10n * ONE_USD, 15n * ONE_USD]);
    await begin(harness, 'REDEEM', null);
    await settle();
    await pass(harness, 2_000);
    assert.deepEqual(claims(harness), []);
  });

  test('of a fraction pays its part of the position, and each pair 1', async () => {
    const harness = await open();
    await buy(harness, 'NO', '10');
    await hold(harness, '2');
    await resolve(harness, 'FRACTION', '0.3');
    assert.deepEqual([pairs(harness), claims(harness)], [[], ['sa_1 9']]); // 10 × 0.7 + 2
  });

  test('of pairs without a position pays 1 for each', async () => {
    const harness = await open();
    await hold(harness, '10');
    await resolve(harness, 'NO', '0');
    assert.deepEqual([pairs(harness), claims(harness)], [[], ['sa_1 10']]);
  });

  test('leaves what was settled after its request', async () => {
    const harness = await open();
    await buy(harness, 'YES', '10');
    await resolve(harness, 'YES', '1');
    harness.tokenVenue.onQueryOperation = () => PENDING;
    await begin(harness, 'REDEEM', null);
    await settle();
    harness.market.set(openInstrument(MARKET));
    await buy(harness, 'YES', '2'); // reported late
    await resolve(harness, 'YES', '1');
    assert.deepEqual(claims(harness), ['sa_1 12']);
    harness.tokenVenue.onQueryOperation = () => CONFIRMED;
    await pass(harness, 60_000);
    assert.deepEqual(claims(harness), ['sa_1 2']);
  });
});

describe('a split', () => {
  test('turns cash into pairs, and its cash is promised until it has ended', async () => {
    const harness = await open();
    await begin(harness, 'SPLIT', '60');
    assert.match(await refusal(harness, 'SPLIT', '60'), /^insufficient_balance/);
    const order = await harness.oms.orders.submit(TRADER, orderBody({ qty: '100', price: '0.5' }), null);
    assert.equal(resultCode(order), 'insufficient_balance');
    await settle();
    await pass(harness, 2_000);
    assert.deepEqual([latest(harness).status, pairs(harness)], ['CONFIRMED', [qty('60')]]);
    assert.equal(harness.oms.state.positions.size, 0);
  });

  test('keeps its cash promised after its end, until a balance of the venue is without it', async () => {
    const harness = await open();
    await begin(harness, 'SPLIT', '60');
    await settle();
    await pass(harness, 2_000);
    assert.equal(latest(harness).status, 'CONFIRMED');
    assert.equal((await preview(harness, 'SPLIT', '40')).cash, 40n * ONE_USD);
    assert.match(await refusal(harness, 'SPLIT', '40.01'), /^insufficient_balance/);
    setBalance(harness, 40n);
    await pass(harness, 2_000);
    await pass(harness, 2_000);
    assert.equal((await preview(harness, 'SPLIT', '40')).cash, 40n * ONE_USD);
    assert.match(await refusal(harness, 'SPLIT', '40.01'), /^insufficient_balance/);
  });

  test('may spend all cash after a merge, which pays and takes none', async () => {
    const harness = await open();
    await hold(harness, '60');
    await pass(harness, 4_000);
    harness.tokenVenue.onSend = () => CONFIRMED;
    await begin(harness, 'MERGE', null);
    await settle();
    assert.equal(latest(harness).status, 'CONFIRMED');
    assert.equal((await preview(harness, 'SPLIT', '100')).cash, 100n * ONE_USD);
  });

  test('needs a quantity, an open market and no kill switch', async () => {
    const harness = await open();
    assert.match(await refusal(harness, 'SPLIT', null), /qty is required/);
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
    assert.match(await refusal(harness, 'SPLIT', '1'), /^kill_switch/);
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: false });
    harness.market.set(openInstrument(MARKET, { status: 'PAUSED' }));
    assert.match(await refusal(harness, 'SPLIT', '1'), /^market_not_open/);
  });

  test('that is confirmed after the result becomes a claim at once', async () => {
    const harness = await open();
    harness.tokenVenue.onQueryOperation = () => PENDING;
    await begin(harness, 'SPLIT', '5');
    await settle();
    await resolve(harness, 'NO', '0');
    harness.tokenVenue.onQueryOperation = () => CONFIRMED;
    await pass(harness, 60_000);
    assert.deepEqual([pairs(harness), claims(harness)], [[], ['sa_1 5']]);
  });
});

describe('what is refused in words', () => {
  test('a venue that nets both outcomes', async () => {
    const harness = await openOms();
    const result = await harness.oms.operations.request(TRADER, toRequest('REDEEM', null));
    assert.equal(resultCode(result), 'operation_unsupported');
    assert.match(result.ok ? '' : result.error.message, /nets YES and NO and pays results by itself/);
  });

  test('an account that cannot do it, another subaccount, and an unknown market', async () => {
    const harness = await open();
    harness.tokenVenue.obstacle = 'this wallet needs gas';
    assert.equal(await refusal(harness, 'MERGE', null), 'operation_unsupported: this wallet needs gas');
    assert.match(await refusal(harness, 'MERGE', null, { subaccountId: 'sa_9' }), /^not_found/);
    assert.match(await refusal(harness, 'MERGE', null, { instrumentId: 7 }), /^not_found/);
  });

  test('unsettled tokens', async () => {
    const harness = await open();
    harness.tokenVenue.settlement = 'PENDING';
    await buy(harness, 'YES', '10');
    assert.match(await refusal(harness, 'MERGE', null), /no tokens of both outcomes/);
  });
});

describe('an idempotency key', () => {
  test('returns the same operation, and refuses another request', async () => {
    const harness = await open();
    await hold(harness, '10');
    const first = await begin(harness, 'MERGE', '4', { idempotencyKey: 'k-1' });
    await settle();
    const again = value(
      await harness.oms.operations.request(TRADER, toRequest('MERGE', '4', { idempotencyKey: 'k-1' })),
    );
    assert.deepEqual([again.replayed, again.operation.id], [true, first.id]);
    assert.match(await refusal(harness, 'MERGE', '5', { idempotencyKey: 'k-1' }), /^idempotency_conflict/);
    assert.equal(harness.tokenVenue.calls.filter((call) => call.startsWith('send')).length, 1);
  });
});

test('a key of another subaccount sees no operation, not by its id, in a list or with its idempotency key', async () => {
  const harness = await open();
  await hold(harness, '10');
  const idempotencyKey = 'k-1' as ClientOrderId;
  const { id } = await begin(harness, 'MERGE', '4', { idempotencyKey });
  const { operations } = harness.oms;
  const other: Caller = { ...TRADER, subaccounts: [SA_2] };
  assert.deepEqual(
    [TRADER, other].map((caller) => resultCode(operations.get(caller, id))),
    ['ok', 'not_found'],
  );
  const query = { subaccountId: 'sa_1' as SubaccountId, limit: 10 };
  assert.deepEqual(
    [TRADER, other].map((caller) => resultCode(operations.list(caller, query))),
    ['ok', 'forbidden'],
  );
  const change = { subaccountId: SA_2, idempotencyKey };
  const repeat = await operations.request(other, toRequest('MERGE', '4', change));
  assert.equal(resultCode(repeat), 'idempotency_conflict');
});

test('a list continues before the operation that its cursor names', async () => {
  const harness = await open();
  await hold(harness, '10');
  for (const size of ['1', '2', '3']) await begin(harness, 'MERGE', size);
  const list = (query: object) =>
    value(harness.oms.operations.list(TRADER, { subaccountId: 'sa_1' as SubaccountId, limit: 2, ...query }));
  const [newest, second] = list({});
  assert.deepEqual([newest?.qty, second?.qty], [qty('3'), qty('2')]);
  const before = getOperationNumber(second?.id ?? assert.fail('two'));
  assert.deepEqual(
    list({ before }).map((each) => each.qty),
    [qty('1'), qty('10')],
  );
});

describe('a crash', () => {
  const NEVER = { kind: 'failed', failure: 'never_executed', venueMessage: null } as const;
  const never = new Promise<never>(() => undefined);

  /** Ten pairs and nothing else, which a redemption takes once the market is settled. */
  async function prepare(kind: OperationKind): Promise<Tokens> {
    const harness = await open();
    await hold(harness, '10');
    if (kind === 'REDEEM') await resolve(harness, 'YES', '1');
    return harness;
  }

  const countSends = ({ tokenVenue: { calls } }: Tokens): number =>
    calls.filter((call) => call.startsWith('send')).length;

  for (const [kind, size, done] of [
    ['SPLIT', '5', { pairs: [qty('15')], claims: [] }],
    ['MERGE', null, { pairs: [], claims: [] }],
    ['REDEEM', null, { pairs: [], claims: [] }],
  ] as const) {
    test(`of a ${kind} between the request and the seal: the next process sends it, once`, async () => {
      const harness = await prepare(kind);
      harness.tokenVenue.canSeal = false;
      await begin(harness, kind, size);
      await settle();
      assert.equal(latest(harness).status, 'REQUESTED');
      const next = await restart(harness);
      harness.tokenVenue.canSeal = true;
      await pass(next, 60_000);
      await pass(next, 60_000);
      assert.equal(latest(next).status, 'CONFIRMED');
      assert.deepEqual({ pairs: pairs(next), claims: claims(next) }, done);
      assert.equal(countSends(harness), 1);
    });

    for (const [point, onSend, status] of [
      ['the seal and the answer', () => never, 'SENDING'],
      ['the answer and the end', () => PENDING, 'SENT'],
    ] as const)
      for (const [title, found, expected] of [
        ['the venue has it', CONFIRMED, 'CONFIRMED null'],
        ['the venue proves that it was never executed', NEVER, 'FAILED never_executed'],
      ] as const)
        test(`of a ${kind} between ${point}: it is queried and never sent again; ${title}`, async () => {
          const harness = await prepare(kind);
          const before = { pairs: pairs(harness), claims: claims(harness) };
          harness.tokenVenue.onSend = onSend;
          harness.tokenVenue.onQueryOperation = () => UNKNOWN;
          await begin(harness, kind, size);
          await settle();
          assert.deepEqual([latest(harness).status, latest(harness).seal], [status, 'seal 2']);
          const next = await restart(harness);
          await pass(next, 2_000);
          assert.equal(latest(next).status, status);
          assert.deepEqual({ pairs: pairs(next), claims: claims(next) }, before, 'nothing is known yet');
          if (kind !== 'SPLIT')
            assert.match(await refusal(next, kind, null), /^nothing_to_convert/, 'its tokens stay promised');
          harness.tokenVenue.onQueryOperation = () => found;
          await pass(next, 60_000);
          const ended = await restart(next); // and once more after the end
          await pass(ended, 60_000);
          assert.equal(`${latest(ended).status} ${latest(ended).failure}`, expected);
          const isDone = found.kind === 'confirmed';
          assert.deepEqual({ pairs: pairs(ended), claims: claims(ended) }, isDone ? done : before);
          assert.equal(countSends(harness), 1);
        });
  }

  test('the transaction of one that is pending is shown as soon as the venue names it', async () => {
    const harness = await open();
    await hold(harness, '10');
    await begin(harness, 'MERGE', null);
    await settle();
    assert.deepEqual([latest(harness).status, latest(harness).transactionHash], ['SENT', null]);
    harness.tokenVenue.onQueryOperation = () => ({ ...PENDING, transactionHash: '0xcd' });
    await pass(harness, 2_000);
    assert.deepEqual([latest(harness).status, latest(harness).transactionHash], ['SENT', '0xcd']);
    harness.tokenVenue.onQueryOperation = () => PENDING;
    await pass(harness, 60_000);
    assert.equal(latest(harness).transactionHash, '0xcd', 'a record without it takes nothing back');
  });

  test('a lost answer without a crash is queried too', async () => {
    const harness = await open();
    await hold(harness, '10');
    harness.tokenVenue.onSend = () => UNKNOWN;
    await begin(harness, 'MERGE', null);
    await settle();
    assert.equal(latest(harness).status, 'SENDING');
    await pass(harness, 2_000);
    assert.equal(latest(harness).status, 'CONFIRMED');
    assert.deepEqual(harness.tokenVenue.calls.slice(1), [
      'send MERGE 1000000000 seal 2',
      'query seal 2 null',
    ]);
  });
});

describe('operations of one venue', () => {
  test('run one after the other: the next one is sealed once the last one has ended', async () => {
    const harness = await open();
    await hold(harness, '10');
    harness.tokenVenue.onQueryOperation = () => PENDING;
    await begin(harness, 'MERGE', '4');
    await begin(harness, 'MERGE', '3');
    await settle();
    await pass(harness, 2_000);
    assert.equal(harness.tokenVenue.calls.filter((call) => call === 'seal').length, 1);
    harness.tokenVenue.onQueryOperation = () => CONFIRMED;
    await pass(harness, 60_000);
    await pass(harness, 60_000);
    assert.deepEqual(pairs(harness), [qty('3')]);
  });

  async function createKey({ oms }: Tokens): Promise<KeyId> {
    const made = await oms.accountAdmin.createKey({
      accountId: TRADER.accountId,
      publicKey: 'trader',
      permissions: ['trade'],
      subaccounts: '*',
      expiresAt: null,
      agent: null,
    } as never);
    return value(made).keyId;
  }

  test('one whose key has ended is not sent', async () => {
    const harness = await open();
    await hold(harness, '10');
    const keyId = await createKey(harness);
    harness.tokenVenue.canSeal = false;
    value(await harness.oms.operations.request({ ...TRADER, keyId }, toRequest('MERGE', null)));
    await settle();
    value(await harness.oms.accountAdmin.revokeKey(keyId));
    harness.tokenVenue.canSeal = true;
    await pass(harness, 60_000);
    assert.deepEqual([latest(harness).status, latest(harness).failure], ['FAILED', 'key_ended']);
    assert.equal(harness.tokenVenue.calls.filter((call) => call.startsWith('send')).length, 0);
  });

  test('one whose key ends while it is sealed is not sent', async () => {
    const harness = await open();
    await hold(harness, '10');
    const keyId = await createKey(harness);
    const late = Promise.withResolvers<OperationSeal>();
    harness.tokenVenue.operations.seal = () => late.promise;
    value(await harness.oms.operations.request({ ...TRADER, keyId }, toRequest('MERGE', null)));
    await settle();
    value(await harness.oms.accountAdmin.revokeKey(keyId));
    late.resolve({ kind: 'sealed', seal: 'seal 9' });
    await settle();
    assert.deepEqual([latest(harness).status, latest(harness).failure], ['FAILED', 'key_ended']);
    assert.deepEqual([harness.tokenVenue.calls, latest(harness).seal], [[], null]);
  });

  test('one that waits too long is not sent', async () => {
    const harness = await open();
    await hold(harness, '10');
    harness.tokenVenue.canSeal = false;
    await begin(harness, 'MERGE', null);
    for (let minutes = 0; minutes < 12; minutes += 1) await pass(harness, 60_000);
    assert.deepEqual([latest(harness).status, latest(harness).failure], ['FAILED', 'expired']);
    assert.equal((await preview(harness, 'MERGE', null)).qty, qty('10'));
    assert.equal(harness.tokenVenue.calls.filter((call) => call.startsWith('send')).length, 0);
  });
});

test('a replay of the journal has the same pairs, claims and operations', async () => {
  const harness = await open();
  await hold(harness, '10');
  await begin(harness, 'MERGE', '4');
  await settle();
  await pass(harness, 2_000);
  await resolve(harness, 'YES', '1');
  const next = await restart(harness);
  assert.deepEqual(next.oms.state.claims, harness.oms.state.claims);
  assert.deepEqual(next.oms.state.operations, harness.oms.state.operations);
  assert.deepEqual(claims(next), ['sa_1 6']);
});

test('an agent key splits within its costs, and merges and redeems without them', async () => {
  const harness = await open();
  const created = await harness.oms.accountAdmin.createKey({
    accountId: TRADER.accountId,
    publicKey: 'agent',
    permissions: ['read', 'trade'],
    subaccounts: '*',
    expiresAt: harness.clock.now() + 86_400_000,
    agent: {
      simulatedOnly: true,
      orderCostMax: (5n * ONE_USD) as Notional,
      dayCostMax: (8n * ONE_USD) as Notional,
      dayLossMax: null,
      ordersPerHour: 3,
      venues: null,
      categories: null,
      genericAssetIds: null,
      approvalAbove: null,
    },
  } as never);
  const agent = { ...TRADER, keyId: value(created).keyId };
  const ask = async (kind: OperationKind, size: string | null): Promise<string> => {
    const result = await harness.oms.operations.request(agent, toRequest(kind, size));
    return result.ok
      ? 'ok'
      : JSON.stringify(result.error.details?.['rule'] ?? result.error.code).slice(1, -1);
  };
  assert.equal(await ask('SPLIT', '6'), 'order_cost_max');
  assert.equal(await ask('SPLIT', '5'), 'ok');
  assert.equal(await ask('SPLIT', '4'), 'day_cost_max');
  await settle();
  await pass(harness, 2_000);
  assert.equal(await ask('MERGE', '5'), 'ok');
  await settle();
  await pass(harness, 4_000);
  assert.equal(await ask('SPLIT', '1'), 'ok');
  assert.equal(await ask('MERGE', null), 'nothing_to_convert');
  await settle();
  await pass(harness, 4_000);
  assert.equal(await ask('MERGE', null), 'orders_per_hour');
});

test('a split that fails costs nothing of the day', async () => {
  const harness = await open();
  value(await harness.oms.risk.setLimits(TRADER, { day_cost_max: '8' }));
  harness.tokenVenue.onQueryOperation = () => ({
    kind: 'failed',
    failure: 'failed_on_chain',
    venueMessage: null,
  });
  await begin(harness, 'SPLIT', '8');
  assert.match(await refusal(harness, 'SPLIT', '1'), /^risk_limit/, 'it may still be confirmed');
  await settle();
  await pass(harness, 2_000);
  assert.equal(latest(harness).status, 'FAILED');
  await begin(harness, 'SPLIT', '8');
});

test('a split counts in the limits of its key alone', async () => {
  const harness = await open();
  const [key, other] = await Promise.all(
    ['key_a', 'key_b'].map(async (id) => {
      const none = toDayLimitFields(() => null);
      const limits = { ...none, dayCostMax: (8n * ONE_USD) as Notional };
      const caller = { ...TRADER, keyId: id as KeyId };
      value(await harness.oms.accountAdmin.createKey({ ...caller, publicKey: id, expiresAt: null, limits }));
      return caller;
    }),
  );
  const ask = async (caller: Caller | undefined, size: string): Promise<string> =>
    resultCode(await harness.oms.operations.request(caller ?? TRADER, toRequest('SPLIT', size)));
  assert.equal(await ask(key, '5'), 'ok');
  assert.equal(await ask(TRADER, '20'), 'ok', 'a key without limits');
  assert.equal(await ask(other, '5'), 'ok');
  assert.deepEqual([await ask(key, '3.01'), await ask(other, '3.01')], ['risk_limit', 'risk_limit']);
  assert.deepEqual([await ask(key, '3'), await ask(other, '3')], ['ok', 'ok']);
});

test('a split counts in the cost of the day, at both levels; a merge costs nothing', async () => {
  for (const scope of [{}, { subaccount_id: 'sa_1' }]) {
    const harness = await open();
    value(await harness.oms.risk.setLimits(TRADER, { ...scope, day_cost_max: '8' }));
    await begin(harness, 'SPLIT', '5');
    assert.match(await refusal(harness, 'SPLIT', '4'), /^risk_limit/);
    await settle();
    await pass(harness, 2_000);
    await begin(harness, 'MERGE', '5');
    await settle();
    await pass(harness, 4_000);
    assert.match(await refusal(harness, 'SPLIT', '4'), /^risk_limit/, 'what was spent is spent');
    const restarted = await restart(harness);
    assert.match(await refusal(restarted, 'SPLIT', '4'), /^risk_limit/);
    await begin(restarted, 'SPLIT', '3');
  }
});
