import { Buffer } from 'node:buffer';
import type { RawData } from 'ws';
import { err, ok, type Result } from '#contract';

/** The client's optional id of its frame; the response frame repeats it. */
export type FrameId = string | number | null;

type Action = 'subscribe' | 'unsubscribe' | 'ping';

export interface ClientFrame {
  readonly action: Action;
  readonly id: FrameId;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Input that is not a valid client frame. */
export interface MalformedFrame {
  readonly id: FrameId;
  readonly issue: string;
}

const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['subscribe', 'unsubscribe', 'ping']);
const ID_CHARS_MAX = 128;

/** Parses a client frame. Rejects anything but a JSON object with a known action. */
export function parseClientFrame(data: RawData, isBinary: boolean): Result<ClientFrame, MalformedFrame> {
  const fields = isBinary || !Buffer.isBuffer(data) ? null : parseObject(data.toString('utf8'));
  if (fields === null) return err({ id: null, issue: 'a frame is a JSON object as text' });
  const id = readFrameId(fields['id']);
  const action = fields['action'];
  if (!isAction(action)) return err({ id, issue: 'action must be subscribe, unsubscribe or ping' });
  return ok({ action, id, fields });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const isAction = (value: unknown): value is Action => ACTIONS.has(value);

/** The id is echoed unchanged, so only short strings and numbers are accepted. */
function readFrameId(value: unknown): FrameId {
  if (typeof value === 'string') return value.slice(0, ID_CHARS_MAX);
  return typeof value === 'number' ? value : null;
}
