import { JSON_CHARS_MAX, parseBoundedJson } from '#contract';
import { type Clock, wait } from '#ports';
import { FRAME_CHARS_MAX, parseAnswer } from './venue-json.ts';

const EVENTS_PER_STEP = 100;
const WAITING_CHARS_MAX = 4 * FRAME_CHARS_MAX;

export interface FrameReaderDeps {
  readonly clock: Clock;
  /** Called for each event of a frame, in the order of arrival. */
  readonly onEvent: (event: unknown) => void;
  /** More frames wait than may be kept. */
  readonly onOverflow: () => void;
}

/**
 * Reads frames that are an event or a list of events. A short frame is read at once. A longer one, or one of more than 100
 * events, is read in steps, between which the event loop runs; frames that arrive meanwhile wait. A frame that is not
 * JSON or exceeds the limits of `bounded-json.ts` is ignored.
 */
export class FrameReader {
  readonly #deps: FrameReaderDeps;
  #waiting: string[] = [];
  #waitingChars = 0;
  #reading: object | null = null; // identifies the present reading; null: none

  constructor(deps: FrameReaderDeps) {
    this.#deps = deps;
  }

  add(text: string): void {
    if (this.#reading === null && text.length <= JSON_CHARS_MAX) {
      const value = parseBoundedJson(text);
      if (!Array.isArray(value) || value.length <= EVENTS_PER_STEP) this.#deliver(value);
      else void this.#readAll(value);
      return;
    }
    if (text.length > FRAME_CHARS_MAX) return;
    this.#waiting.push(text);
    this.#waitingChars += text.length;
    if (this.#waitingChars > WAITING_CHARS_MAX) this.#deps.onOverflow();
    else if (this.#reading === null) void this.#readAll(null);
  }

  /** Drops what waits: the socket that delivered it has ended. */
  clear(): void {
    this.#waiting = [];
    this.#waitingChars = 0;
    this.#reading = null;
  }

  /** @param first  a frame that has been parsed; null: begins with those that wait */
  async #readAll(first: readonly unknown[] | null): Promise<void> {
    const reading = {};
    this.#reading = reading;
    if (first !== null) await this.#deliverInSteps(first, reading);
    while (this.#reading === reading) {
      const text = this.#waiting.shift();
      if (text === undefined) {
        this.#reading = null;
        return;
      }
      this.#waitingChars -= text.length;
      const parsed = parseAnswer(text, this.#deps.clock);
      await this.#deliverInSteps(parsed instanceof Promise ? await parsed : parsed, reading);
    }
  }

  async #deliverInSteps(value: unknown, reading: object): Promise<void> {
    const events = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    for (let from = 0; from < events.length; from += EVENTS_PER_STEP) {
      if (from > 0) await wait(this.#deps.clock, 0);
      if (this.#reading !== reading) return;
      this.#deliver(events.slice(from, from + EVENTS_PER_STEP));
    }
  }

  #deliver(value: unknown): void {
    if (Array.isArray(value)) for (const event of value as readonly unknown[]) this.#deps.onEvent(event);
    else if (value !== undefined) this.#deps.onEvent(value);
  }
}
