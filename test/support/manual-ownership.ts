import type { JournalOwnership } from '../../src/ports/journal-ownership.ts';

/** Ownership of a journal that a test takes away, puts in doubt and suspends. */
export class ManualOwnership implements JournalOwnership {
  isHeld = true;
  isUnknown = false;
  readonly #lostListeners: ((why: Error) => void)[] = [];

  mayCallVenues(): boolean {
    return this.isHeld;
  }

  isSuspended(): boolean {
    return this.isUnknown || !this.isHeld;
  }

  onLost(listener: (why: Error) => void): void {
    this.#lostListeners.push(listener);
  }

  onResignRequested(): void {}

  lose(why: Error): void {
    this.isHeld = false;
    for (const listener of this.#lostListeners) listener(why);
  }
}
