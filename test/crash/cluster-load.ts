import assert from 'node:assert/strict';
import { until } from '../api-assertions.ts';
import type { ClusterUnderTest } from './cluster-under-test.ts';
import { Trader, type TraderSetup } from './crash-trader.ts';

const TRADERS = 6;
const WAIT_MS_MAX = 120_000; // nothing depends on the time: a wait must only end

/** A change that was requested and answered with 200, by the clock of this machine. */
interface Acknowledgement {
  readonly sentAtMs: number;
  readonly atMs: number;
}

/** Traders that go on whichever node owns the journal, until they are stopped. */
export class ClusterLoad {
  readonly #traders: readonly Trader[];
  readonly #trading: Promise<unknown>;
  readonly #acknowledged: Acknowledgement[] = [];
  #refused = 0;

  constructor(
    cluster: ClusterUnderTest,
    setup: Pick<TraderSetup, 'records' | 'dice' | 'listings'>,
    round: number,
  ) {
    this.#traders = Array.from({ length: TRADERS }, (_, at) => {
      const { api, onNoOwner } = cluster.createCaller();
      return new Trader(`round${round}-trader${at + 1}`, {
        ...setup,
        dice: setup.dice.fork(),
        api,
        onNoOwner: () => {
          this.#refused += 1;
          return onNoOwner();
        },
        onAcknowledged: (sentAtMs) => this.#acknowledged.push({ sentAtMs, atMs: Date.now() }),
      });
    });
    this.#trading = Promise.all(this.#traders.map((trader, at) => trader.trade(at === 0)));
    this.#trading.catch(() => undefined); // reported by `during` and `stop`
  }

  /** Waits while the traders trade. A trader that finds a violation ends the wait at once. */
  async during<Value>(waiting: Promise<Value>): Promise<Value> {
    await Promise.race([waiting, this.#trading]);
    return waiting;
  }

  /** Waits for a change that was requested after this time to be acknowledged; returns when it was. */
  async untilAcknowledged(sinceMs: number): Promise<number> {
    const find = () => this.#acknowledged.find(({ sentAtMs }) => sentAtMs > sinceMs) ?? null;
    return (await until('a change is acknowledged', find, WAIT_MS_MAX)).atMs;
  }

  async untilMore(count: number): Promise<void> {
    const enough = this.#acknowledged.length + count;
    const isEnough = () => (this.#acknowledged.length >= enough ? true : null);
    await until(`${count} more changes are acknowledged`, isEnough, WAIT_MS_MAX);
  }

  /** Waits until every trader has been refused, and fails if a change that was requested after this time was acknowledged. */
  async expectSilence(sinceMs: number): Promise<void> {
    const enough = this.#refused + TRADERS;
    await until('the callers are refused', () => (this.#refused >= enough ? true : null), WAIT_MS_MAX);
    const wrong = this.#acknowledged.filter(({ sentAtMs }) => sentAtMs > sinceMs);
    assert.deepEqual(wrong, [], 'a change was acknowledged that no standby has');
  }

  async stop(): Promise<void> {
    for (const trader of this.#traders) trader.stop();
    await this.#trading;
  }
}
