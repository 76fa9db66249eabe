import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeyId } from '../../contract/model/ids.ts';
import { ORDER_REASON_NAMES } from '../../contract/model/order-reasons.ts';
import { PAUSE_CAUSES, type Parent, type PauseCause } from '../../contract/model/parent.ts';
import { qty } from '../../domain/order-state/order.fixture.ts';
import { at, endedChild, ICEBERG, newInput, newParent, STOP } from './parent-rules.fixture.ts';
import { pauseParent, resumeParent, stepParent } from './parent-step.ts';

const NOW = at(5_000);
const SINCE = at(3_000);

type Paused = Pick<Parent, 'status' | 'pausedBy' | 'pausedAt'>;
const paused = (pausedBy: PauseCause): Paused => ({ status: 'PAUSED', pausedBy, pausedAt: at(2_000) });

describe('the end of a child', () => {
  const BY_CALLER = new Set(['user_cancel', 'cancel_all', 'risk_cancel_all']);
  const UNWATCHED = new Set(['guard', 'disconnect']);
  const decide = (child: Parameters<typeof endedChild>[1], change: Partial<Parent> = {}) => {
    const parent = newParent(ICEBERG, { childCount: 1, moves: 3, ...change });
    return stepParent({ ...parent, children: [endedChild(parent, child)] }, newInput({ now: NOW }));
  };

  for (const cancelReason of [null, ...ORDER_REASON_NAMES])
    for (const state of [{}, paused('risk_limit')])
      test(`cancelled by ${cancelReason ?? 'no request'}, of a parent that is ${'status' in state ? 'PAUSED' : 'WORKING'}`, () => {
        const found = decide({ cancelReason }, state);
        assert.ok(found !== null);
        const { decision, state: next } = found;
        if (cancelReason !== null && BY_CALLER.has(cancelReason))
          return assert.deepEqual(
            [decision, next.status, next.reason, next.pausedBy],
            ['ended', 'CANCELLED', 'user_cancel', null],
          );
        const isUnwatched = cancelReason !== null && UNWATCHED.has(cancelReason);
        const pauses = isUnwatched && !('status' in state);
        const kept = 'status' in state ? state : { status: 'WORKING', pausedBy: null, pausedAt: null };
        assert.deepEqual(
          { status: next.status, pausedBy: next.pausedBy, pausedAt: next.pausedAt },
          pauses ? { status: 'PAUSED', pausedBy: 'guard', pausedAt: NOW } : kept,
        );
        assert.deepEqual([decision, next.handledChild], [pauses ? 'paused' : 'child_ended', 1]);
      });

  for (const reason of [null, ...ORDER_REASON_NAMES])
    for (const status of ['CANCELLED', 'FILLED'] as const)
      test(`${status} as ${reason ?? 'nothing'} is a move if its venue has cancelled it`, () => {
        const isMove = status === 'CANCELLED' && (reason === 'venue_cancelled' || reason === 'market_closed');
        assert.equal(decide({ status, reason })?.state.moves, isMove ? 4 : 3);
      });
});

const ENDS_BY_ITSELF: ReadonlySet<PauseCause> = new Set([
  'no_live_book',
  'market_paused',
  'kill_switch',
  'key_ended',
]);

