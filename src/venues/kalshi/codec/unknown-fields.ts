import type { Note } from './kalshi-decoder.ts';

const KEPT_MAX = 500;

/**
 * What the venue sent and we do not know. New fields are counted and otherwise ignored; a value that cannot
 * be read is told once each, because something could not be acted upon.
 */
export class UnknownFields {
  readonly #counts = new Map<string, number>();
  readonly #onValue: (what: string) => void;

  constructor(onValue: (what: string) => void) {
    this.#onValue = onValue;
  }

  readonly note: Note = (kind, what) => {
    const key = `${kind === 'field' ? 'unknown field' : 'unreadable'} ${what}`;
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 && this.#counts.size >= KEPT_MAX) return;
    this.#counts.set(key, count + 1);
    if (count === 0 && kind === 'value') this.#onValue(what);
  };

  /** Each with how often it was seen, in the order of first sight. */
  get seen(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`);
  }
}
