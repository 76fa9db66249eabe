import { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Random } from '../../src/ports/environment.ts';

/** The switches every sandbox exchange knows; each adds its own names. */
const COMMON_FAULTS = {
  delay: 'the answer comes `ms` later; the request was done at once',
  delay_before: 'the request reaches the exchange `ms` later',
  lost_request: 'the exchange never sees the request; `how` is reset (default) or hang',
  drop_after_accept: 'done, but the answer is lost; `how` is reset (default), hang, or `status` is sent',
  status: 'answered with `status` (default 503) and `text`, nothing done',
  retired_path: 'the path is gone: 410',
  ws_refuse: 'a socket is refused with `status` (default 503)',
  ws_silent: 'the socket stays open and pinged, but no message comes',
  ws_gap: 'a message of `channel` is lost; its sequence number is used up',
  ws_duplicate: 'a message of `channel` is sent twice',
  ws_delay: 'a message of `channel` comes `ms` later, after those behind it',
  ws_drop: 'instead of a message of `channel` the socket ends without a close frame',
  ghost_fill: 'a fill is told that does not stand',
} as const satisfies Readonly<Record<string, string>>;

/** @param own  names and meanings that this exchange adds to the common ones */
export const createFaultInjector = (random: Random, own: Readonly<Record<string, string>>): FaultInjector =>
  new FaultInjector(random, { ...COMMON_FAULTS, ...own });
