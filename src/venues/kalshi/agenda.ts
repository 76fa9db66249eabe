import type { TimestampMs } from '../../core/kernel/time.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Names by the second in which something is expected of them. Seconds stand under their hour, so that
 * asking what is due does not look through every time that a large catalogue waits for.
 */
export class Agenda {
  readonly #hours = new Map<number, Map<number, string[]>>();

  expect(name: string, at: TimestampMs): void {
    const second = Math.ceil(at / SECOND_MS);
    const hour = hourOf(second);
    const seconds = this.#hours.get(hour) ?? new Map<number, string[]>();
    this.#hours.set(hour, seconds);
    const names = seconds.get(second);
    if (names === undefined) seconds.set(second, [name]);
    else names.push(name);
  }

  /** Names whose second has come, each once for each time it was expected; they are forgotten here. */
  take(now: TimestampMs): readonly string[] {
    const due: string[] = [];
    for (const [hour, seconds] of this.#hours) {
      if (hour * HOUR_MS > now) continue;
      for (const [second, names] of seconds) {
        if (second * SECOND_MS > now) continue;
        seconds.delete(second);
        for (const name of names) due.push(name);
      }
      if (seconds.size === 0) this.#hours.delete(hour);
    }
    return due;
  }
}

const hourOf = (second: number): number => Math.floor((second * SECOND_MS) / HOUR_MS);
