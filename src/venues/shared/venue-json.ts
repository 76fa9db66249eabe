import { JSON_CHARS_MAX, parseBoundedJson, parseJsonInSteps } from '#contract';
import { type Clock, wait } from '#ports';

/** The largest answers that a venue may send, in bytes. A larger one is a lost request. */
export const ANSWER_BYTES = {
  acknowledgement: 256 * 1024,
  records: 8 * 1024 * 1024, // a page of orders or trades, or some books
  catalogue: 32 * 1024 * 1024,
} as const;

/** The largest WebSocket frame of several messages: the snapshots of 200 books are about one megabyte. */
export const FRAME_CHARS_MAX = 4 * 1024 * 1024;

/**
 * Parses the body of an answer; `undefined` when it is not JSON or exceeds the limits of `bounded-json.ts`. A
 * body above 256 KiB is parsed in steps, between which the event loop runs.
 */
export function parseAnswer(body: string, clock: Clock): unknown {
  return body.length > JSON_CHARS_MAX ? parseInSteps(body, clock) : parseBoundedJson(body);
}

async function parseInSteps(body: string, clock: Clock): Promise<unknown> {
  const steps = parseJsonInSteps(body);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await wait(clock, 0);
  }
}
