import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode, ClusterUnderTest } from './cluster-under-test.ts';

/** Shorter than the lease: the owner stays the owner. On a busy machine it may lose the journal all the same. */
const SHORT_MS = 1_000;

/** A failure of a part of the cluster, and its repair. */
export interface ClusterFault {
  readonly name: string;
  /**
   * Before the repair: changes are acknowledged again by any node or by the other node, perhaps not, or must not be.
   */
  readonly recovery: 'any' | 'takeover' | 'repair' | 'none';
  /** @returns  the repair */
  inflict(cluster: ClusterUnderTest, owner: ClusterNode): Promise<() => Promise<void>>;
}

const disturbed = (
  name: string,
  recovery: ClusterFault['recovery'],
  disturb: (owner: ClusterNode) => void,
): ClusterFault => ({
  name,
  recovery,
  inflict: async (_, owner) => {
    disturb(owner);
    return async () => owner.journal.cut();
  },
});

/** Each kind of failure once. */
export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    name: 'the owner is killed',
    recovery: 'takeover',
    inflict: async (cluster, owner) => {
      await owner.service.kill();
      return () => cluster.startNode(owner);
    },
  },
  {
    name: 'the owner is stopped for longer than its lease',
    recovery: 'takeover',
    inflict: async (_, { service, callers }) => {
      process.kill(service.pid, 'SIGSTOP');
      callers.refuse(); // as a load balancer does with a node that does not answer
      return async () => {
        process.kill(service.pid, 'SIGCONT');
        callers.cut();
      };
    },
  },
  {
    name: 'the primary is killed and a standby promoted',
    recovery: 'any',
    inflict: async ({ database, nodes }) => {
      const former = database.primary;
      await former.kill();
      await database.promote();
      for (const { journal } of nodes) journal.redirect(database.primary.port);
      return () => database.replace(former);
    },
  },
  disturbed('the owner cannot reach the database', 'takeover', ({ journal }) => journal.refuse()),
  {
    name: 'both standbys are away',
    recovery: 'none',
    inflict: async ({ database }) => {
      const { standbys } = database;
      await Promise.all(standbys.map((standby) => standby.kill()));
      return async () => {
        await Promise.all(standbys.map((standby) => standby.start()));
        await database.untilFollowed(standbys.length);
      };
    },
  },
  disturbed('the connections of the owner are cut', 'any', ({ journal }) => journal.cut()),
  disturbed('requests of the owner wait on the way', 'takeover', ({ journal }) => journal.holdRequests()),
  disturbed('answers to the owner wait on the way', 'takeover', ({ journal }) => journal.holdAnswers()),
  disturbed('requests of the owner are lost', 'takeover', ({ journal }) => journal.holdRequests('drop')),
  disturbed('answers to the owner are lost', 'takeover', ({ journal }) => journal.holdAnswers('drop')),
  {
    name: 'the primary is killed and restarted',
    recovery: 'repair',
    inflict: async ({ database }) => {
      const { primary } = database;
      await primary.kill();
      return async () => {
        await primary.start();
        await database.untilFollowed(database.standbys.length);
      };
    },
  },
  {
    name: 'the owner is stopped for a moment',
    recovery: 'any',
    inflict: async (_, { service }) => {
      process.kill(service.pid, 'SIGSTOP');
      await pause(SHORT_MS);
      process.kill(service.pid, 'SIGCONT');
      return async () => {};
    },
  },
];
