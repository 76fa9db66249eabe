import { Buffer } from 'node:buffer';
import type { RawData } from 'ws';
import { ok, type Result, refuse } from '../../core/kernel/result.ts';

/** What a client may name a frame of its own, to find our answer to it. */
export type FrameId = string | number | null;

export type Action = 'subscribe' | 'unsubscribe' | 'ping';

export interface ClientFrame {
  readonly action: Action;
  readonly id: FrameId;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Not a frame at all: the client is not speaking this protocol. */
export interface MalformedFrame {
  readonly id: FrameId;
  readonly issue: string;
}

const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['subscribe', 'unsubscribe', 'ping']);
const ID_CHARS_MAX = 128;

/** Refuses what is not a JSON object with a known action. */
export function parseClientFrame(data: RawData, isBinary: boolean): Result<ClientFrame, MalformedFrame> {
  const fields = isBinary || !Buffer.isBuffer(data) ? null : parseObject(data.toString('utf8'));
  if (fields === null) return refuse({ id: null, issue: 'a frame is a JSON object as text' });
  const id = idOf(fields['id']);
  const action = fields['action'];
  if (!isAction(action)) return refuse({ id, issue: 'action must be subscribe, unsubscribe or ping' });
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

/** Echoed as it came, so only what is short and plain. */
function idOf(value: unknown): FrameId {
  if (typeof value === 'string') return value.slice(0, ID_CHARS_MAX);
  return typeof value === 'number' ? value : null;
}