describe('a pause', () => {
  const decide = (by: PauseCause, change: Parameters<typeof newInput>[0], state: Partial<Parent> = {}) =>
    stepParent(newParent(ICEBERG, { ...paused(by), ...state }), newInput({ now: NOW, ...change }));

  for (const by of PAUSE_CAUSES) {
    const ends = ENDS_BY_ITSELF.has(by);

    test(`by ${by} ${ends ? 'ends with its cause' : 'ends by a resume request alone'}`, () => {
      const ended = decide(by, {});
      assert.deepEqual(
        [ended?.decision, ended?.state.status, ended?.state.pausedBy, ended?.state.pausedAt],
        ends ? ['continued', 'WORKING', null, null] : [undefined, undefined, undefined, undefined],
      );
      assert.equal(decide(by, {}, { needsResume: true }), null);
      assert.equal(decide(by, { touch: null }), null, 'without a book nothing goes on');
    });

    for (const obstacle of PAUSE_CAUSES)
      test(`by ${by} ${ends && obstacle !== by ? 'becomes' : 'is not changed by'} one by ${obstacle}`, () => {
        for (const [obstacleSince, pausedAt] of [
          [SINCE, SINCE],
          [null, NOW],
        ] as const) {
          const found = decide(by, { obstacle, obstacleSince });
          const changed =
            found === null ? null : [found.decision, found.state.pausedBy, found.state.pausedAt];
          assert.deepEqual(changed, ends && obstacle !== by ? ['paused', obstacle, pausedAt] : null);
        }
      });
  }
});

describe('the kill switch', () => {
  /** Before the trigger, and after it: without a child, with the one of before, and with the one that it fired. */
  const FIRED = { triggeredAt: at(4), childCount: 1 };
  const OLD = { ...newParent(STOP).progress, staleUpTo: 1 };
  const STATES: readonly (readonly [string, Partial<Parent>, isFiring: boolean])[] = [
    ['before its trigger', {}, false],
    ['before its trigger, with a child', { childCount: 1, liveQty: qty('10') }, false],
    ['after its trigger, without a child', { triggeredAt: at(4) }, true],
    ['after its trigger, once its child is over', FIRED, true],
    ['after its trigger, with the child of before', { ...FIRED, liveQty: qty('10'), progress: OLD }, true],
    ['after its trigger, with its child', { ...FIRED, liveQty: qty('10') }, false],
  ];

  for (const [what, state, isFiring] of STATES)
    for (const isMet of [false, true])
      test(`over a stop ${what}, which is ${isMet ? '' : 'not '}met: ${isFiring || isMet ? 'it waits for a resume request' : 'it goes on afterwards'}`, () => {
        const parent = newParent(STOP, { ...state, ...paused('kill_switch') });
        const found = stepParent(parent, newInput({ now: NOW, isMet, obstacle: 'kill_switch' }));
        const expected = isFiring || isMet ? ['crossed', true, 'kill_switch'] : undefined;
        assert.deepEqual(
          found === null ? undefined : [found.decision, found.state.needsResume, found.state.pausedBy],
          expected,
        );
      });

  for (const [what, state, isFiring] of STATES)
    for (const before of [null, ...PAUSE_CAUSES])
      for (const needsResume of [false, true])
        test(`replaces ${before ?? 'no pause'}${needsResume ? ' that needs a resume request' : ''} of a stop ${what}`, () => {
          const parent = newParent(STOP, { ...state, ...(before !== null && paused(before)), needsResume });
          const { state: killed } = pauseParent(parent, 'kill_switch', NOW);
          const ends = before === null || ENDS_BY_ITSELF.has(before);
          assert.deepEqual(
            [killed.status, killed.pausedBy, killed.pausedAt, killed.needsResume],
            ['PAUSED', 'kill_switch', NOW, needsResume || isFiring || !ends],
          );
          assert.equal(pauseParent(parent, 'outage', NOW).state.needsResume, needsResume);
        });
});

test('a resume request begins again, and names the key that accounts for it unless that is its own', () => {
  const other = 'key_2' as KeyId;
  for (const acting of [null, other])
    for (const by of ['key_1' as KeyId, other]) {
      const parent = newParent(STOP, {
        ...paused('venue_unhealthy'),
        actingKeyId: acting,
        refusals: 6,
        nextAt: at(9),
      });
      const { state } = resumeParent({ ...parent, needsResume: true }, by);
      assert.deepEqual(
        [state.status, state.pausedBy, state.needsResume, state.refusals, state.nextAt, state.actingKeyId],
        ['WAITING', null, false, 0, null, by === other ? other : null],
      );
    }
});
