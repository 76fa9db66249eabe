import { Buffer } from 'node:buffer';

/**
 * One message as JSON around its sequence number, encoded once for all connections that get it:
 * `{"type":"tradeprint","seq":` + the connection's own number + `,"id":70012,…}`.
 */
export interface Frame {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** @param fields  what follows `type` and `seq`; must not hold either */
export function frameOf(type: string, fields: object): Frame {
  const json = JSON.stringify(fields);
  return { head: headOf(type), tail: Buffer.from(json === '{}' ? '}' : `,${json.slice(1)}`) };
}

const heads = new Map<string, Buffer>();

/** Types are a handful of constants of ours, so each head is encoded once in the life of the process. */
function headOf(type: string): Buffer {
  const known = heads.get(type);
  if (known !== undefined) return known;
  const head = Buffer.from(`{"type":${JSON.stringify(type)},"seq":`);
  heads.set(type, head);
  return head;
}
