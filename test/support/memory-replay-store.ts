import type { TimestampMs } from '../../src/domain/model/time.ts';
import type { ReplayStore } from '../../src/ports/journal.ts';

interface UsedSignature {
  readonly signature: string;
  readonly expiresAt: TimestampMs;
}

/** A replay store without a disk, which lets go of all it may. It outlives the parts that use it, so a test can restart them. */
export class MemoryReplayStore implements ReplayStore {
  readonly kept: UsedSignature[] = [];
  /** What the next writes wait for: a test holds or breaks the disk with it. */
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
