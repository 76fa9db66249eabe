import type { OnIssue } from '#contract';

const COUNTED_MAX = 500;

/**
 * Counts fields and values of a venue that the adapter does not know. New fields are only counted; each
 * undecodable value is reported once, because its message was not processed.
 */
export class UnknownFields {
  readonly #counts = new Map<string, number>();
  readonly #onUnreadable: (what: string) => void;

  constructor(onUnreadable: (what: string) => void) {
    this.#onUnreadable = onUnreadable;
  }

  readonly note: OnIssue = ({ kind, path, reason, shown }) => {
    const isField = kind === 'unknown_field';
    const what = isField ? `${path}.${shown}` : shown === '' ? `${path} ${reason}` : `${path}: ${shown}`;
    const key = `${isField ? 'unknown field' : 'unreadable'} ${what}`;
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 && this.#counts.size >= COUNTED_MAX) return;
    this.#counts.set(key, count + 1);
    if (count === 0 && !isField) this.#onUnreadable(what);
  };

  /** Each entry with its count, in the order of first occurrence. */
  get seen(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`);
  }
}
