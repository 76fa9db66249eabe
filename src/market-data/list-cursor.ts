import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SearchPosition, TIERS } from '../domain/instruments/instrument-search.ts';

const SEAL_BYTES = 12;
const POSITION = /^([0-2])\.(0|[1-9]\d{0,15})$/;

/** The parameters that a cursor belongs to. */
export interface CursorScope {
  readonly q: string | null;
  readonly venue: string | null;
  readonly status: string | null;
  readonly category: string | null;
}

/**
 * A place in a search as opaque text. The seal binds it to the other parameters and to this service, so
 * a cursor that was altered or belongs to another search is known as such.
 */
export function sealCursor(position: SearchPosition, scope: CursorScope, key: string): string {
  const text = `${position.tier}.${position.instrumentId}`;
  return Buffer.concat([sealOf(text, scope, key), Buffer.from(text)]).toString('base64url');
}

/** The place, or null for a cursor that we did not make for this search. */
export function openCursor(cursor: string, scope: CursorScope, key: string): SearchPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node reads base64 leniently; only the text we would write ourselves is ours.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== cursor) return null;
  const text = bytes.toString('utf8', SEAL_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(text, scope, key))) return null;
  const match = POSITION.exec(text);
  const tier = TIERS.find((it) => String(it) === match?.[1]);
  return tier === undefined ? null : { tier, instrumentId: Number(match?.[2]) };
}

function sealOf(position: string, { q, venue, status, category }: CursorScope, key: string): Buffer {
  const sealed = JSON.stringify([position, q, venue, status, category]);
  return createHmac('sha256', key).update(sealed).digest().subarray(0, SEAL_BYTES);
}
