import type { SandboxReply } from '../common/exchange.ts';
import { errorOf, json, type VenueError } from './errors.ts';

/** The exchange's no: as a whole answer, or as one entry of a batch. */
export interface Refused {
  readonly status: number;
  readonly error: VenueError;
}

export const refused = (status: number, code: string, details?: string): Refused => ({
  status,
  error: errorOf(code, details),
});

export const renderRefused = ({ status, error }: Refused): SandboxReply => json(status, { error });
