import { Buffer } from 'node:buffer';
import type { RawData } from 'ws';
import {
  describeTimeIssue,
  err,
  type FieldIssue,
  invalidField,
  invalidFields,
  isJsonObject,
  type JsonObject,
  ok,
  parseInputTime,
  parseOneOf,
  parseTraceparent,
  type Rejection,
  type Result,
  type TimestampMs,
  type TraceContext,
} from '#contract';
import { parseJson } from '#http';
import { TRADE_OPERATIONS } from './trade-operations.ts';

export const ACKS = ['VENUE', 'DURABLE'] as const;
export type Ack = (typeof ACKS)[number];

/** The client's id of a request: unique among those without a result. */
export type RequestId = string | number;

export interface TradeFrame {
  readonly id: RequestId;
  readonly op: string; // `ping`, or an operation
  readonly ack: Ack;
  readonly validUntil: TimestampMs | null;
  readonly trace: TraceContext | null;
  readonly args: unknown;
}

/** A frame that is no request; its error frame repeats the id, if it has one. */
export interface BadTradeFrame {
  readonly id: RequestId | null;
  readonly why: Rejection;
}

const FIELDS: ReadonlySet<string> = new Set(['id', 'op', 'ack', 'valid_until', 'traceparent', 'args']);
const OPS = ['ping', ...TRADE_OPERATIONS.keys()];
const ID_CHARS_MAX = 128;
const NO_ARGS: JsonObject = {};

const parseAck = parseOneOf(ACKS);

/** Parses a frame of a client. Rejects with `validation`, and names each field with its reason. */
export function parseTradeFrame(data: RawData, isBinary: boolean): Result<TradeFrame, BadTradeFrame> {
  if (isBinary || !Buffer.isBuffer(data)) return err({ id: null, why: NO_TEXT });
  const parsed = parseJson(data);
  if (!parsed.ok) return err({ id: null, why: parsed.error });
  if (!isJsonObject(parsed.value)) return err({ id: null, why: NO_TEXT });
  const fields = parsed.value;
  const id = readId(fields['id']);
  const [op, ack] = [fields['op'], parseAck(fields['ack'] ?? 'VENUE')];
  const validUntil = readTime(fields['valid_until']);
  const traceparent = fields['traceparent'];
  const trace = typeof traceparent === 'string' ? parseTraceparent(traceparent) : null;
  const issues: FieldIssue[] = Object.keys(fields)
    .filter((name) => !FIELDS.has(name))
    .map((field) => ({ field, issue: 'is not a field of a request frame' }));
  if (id === null)
    issues.push({ field: 'id', issue: `must be an integer or 1 to ${ID_CHARS_MAX} characters` });
  if (typeof op !== 'string' || !OPS.includes(op))
    issues.push({ field: 'op', issue: `must be one of ${OPS.join(', ')}` });
  if (ack === null) issues.push({ field: 'ack', issue: `must be ${ACKS.join(' or ')}` });
  if (validUntil === 'invalid')
    issues.push({ field: 'valid_until', issue: describeTimeIssue(fields['valid_until']) });
  if (traceparent !== undefined && trace === null)
    issues.push({ field: 'traceparent', issue: 'must be a traceparent of W3C Trace Context' });
  if (issues.length > 0 || id === null || ack === null || validUntil === 'invalid')
    return err({ id, why: invalidFields(issues) });
  return ok({ id, op: op as string, ack, validUntil, trace, args: fields['args'] ?? NO_ARGS });
}

const NO_TEXT = invalidField('frame', 'must be a JSON object as text');

function readId(value: unknown): RequestId | null {
  if (typeof value === 'string') return value.length >= 1 && value.length <= ID_CHARS_MAX ? value : null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function readTime(value: unknown): TimestampMs | null | 'invalid' {
  if (value === undefined || value === null) return null;
  return parseInputTime(value) ?? 'invalid';
}
