import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../api-assertions.ts';
import type { ClusterFault } from './cluster-faults.ts';
import { ClusterLoad } from './cluster-load.ts';
import type { ClusterNode, ClusterUnderTest } from './cluster-under-test.ts';
import { audit, type Expected } from './crash-audit.ts';
import { retry } from './crash-retry.ts';
import type { TraderSetup } from './crash-trader.ts';

export interface ClusterRounds {
  readonly cluster: ClusterUnderTest;
  readonly setup: Pick<TraderSetup, 'records' | 'dice' | 'listings'>;
  readonly faults: readonly ClusterFault[]; // one of each round
  readonly expected: Expected;
  /** Compares our record with the venues' records. */
  readonly checkVenues: (api: Api) => Promise<void>;
}

/** What a round has measured. */
export interface RoundResult {
  readonly fault: string;
  readonly hasTakenOver: boolean; // the other node owns the journal
  /** From the fault to the first change that was requested after it and acknowledged. */
  readonly recoveredMs: number;
}

const LOAD_MS_MIN = 300;
const LOAD_MS_MAX = 1_500;
const AFTER_ACKNOWLEDGED = 20; // changes after each recovery

/**
 * Breaks a part of the cluster in each round while callers trade, and compares the cluster with their records after its
 * repair: no acknowledged change is lost, no order is twice at a venue, and no former owner has sent a request.
 */
export async function runClusterRounds(rounds: ClusterRounds): Promise<readonly RoundResult[]> {
  const results: RoundResult[] = [];
  for (const [index, fault] of rounds.faults.entries()) {
    try {
      results.push(await runRound(rounds, fault, index + 1));
    } catch (error) {
      throw new Error(`round ${index + 1}, ${fault.name}: ${(error as Error).message}`, { cause: error });
    }
  }
  return results;
}

async function runRound(rounds: ClusterRounds, fault: ClusterFault, number: number): Promise<RoundResult> {
  const { cluster, setup } = rounds;
  const owner = await cluster.untilWhole();
  const load = new ClusterLoad(cluster, setup, number);
  try {
    await load.during(pause(setup.dice.between(LOAD_MS_MIN, LOAD_MS_MAX)));
    const brokenAtMs = Date.now();
    const heal = await fault.inflict(cluster, owner);
    if (fault.recovery === 'takeover') await load.during(cluster.untilOwner(cluster.other(owner)));
    if (fault.recovery === 'none') await load.during(load.expectSilence(Date.now()));
    else if (fault.recovery !== 'repair') await load.during(load.untilAcknowledged(brokenAtMs));
    await load.during(heal());
    const recoveredAtMs = await load.during(load.untilAcknowledged(brokenAtMs));
    const next = await load.during(cluster.untilWhole());
    await load.during(load.untilMore(AFTER_ACKNOWLEDGED));
    await load.stop();
    await check(rounds, next);
    return { fault: fault.name, hasTakenOver: next !== owner, recoveredMs: recoveredAtMs - brokenAtMs };
  } finally {
    await load.stop().catch(() => undefined); // a trader that failed was reported already
  }
}

async function check(
  { cluster, setup, expected, checkVenues }: ClusterRounds,
  owner: ClusterNode,
): Promise<void> {
  const [first] = cluster.nodes;
  const api = owner.service.api(first?.service.key);
  await retry({ ...setup, api });
  await audit(api, setup.records, expected);
  await checkVenues(api);
  assert.match(await owner.service.cliOk('verify'), /hash chain is intact and the tables match/);
  assert.ok(cluster.exchanges.sends.length > 0, 'requests to venues are recorded');
  assert.deepEqual(
    await cluster.findSendsOfFormerOwners(),
    [],
    'a former owner has sent requests to a venue',
  );
}
