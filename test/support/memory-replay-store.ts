import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { ReplayStore } from '../../src/ports/journal.ts';

interface UsedSignature {
  readonly signature: string;
  readonly expiresAt: TimestampMs;
}

/**
 * A replay store without a disk that drops everything it may drop. It outlives the parts that use it, so a
 * test can restart them.
 */
export class MemoryReplayStore implements ReplayStore {
  readonly kept: UsedSignature[] = [];
  /** The next writes wait for this: a test uses it to delay or fail the disk. */
  disk: Promise<void> = Promise.resolve();

  async loadSignatures(now: TimestampMs): Promise<readonly UsedSignature[]> {
    return this.kept.filter(({ expiresAt }) => expiresAt > now);
  }

  async rememberSignature(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void> {
    await this.disk;
    const left = this.kept.filter((row) => row.expiresAt >= usedAt);
    this.kept.splice(0, this.kept.length, ...left, { signature, expiresAt });
  }
}
